/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signals: interrupts enter the image where it is, on its stack, as on a chip; a trap is
 * reported by the image's weft_fault on a stack of its own, since the thread's may be
 * what overflowed; the end leaves the image for good.
 *
 * A process may have more threads, MPI's: they were begun while these signals were held,
 * so they never take one.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "host/host.h"
#include "host/mpi/core.h"
#include "sim/chip/machine.h"

enum {
	HANDLER_STACK = 1 << 20, /* the end is a handler, too, and MPI's */
	FAULT_STACK = 1 << 19,
};

static _Thread_local uint8_t *fault_stack;
static _Thread_local struct arch_fault fault;
static _Thread_local char registers[96];

static sigset_t ours(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGNAL_INTERRUPT);
	sigaddset(&set, SIGNAL_STOP);
	sigaddset(&set, SIGNAL_TELL);
	return set;
}

void signals_hold(sigset_t *before)
{
	sigset_t set = ours();

	pthread_sigmask(SIG_BLOCK, &set, before);
}

void signals_open(void)
{
	sigset_t set = ours();

	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/*
 * To put off a signal costs nothing while none comes, where to hold it is two calls of the
 * kernel.  The handler notes it, and who has put it off sends it anew.
 */
static _Thread_local volatile uint32_t puts_off,
	put_off; /* bits: kinds of signals */

static const int kinds[] = {SIGNAL_INTERRUPT, SIGNAL_STOP, SIGNAL_TELL};

enum {
	KINDS = sizeof(kinds) / sizeof(*kinds)
};

static bool later(int number)
{
	for (uint32_t i = 0; i < KINDS && puts_off; i++) {
		if (kinds[i] == number) {
			__atomic_fetch_or(&put_off, 1u << i, __ATOMIC_RELAXED);
			return true;
		}
	}
	return false;
}

void signals_put_off(void)
{
	puts_off = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

void signals_take(void)
{
	uint32_t came;

	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	puts_off = 0;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (!put_off) {
		return;
	}
	came = __atomic_exchange_n(&put_off, 0, __ATOMIC_RELAXED);
	for (uint32_t i = 0; i < KINDS; i++) {
		if (came >> i & 1) {
			calls_signal(core.rank, kinds[i]);
		}
	}
}

static void on_interrupt(int number)
{
	int error = errno;

	if (later(number)) {
		return;
	}
	core.image->interrupt();
	errno = error;
}

static void on_tell(int number)
{
	static _Thread_local bool told; /* it may be asked twice */
	int error = errno;

	if (later(number)) {
		return;
	}
	dump_core();
	if (!told) {
		told = true;
		__atomic_fetch_add(&core.shared->told, 1, __ATOMIC_SEQ_CST);
		calls_wake(&core.shared->told);
	}
	errno = error;
}

static void on_stop(int number)
{
	if (!later(number) &&
	    __atomic_load_n(&core.shared->stop, __ATOMIC_ACQUIRE)) {
		start_leave();
	}
}

static const char *cause_of(int number, uintptr_t sp, uintptr_t address)
{
	uintptr_t floor = (uintptr_t)core.stack;

	switch (number) {
	case SIGFPE:
		return "divide error";
	case SIGILL:
		return "invalid opcode";
	case SIGBUS:
		return "bus error";
	default:
		return floor - sp <= STACK_GUARD ||
				       floor - address <= STACK_GUARD
			       ? "stack overflow"
			       : "page fault";
	}
}

/* If dump_core has trapped, they are held: its answer is not to come any more. */
static void enter_fault(void)
{
	signals_open();
	core.image->fault(&fault);
}

/* In the image's text for others, or when the report itself has trapped: by ourselves. */
static void on_trap(int number, siginfo_t *info, void *context)
{
	uintptr_t pc = machine_pc(context), sp = machine_sp(context);
	bool inside = pc >= core.base && pc < core.end;
	uintptr_t address = 0;

	if (number == SIGSEGV || number == SIGBUS) {
		address = (uintptr_t)info->si_addr;
	}
	if (core.faulted || !core.image) {
		die(STATUS_FAULT, "rank %u: signal %d, instruction 0x%" PRIxPTR,
		    core.rank, number, pc);
	}
	dump_keep_calls();
	core.faulted = true;
	snprintf(registers, sizeof(registers),
		 "pc=%s0x%" PRIxPTR " sp=stack%+" PRIdPTR,
		 inside ? "image+" : "", inside ? pc - core.base : pc,
		 (intptr_t)(sp - (uintptr_t)core.stack));
	fault = (struct arch_fault){
		.cause = cause_of(number, sp, address),
		.pc = inside ? pc - core.base : pc,
		.address = address,
		.regs = registers,
	};
	machine_call_on(context, (uintptr_t)fault_stack + FAULT_STACK,
			enter_fault);
}

static void handle(int number, void (*plain)(int),
		   void (*full)(int, siginfo_t *, void *), int flags)
{
	struct sigaction action = {.sa_flags = flags};

	/* Another core's verdict, and questions, reach a core in an interrupt, too. */
	sigemptyset(&action.sa_mask);
	if (number != SIGNAL_INTERRUPT) {
		action.sa_mask = ours();
	}
	if (full) {
		action.sa_sigaction = full;
		action.sa_flags |= SA_SIGINFO;
	} else {
		action.sa_handler = plain;
	}
	sigaction(number, &action, NULL);
}

void signals_init(void)
{
	stack_t stack = {.ss_sp = host_reserve(HANDLER_STACK, "signals"),
			 .ss_size = HANDLER_STACK};

	fault_stack = host_reserve(FAULT_STACK, "faults");
	sigaltstack(&stack, NULL);
	handle(SIGNAL_INTERRUPT, on_interrupt, NULL, 0);
	handle(SIGNAL_TELL, on_tell, NULL, SA_ONSTACK);
	handle(SIGNAL_STOP, on_stop, NULL, SA_ONSTACK);
	handle(SIGSEGV, NULL, on_trap, SA_ONSTACK);
	handle(SIGBUS, NULL, on_trap, SA_ONSTACK);
	handle(SIGILL, NULL, on_trap, SA_ONSTACK);
	handle(SIGFPE, NULL, on_trap, SA_ONSTACK);
}
