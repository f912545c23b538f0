/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host signal inside a core's software is that core's trap.  The image's
 * weft_fault reports it, on the core's own stack, as on a chip.  Where that
 * cannot be trusted (the stack is what overflowed, the core has trapped before,
 * the trap came inside the engine because of a bad pointer) the engine
 * reports and ends.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "sim/chip/core.h"
#include "sim/detect/detect.h"
#include "sim/chip/fault.h"
#include "sim/chip/host.h"
#include "sim/chip/load.h"
#include "sim/chip/machine.h"

#define SIGNAL_STACK 65536
#define STACK_LEAST  8192 /* for the image's report */

#define PATIENCE_SECONDS 2 /* less than the runner's */

static struct arch_fault fault;
static char registers[160];

static const char *cause_of(int number, uintptr_t address)
{
	switch (number) {
	case SIGFPE:
		return "divide error";
	case SIGILL:
		return "invalid opcode";
	case SIGBUS:
		return "bus error";
	default:
		return core_of_guard(address) ? "stack overflow" : "page fault";
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

/* Runs on the core's stack, outside the signal. */
static void enter_image(void)
{
	struct core *core = engine.current;

	core->cpu->masked = 1;
	engine_horizon(core);
	core->image->fault(&fault);
}

static void on_trap(int number, siginfo_t *info, void *context)
{
	struct core *core = engine.current;
	uintptr_t pc = machine_pc(context), sp = machine_sp(context);
	uintptr_t address = (uintptr_t)info->si_addr;
	const char *cause = cause_of(number, address);
	bool inside;

	if (!core) {
		fprintf(stderr, "weft-sim: signal %d before the start\n",
			number);
		_exit(STATUS_FAULT);
	}
	print_trap(core, cause, pc, address);
	inside = pc >= core->base && pc < core->end;
	if (core->faulted || core_of_guard(address) ||
	    !(inside || pc == address) ||
	    sp < (uintptr_t)core->stack + STACK_LEAST ||
	    sp >= (uintptr_t)core->stack + ARCH_STACK_BYTES) {
		report_waits();
		detect_exit(STATUS_FAULT);
	}
	core->faulted = true;
	snprintf(registers, sizeof(registers),
		 "pc=%s0x%" PRIxPTR " sp=stack+0x%" PRIxPTR,
		 inside ? "image+" : "", inside ? pc - core->base : pc,
		 sp - (uintptr_t)core->stack);
	fault = (struct arch_fault){
		.cause = cause,
		.pc = inside ? pc - core->base : pc,
		.address = number == SIGSEGV || number == SIGBUS ? address : 0,
		.regs = registers,
	};
	machine_call(context, enter_image);
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
