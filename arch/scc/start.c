/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a core's own stack to weft_start: interrupts, clock, the other cores.
 */
#include <board.h>

#include "arch/qemu/link.h"
#include "drivers/apic/local_apic.h"

enum {
	APIC_TICKS_PER_US = 1000, /* QEMU's */
	CALIBRATE_TICKS = 1000000,
	CALIBRATE_TICKS_MAX = 100000000,
	CALIBRATE_TRIES = 8,
	CALIBRATE_SPIN = 20000,
	INIT_US = 200,
	START_AGAIN_US = 3000,
};

struct sample {
	uint64_t cycles;
	uint32_t ticks_left;
};

/*
 * Both counters at one moment: of several tries the one that took least time,
 * since the host may take this core away between two reads.
 */
static struct sample sample(void)
{
	struct sample best = {0, 0};
	uint64_t shortest = UINT64_MAX;

	for (int i = 0; i < CALIBRATE_TRIES; i++) {
		uint64_t before = cpu_tsc();
		uint32_t left = local_apic_timer_left();
		uint64_t took = cpu_tsc() - before;

		if (took < shortest) {
			shortest = took;
			best = (struct sample){before + took / 2, left};
		}
	}
	return best;
}

/*
 * How fast the time stamp counter runs against the APIC timer: the host's
 * clock rate, or 1 GHz under -icount shift=0.  The other cores have not been
 * started, so that a loop without pause starves nobody.
 */
static void calibrate(void)
{
	struct sample from, to;
	uint32_t ticks, cycles;

	do {
		local_apic_timer(UINT32_MAX);
		from = sample();
		do {
			for (int i = 0; i < CALIBRATE_SPIN; i++) {
				__asm__ volatile("");
			}
			to = sample();
			ticks = from.ticks_left - to.ticks_left;
		} while (ticks < CALIBRATE_TICKS);
		/* Once more if the host had stopped us: 32 bits must do. */
	} while (ticks > CALIBRATE_TICKS_MAX);
	local_apic_timer(0);
	cycles = (uint32_t)(to.cycles - from.cycles);
	BOARD_OWN->cycles_per_us = cpu_divide(
		(uint64_t)cycles * APIC_TICKS_PER_US + ticks / 2, ticks);
	BOARD_OWN->ticks_per_cycle = cpu_divide((uint64_t)ticks << 24, cycles);
}

static void start_missing(void)
{
	for (uint32_t rank = 1; rank < port_count; rank++) {
		if (!VEHICLE->ready[rank]) {
			local_apic_start((uint8_t)rank, BOARD_TRAMPOLINE);
		}
	}
}

/*
 * INIT, then SIPI.  A core that has not yet seen the first loses the second,
 * so it is sent again to all that are missing, until none is; a core that runs
 * ignores it.
 */
static void start_others(void)
{
	uint64_t next = arch_cycles() + arch_cycles_in_us(INIT_US);

	if (port_count == 1) {
		return;
	}
	local_apic_init_others();
	while (arch_cycles() < next) {
		vehicle_halt(next, false);
	}
	do {
		start_missing();
		next = arch_cycles() + arch_cycles_in_us(START_AGAIN_US);
	} while (!vehicle_gather(next));
}

_Noreturn void boot_core_start(uint32_t rank)
{
	scc_where_init(rank);
	scc_traps_init();
	local_apic_enable(SCC_VECTOR_SPURIOUS, SCC_VECTOR_TICK);
	__asm__ volatile("fninit");
	vehicle_registers_init();
	scc_irq_init();
	if (rank == 0) {
		calibrate();
	}
	scc_time_init(BOARD_OWN->cycles_per_us, BOARD_OWN->ticks_per_cycle);
	if (rank != 0) {
		vehicle_join();
	} else {
		start_others();
		vehicle_link_open();
		/* From here on they count: each INIT leaps in virtual time. */
		BOARD_OWN->base = cpu_tsc();
		vehicle_release();
	}
	scc_time_base(BOARD_OWN->base);
	weft_start();
}
