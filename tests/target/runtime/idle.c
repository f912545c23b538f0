/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 time-out=60 */
/*
 * A core that would wait may do something else: what it does here is to ask for
 * that which it waits for.  So a wait that does not call idle() is a hang.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/part.h"

#include "tests/target/tap.h"

static uint32_t flag, asked; /* rank 1's flag, and rank 0's */
static uint32_t asking, ended;

static bool idle(rt_ready *come, void *what, const struct rt_wait *record,
		 uint64_t deadline)
{
	bool over = false;

	(void)record;
	if (asking > 0) {
		arch_flag_write(0, asked, asking);
	}
	/* The first time until it has come; then not at all. */
	while (!over && asking == 1 && arch_cycles() < deadline) {
		arch_irq_state state = arch_irq_save();

		over = come(what);
		arch_irq_restore(state);
		arch_relax(0);
	}
	ended += over;
	return over;
}

static const struct rt_part part = {
	.name = "idler",
	.idle = idle,
};
RT_PART(part);

static bool asks(uint32_t n)
{
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0 && weft_size() > 1) {
		ok &= !weft_flag_wait(asked, n, WEFT_FOREVER);
		ok &= !weft_flag_write(1, flag, n);
	} else if (weft_rank() == 1) {
		asking = n;
		ok &= !weft_flag_wait(flag, n, WEFT_FOREVER);
		asking = 0;
		ok &= ended == 1;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

/* It gives up when the wait does. */
static bool times_out(void)
{
	bool ok;

	asking = weft_rank() == 1;
	ok = weft_flag_wait(flag, 9, 1000) == WEFT_ERR_TIMEOUT;
	asking = 0;
	return ok;
}

int main(void)
{
	tap_begin();
	if (weft_flags_alloc(1, &flag) || weft_flags_alloc(1, &asked)) {
		weft_panic("no MPB space");
	}
	tap_ok(asks(1), "what it waits for comes meanwhile");
	tap_ok(asks(2), "nothing to do: it waits");
	tap_ok(times_out(), "until the deadline");
	return tap_end();
}
