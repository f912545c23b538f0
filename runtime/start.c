/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "arch/arch.h"
#include "runtime/boot.h"
#include "runtime/console.h"
#include "runtime/context.h"
#include "runtime/guard.h"
#include "runtime/image.h"
#include "runtime/mpb_map.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/rendezvous.h"
#include "runtime/start.h"
#include "runtime/wait.h"

static ARCH_COLD void announce(void)
{
	rt_say("weft: boot board=" ARCH_NAME " cores=%u build=%x", arch_count(),
	       (uint64_t)rt_image().build);
}

_Noreturn void weft_start(void)
{
	int code;

	rt_guard_begin();
	rt_boot_check();
	rt_wait_init();
	rt_mpb_map(); /* and parts */
	rt_rendezvous();
	if (arch_rank() == 0) {
		announce();
	}
	rt_phase = "main";
	arch_irq_restore(ARCH_IRQ_ON);
	code = rt_main_on_stack();
	/* exit, not return: it runs atexit functions and flushes stdio. */
	exit(code);
}

_Noreturn void rt_finish(int code)
{
	uint32_t rank;

	rt_phase = "ending";
	rt_guard_check();
	rt_stack_check();
	rt_parts_finish();
	rt_console_flush();
	arch_quiet(); /* nothing of mine is under way when I am done */
	code = (int)rt_rendezvous_end((uint32_t)code, &rank);
	if (arch_rank() == 0) {
		rt_print_end((uint32_t)code, rank);
		arch_stop(code == 0 ? ARCH_PASSED : ARCH_FAILED);
	}
	rt_phase = "ended";
	rt_rest();
}

_Noreturn void rt_rest(void)
{
	arch_irq_save();
	for (;;) {
		arch_sleep();
	}
}
