/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "arch/arch.h"
#include "arch/links.h"
#include "arch/nodes.h"
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
#include "runtime/variables.h"
#include "runtime/wait.h"

#include <weft/core.h>

#if ARCH_LINK_ROLL
static uint32_t chips, absent;

/* Chips that do not answer are none of the run, if the program can do without. */
static ARCH_COLD void start_roll_call(void)
{
	uint64_t deadline;

	if (!&weft_chips_least || arch_nodes() == 1) {
		return;
	}
	absent = arch_nodes();
	deadline = rt_deadline(rt_variable_BOOT_US());
	chips = arch_link_roll(deadline);
	if (chips == LINK_LEFT_OUT) {
		rt_say("weft: the others go on without this chip: it was late");
		rt_rest();
	}
	if (chips == 0) {
		rt_panic("chip 0 does not answer at start");
	}
	if (chips < weft_chips_least) {
		rt_panic("%u of %u chips answer at start, and %u are wanted",
			 chips, absent, weft_chips_least);
	}
	absent -= chips;
}
#else
static ARCH_COLD void start_roll_call(void)
{
}
#endif

static ARCH_COLD void announce(void)
{
	rt_say("weft: boot board=" ARCH_NAME " cores=%u build=%x", arch_count(),
	       (uint64_t)rt_image().build);
#if ARCH_LINK_ROLL
	if (absent > 0) {
		rt_say("weft: goes on with %u chips; %u did not answer", chips,
		       absent);
	}
#endif
}

_Noreturn void weft_start(void)
{
	int code;

	rt_guard_begin();
	rt_boot_check();
	start_roll_call();
	rt_wait_init();
	rt_mpb_map(); /* and parts */
	if (arch_rank() == 0) {
		announce(); /* while the others come: rank 0 would wait for them */
	}
	rt_rendezvous();
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
