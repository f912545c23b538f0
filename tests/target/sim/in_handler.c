/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 args=nothing tap=no time-out=30 */
/*
 * A fault in a handler, planted: tests/hangs.t demands that the report names
 * both the handler and what it has interrupted.
 */
#include <string.h>

#include <weft/weft.h>

static uint32_t flags;
static volatile uint32_t taken;
static volatile uint32_t *volatile none;

static void handle(const struct weft_chunk *chunk, void *arg)
{
	if (arg && weft_rank() == 1) {
		none[2] = chunk->root; /* planted */
	}
	taken = 1;
}

/* From here on, and not before, it may be interrupted. */
static void compute(void)
{
	weft_flag_write(0, flags, 1);
	while (!taken) {
	}
}

int main(int argc, char **argv)
{
	void *planted = argc == 2 && !strcmp(argv[1], "fault") ? argv : NULL;

	if (weft_flags_alloc(1, &flags) ||
	    weft_abcast_on_chunk(handle, planted, WEFT_IN_HANDLER)) {
		return 2;
	}
	if (weft_rank() == 0) {
		weft_flag_wait_from(1, flags, 1, WEFT_FOREVER);
		return weft_abcast("", 1, WEFT_FOREVER);
	}
	if (weft_rank() == 1) {
		compute();
	}
	return 0;
}
