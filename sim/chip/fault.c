/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host signal inside a core's software is that core's trap.  The image's
 * weft_fault reports it, as on a chip, on a stack of its own, since the thread's
 * may be what overflowed.  Where that cannot be trusted (the core has trapped before,
 * or a bad pointer of its has made the engine trap) the engine says the same.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "sim/chip/calls.h"
#include "sim/chip/core.h"
#include "sim/chip/fault.h"
#include "sim/chip/host.h"
#include "sim/chip/load.h"
#include "sim/chip/machine.h"

#define SIGNAL_STACK 131072
#define FAULT_STACK  65536 /* for the image's report */

#define PATIENCE_SECONDS 2 /* less than the runner's */

/* Of one core, at the far end of the stack that its report runs on. */
struct report {
	struct arch_fault fault;
	char registers[160];
};

static const char *cause_of(int number, bool overflow)
{
	if (overflow) {
		return "stack overflow";
	}
	switch (number) {
	case SIGFPE:
		return "divide error";
	case SIGILL:
		return "invalid opcode";
	case SIGBUS:
		return "bus error";
	default:
		return "page fault";
	}
}

static void print_trap(const struct core *core, const char *cause, uintptr_t pc,
		       uintptr_t address)
{
	uintptr_t past = 0;
	const char *name = NULL;

	fprintf(stderr,
		"weft-sim: %s: rank %" PRIu32 ", core %" PRIu32 " at (%" PRIu32
		",%" PRIu32 "), %.3f us, address 0x%" PRIxPTR ", ",
		cause, core->rank, engine.coords[core->rank].core, core->at.x,
		core->at.y, (double)core->cpu->clock / 1e6, address);
	if (pc >= core->base && pc < core->end) {
		name = symbol_at(pc - core->base, &past);
		fprintf(stderr, "pc image+0x%" PRIxPTR, pc - core->base);
	} else {
		fprintf(stderr, "pc 0x%" PRIxPTR " outside the image", pc);
	}
	if (name) {
		fprintf(stderr, " (%s+0x%" PRIxPTR ")", name, past);
	}
	fputc('\n', stderr);
	fflush(stderr);
}

/* As runtime/panic.c would. */
static _Noreturn void say_panic(const struct core *core, const char *cause,
				uintptr_t pc, uintptr_t address)
{
	const struct arch_coords *at = &engine.coords[core->rank];

	printf("weft: panic: %s at instruction 0x%" PRIxPTR
	       ", address 0x%" PRIxPTR ": rank %" PRIu32 " of %" PRIu32
	       ", core %" PRIu32 " at (%" PRIu32 ",%" PRIu32 "), cycle %" PRIu64
	       "\nweft: end code=70 core=%" PRIu32 "\n",
	       cause, pc, address, core->rank, engine.count, at->core, at->x,
	       at->y, core->cpu->clock / 1000000 * engine.profile.core_mhz,
	       core->rank);
	fflush(stdout);
	report_waits();
	modes_exit(STATUS_FAIL);
}

/* Runs outside the signal, on the fault's stack. */
static void enter_image(void)
{
	struct core *core = engine.current;

	core->cpu->masked = 1;
	engine_horizon(core);
	core->image->fault(&core->report->fault);
}

static void on_trap(int number, siginfo_t *info, void *context)
{
	struct core *core = engine.current;
	uintptr_t pc = machine_pc(context), sp = machine_sp(context);
	uintptr_t address = 0;
	bool inside, again;
	const char *cause;

	if (!core) {
		fprintf(stderr, "weft-sim: signal %d before the start\n",
			number);
		_exit(STATUS_FAULT);
	}
	if (number == SIGSEGV || number == SIGBUS) {
		address = (uintptr_t)info->si_addr;
	}
	cause = cause_of(number, core_overflows(core, sp));
	print_trap(core, cause, pc, address);
	again = core->faulted;
	core->faulted = true;
	calls_keep(core);
	inside = pc >= core->base && pc < core->end;
	if (again || !(inside || pc == address)) {
		say_panic(core, cause, inside ? pc - core->base : pc, address);
	}
	core->report = host_reserve(FAULT_STACK, "a fault");
	snprintf(core->report->registers, sizeof(core->report->registers),
		 "pc=%s0x%" PRIxPTR " sp=stack%+" PRIdPTR,
		 inside ? "image+" : "", inside ? pc - core->base : pc,
		 (intptr_t)(sp - (uintptr_t)core->stack));
	core->report->fault = (struct arch_fault){
		.cause = cause,
		.pc = inside ? pc - core->base : pc,
		.address = address,
		.regs = core->report->registers,
	};
	machine_call_on(context, (uintptr_t)core->report + FAULT_STACK,
			enter_image);
}

_Noreturn void fault_stack(struct core *core, uintptr_t sp)
{
	struct arch_fault fault = {.cause = "stack overflow", .address = sp};

	print_trap(core, fault.cause, core->base, sp);
	core->faulted = true;
	calls_keep(core);
	core->cpu->masked = 1;
	engine_horizon(core);
	core->image->fault(&fault);
}

/*
 * The runner's time is over: say who waits for whom, at the next step of the core
 * that runs, since nobody knows what this has interrupted: a file may be half
 * written.  Who makes no step is told of all the same.
 */
static void on_end(int number)
{
	engine.ended = true;
	engine.limit = 0;
	if (number == SIGALRM || !engine.current) {
		if (engine.current) {
			calls_keep(engine.current);
		}
		report_limit(NULL);
	}
	engine.current->cpu->horizon = 0;
	signal(SIGALRM, on_end);
	alarm(PATIENCE_SECONDS);
}

void fault_init(void)
{
	static const int traps[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
	stack_t stack = {.ss_sp = host_alloc(SIGNAL_STACK),
			 .ss_size = SIGNAL_STACK};
	struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK,
				   .sa_sigaction = on_trap};

	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < sizeof(traps) / sizeof(traps[0]); i++) {
		sigaction(traps[i], &action, NULL);
	}
	action.sa_flags = SA_ONSTACK | SA_RESTART;
	action.sa_handler = on_end;
	sigaction(SIGTERM, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
}
