/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 tap=no exit=70 args=2 expect=operation_that_does_not_exist:_rank_0_of_3 */
/* weft-test: cores=3 tap=no exit=70 args=0x100 expect=operation_that_does_not_exist:_rank_0 */
/* weft-test: cores=3 tap=no exit=0 args=1 expect=operation_1 */
/*
 * A server that is asked, by a word in its window, for what it does not have: a broken request
 * is named, and no operation is run.  The argument is the request, less its number.
 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "sync/delegate.h"

static uint32_t say(void *state, uint32_t argument)
{
	(void)state;
	printf("operation %u\n", (unsigned)argument);
	fflush(stdout);
	return 0;
}

static weft_operation *const operations[] = {say, say};
static const struct weft_object object = {operations, 2, NULL};
static struct weft_delegate delegate;

/* As apply in sync/shm_server.c, but for what is asked for. */
static void ask(uint32_t request)
{
	uint32_t line = ARCH_LINE > 16 ? ARCH_LINE : 16;
	uint32_t words[2] = {0, request};

	delegate.count++;
	words[0] = request | delegate_number(&delegate);
	arch_flags_write(0, delegate.slots + weft_rank() * line, words, 2);
}

int main(int argc, char **argv)
{
	if (weft_delegate_create(&delegate, &weft_shm_server, 0, &object, 1)) {
		return 2;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 1 && argc > 1) {
		ask((uint32_t)strtoul(argv[1], NULL, 0));
	}
	if (weft_rank() == 0) {
		weft_delegate_serve(&delegate, 100000);
	}
	return 0;
}
