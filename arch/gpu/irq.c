/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts.  Nothing interrupts a thread of a GPU, so who raises one writes 1 to the
 * target's bell, and a core looks at its own when it waits, when it lets interrupts in,
 * sleeps, or relaxes.  A core that computes is not interrupted until then.
 *
 * None is lost: the bell is cleared by a swap before the handler, and the swap is an
 * acquire, so what was written before a raise that it has cleared is seen by the handler.
 */
#include "arch/gpu/board.h"

enum {
	NAP = 20,        /* nanoseconds, the first one */
	NAP_DOUBLES = 10 /* at most */
};

static bool irq_timer_came(void)
{
	if (!gpu_late(gpu.due)) {
		return false;
	}
	gpu.due = ARCH_NEVER;
	return true;
}

static bool irq_take(uint32_t bell)
{
	bool timer = irq_timer_came();

	if (!bell && !timer) {
		return false;
	}
	gpu.masked = 1;
	if (bell) {
		ptx_swap(&gpu.cells[gpu.rank].bell, 0); /* (c) */
		weft_irq_entry(ARCH_IRQ_NOTIFY);
	}
	if (timer) {
		weft_irq_entry(ARCH_IRQ_TIMER);
	}
	return true;
}

void gpu_serve(uint32_t bell)
{
	if (gpu.masked == ARCH_IRQ_ON && irq_take(bell)) {
		gpu.masked = ARCH_IRQ_ON;
	}
}

arch_irq_state arch_irq_save(void)
{
	arch_irq_state state = gpu.masked;

	gpu.masked = 1;
	return state;
}

void arch_irq_restore(arch_irq_state state)
{
	gpu.masked = state;
	if (state == ARCH_IRQ_ON) {
		gpu_serve(gpu_bell());
	}
}

/* Rule (c) is of all cores' windows: the flag may be another core's than the bell's. */
void arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	if (gpu.unfenced) {
		FENCE(gpu_raise, ptx_fence()); /* (c) */
		gpu_fenced();
	}
	for (; n > 0; n--, ranks++) {
		ptx_store(&gpu.cells[*ranks].bell, 1);
	}
}

void arch_raise(uint32_t first, uint32_t n)
{
	for (; n > 0; n--, first++) {
		arch_raise_list(&first, 1);
	}
}

uint32_t arch_notify_fanout(void)
{
	return ARCH_NOTIFY_FANOUT;
}

void arch_timer_set(uint64_t deadline)
{
	gpu.due = deadline;
	gpu_serve(0);
}

void arch_sleep(void)
{
	for (uint32_t polls = 1; !irq_take(gpu_bell()); polls++) {
		if (polls % 1024 == 0) {
			gpu_look_out();
		}
	}
}

void arch_relax(uint32_t attempt)
{
	gpu_serve(gpu_bell());
	ptx_nap(NAP << (attempt < NAP_DOUBLES ? attempt : NAP_DOUBLES));
	if (attempt % 64 == 63) {
		gpu_look_out();
	}
}
