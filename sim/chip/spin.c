/* SPDX-License-Identifier: Apache-2.0 */
/*
 * for (;;);  is a jump to itself: a block without a statement, into which the
 * compiler puts no call, so no time would pass in it.  A host timer looks now
 * and then whether the running core stands on such a jump, and if so replaces
 * it by a loop that only lets time pass.  The jump does nothing else, so it does
 * not matter when the host notices: the run repeats exactly all the same.
 */
#include <signal.h>
#include <string.h>
#include <sys/time.h>

#include "sim/chip/engine.h"
#include "sim/chip/machine.h"
#include "sim/chip/spin.h"

#define LOOK_EVERY_US 20000

/* In place of the jump; interrupts are taken on the core's stack as before. */
static void spin(void)
{
	struct core *core = engine.current;

	for (;;) {
		engine_horizon(core);
		if (core->cpu->horizon == SIM_NEVER) {
			report_deadlock(); /* nobody can end it */
		}
		core->cpu->clock = later(core->cpu->clock, core->cpu->horizon);
		engine_tick();
	}
}

static bool jumps_to_itself(const void *pc)
{
#if defined(__x86_64__)
	return memcmp(pc, "\xeb\xfe", 2) == 0;
#elif defined(__aarch64__)
	return memcmp(pc, "\x00\x00\x00\x14", 4) == 0;
#endif
}

static void look(int number, siginfo_t *info, void *context)
{
	const struct core *core = engine.current;
	uintptr_t pc = machine_pc(context);

	(void)number;
	(void)info;
	if (core && pc >= core->base && pc + 4 <= core->end &&
	    jumps_to_itself((const void *)pc)) {
		machine_call(context, spin);
	}
}

void spin_init(void)
{
	struct sigaction action = {
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART,
		.sa_sigaction = look,
	};
	struct itimerval every = {
		.it_interval.tv_usec = LOOK_EVERY_US,
		.it_value.tv_usec = LOOK_EVERY_US,
	};

	sigaction(SIGPROF, &action, NULL);
	setitimer(ITIMER_PROF, &every, NULL);
}
