/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts are signals.  A core that raises one sets a bit in the target's `pending`
 * and, if it was clear, sends the signal; so several merge.  Masking is a variable, not
 * a system call: a handler that finds it set leaves the bit, and who clears it looks
 * (optimistic protection, after Stodolsky, Chen, Bershad, "Fast Interrupt Priority
 * Management in Operating System Kernels", 1993).
 *
 * Nothing is lost.  The signal comes after the bit.  If interrupts are masked then,
 * arch_irq_restore sees the bit, or the signal comes after it has cleared `masked`, and
 * its handler does.  The kernel lets a core sleep only while the bits are still 0.
 *
 * A signal takes some microseconds.  So a core that waits and looks anyway says so in
 * `looks`, and looks at `pending` as well: who finds that set sends no signal.  A core that
 * looks no more clears it, and then looks once more.  A full fence lies between the two on both
 * sides, so either the signal is sent or the bit is seen.
 */
#include "arch/common/far/far_say.h"
#include "arch/common/window.h"

static volatile uint32_t masked = 1;
static volatile uint64_t due = ARCH_NEVER; /* the timer */

static inline uint32_t *pending_of(uint32_t rank)
{
	return &mpi_cell_of(rank)->pending;
}

static inline uint32_t my_pending(void)
{
	return __atomic_load_n(pending_of(mpi_host->rank), __ATOMIC_RELAXED);
}

volatile uint32_t mpi_served;

static inline void say_looks(uint32_t value)
{
	__atomic_store_n(&mpi_cell_of(mpi_host->rank)->looks, value,
			 __ATOMIC_SEQ_CST);
}

/* Where no interrupt ever came, none is looked for. */
bool mpi_open(void)
{
	bool open = mpi_served && masked == ARCH_IRQ_ON;

	if (open) {
		say_looks(1);
	}
	return open;
}

bool mpi_is_pending(void)
{
	return my_pending() != 0;
}

void mpi_close(void)
{
	say_looks(0);
	order_settle(); /* as raise_one, between its two */
	if (my_pending()) {
		arch_irq_restore(arch_irq_save());
	}
}

arch_irq_state arch_irq_save(void)
{
	arch_irq_state state = masked;

	masked = 1;
	cpu_barrier();
	return state;
}

/* A timer that was set anew, or cancelled, since its signal came is not due. */
static bool timer_came(void)
{
	if (due == ARCH_NEVER || mpi_host->now() < due) {
		return false;
	}
	due = ARCH_NEVER;
	return true;
}

void mpi_serve(void)
{
	/* Rule (c), the other side: an acquire. */
	uint32_t what = __atomic_exchange_n(pending_of(mpi_host->rank), 0,
					    __ATOMIC_SEQ_CST);

	if (what & MPI_NOTIFY) {
		mpi_served = mpi_served + 1 ? mpi_served + 1 : 1;
		weft_irq_entry(ARCH_IRQ_NOTIFY);
	}
	if ((what & MPI_TIMER) && timer_came()) {
		weft_irq_entry(ARCH_IRQ_TIMER);
	}
}

void arch_irq_restore(arch_irq_state state)
{
	cpu_barrier();
	masked = state;
	cpu_barrier();
	while (state == ARCH_IRQ_ON && my_pending()) {
		arch_irq_save();
		mpi_serve();
		cpu_barrier();
		masked = ARCH_IRQ_ON;
		cpu_barrier();
	}
}

/* In the signal's handler.  Signals merge: it may be the timer's and another core's. */
void mpi_interrupt(void)
{
	if (due != ARCH_NEVER && mpi_host->now() >= due) {
		__atomic_fetch_or(pending_of(mpi_host->rank), MPI_TIMER,
				  __ATOMIC_RELAXED);
	}
	if (masked == ARCH_IRQ_ON) {
		arch_irq_restore(arch_irq_save());
	}
}

/* The bit is set behind all my writes: rule (c). */
static void raise_one(uint32_t rank)
{
	uint32_t was;

	if (BOARD_FAR(rank)) {
		far_raise(rank);
		return;
	}
	was = __atomic_fetch_or(pending_of(rank), MPI_NOTIFY, __ATOMIC_SEQ_CST);
	if (!(was & MPI_NOTIFY) &&
	    !__atomic_load_n(&mpi_cell_of(rank)->looks, __ATOMIC_SEQ_CST)) {
		mpi_host->kick(rank);
	}
}

void arch_raise(uint32_t first, uint32_t n)
{
	for (; n > 0; n--, first++) {
		raise_one(first);
	}
}

void arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	while (n-- > 0) {
		raise_one(*ranks++);
	}
}

uint32_t arch_notify_fanout(void)
{
	return ARCH_NOTIFY_FANOUT;
}

void arch_timer_set(uint64_t deadline)
{
	due = deadline;
	cpu_barrier();
	mpi_host->timer(deadline);
}

/* With interrupts masked.  What is waited for is often an answer, which comes soon. */
void arch_sleep(void)
{
	say_looks(1);
	mpi_look(pending_of(mpi_host->rank), 1);
	say_looks(0);
	order_settle();
	while (!my_pending()) {
		mpi_host->sleep(pending_of(mpi_host->rank), 0, ARCH_NEVER);
	}
	mpi_serve();
}
