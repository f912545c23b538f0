/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the end of boot/x86/reset.S, a stack and paging off, to weft_start; and
 * how a core waits on the chip.
 */
#include <string.h>

#include <board.h>

#include <scc_io.h>

#include "arch/boot.h"

enum {
	CALIBRATE_TICKS = 100000,
	POLL_PAUSES = 8,    /* between two looks at a word */
	RELAX_PAUSES = 16,  /* of the first arch_relax, doubled .. */
	RELAX_DOUBLINGS = 6 /* .. so often */
};

extern uint8_t bss_start[], bss_end[];

/* A core that takes no part, or an image without its record. */
static _Noreturn void rest(void)
{
	for (;;) {
		__asm__ volatile("cli; hlt");
	}
}

static bool valid(const struct arch_boot *record)
{
	return record->magic == ARCH_BOOT_MAGIC &&
	       record->version == ARCH_BOOT_VERSION &&
	       record->port[BOARD_PORT_LAYOUT] == BOARD_LAYOUT &&
	       record->port[BOARD_PORT_RUN] != 0 && record->count >= 1 &&
	       record->count <= SCC_CORES && record->bytes <= BOARD_RECORD_MAX;
}

/* By the tile's own register: which core am I? */
static uint32_t own_core(void)
{
	uint32_t id = scc_read(SCC_CONFIG_OWN + SCC_MYTILEID);
	uint32_t x = id >> SCC_TILEID_X & 15, y = id >> SCC_TILEID_Y & 15;

	return 2 * SCC_TILES_X * y + 2 * x + (id & SCC_TILEID_CORE);
}

static uint32_t own_rank(const struct arch_boot *record)
{
	const uint32_t *cores =
		(const uint32_t *)((uintptr_t)record + record->cores);
	uint32_t me = own_core();

	for (uint32_t rank = 0; rank < record->count; rank++) {
		if (cores[rank] == me) {
			return rank;
		}
	}
	rest();
}

/* Ticks of the APIC's timer in 2^24 cycles. */
static uint32_t ticks_per_cycle(void)
{
	uint64_t from;
	uint32_t left;

	local_apic_timer(UINT32_MAX);
	left = local_apic_timer_left();
	from = cpu_tsc();
	while (left - local_apic_timer_left() < CALIBRATE_TICKS) {
	}
	left -= local_apic_timer_left();
	from = cpu_tsc() - from;
	local_apic_timer(0);
	return cpu_divide((uint64_t)left << 24, (uint32_t)from);
}

_Noreturn void hw_core_start(void)
{
	const struct arch_boot *record = arch_boot();

	memset(bss_start, 0, (uintptr_t)bss_end - (uintptr_t)bss_start);
	if (!valid(record)) {
		rest();
	}
	hw_console_init();
	scc_where_init(own_rank(record));
	hw_lut_init();
	hw_memory_init();
	scc_traps_init();
	local_apic_enable(SCC_VECTOR_SPURIOUS, SCC_VECTOR_TICK);
	__asm__ volatile("fninit");
	scc_irq_init();
	scc_time_init(record->port[BOARD_PORT_MHZ], ticks_per_cycle());
	hw_meet();
	scc_time_base(cpu_tsc());
	weft_start();
}

static void pause(uint32_t n)
{
	while (n-- > 0) {
		cpu_relax();
	}
}

/*
 * Cores of the chip poll: BOARD_WAKES is 0, and between two looks at a
 * word a core lets others at the mesh.
 */
void vehicle_pause(volatile uint32_t *word, uint32_t value)
{
	(void)word;
	(void)value;
	pause(POLL_PAUSES);
}

void vehicle_wait(volatile uint32_t *word, uint32_t rank, uint32_t offset,
		  uint32_t value, uint64_t deadline)
{
	(void)word;
	(void)rank;
	(void)offset;
	(void)value;
	(void)deadline;
	pause(POLL_PAUSES);
}

ARCH_CALL void arch_relax(uint32_t attempt)
{
	pause(RELAX_PAUSES << (attempt < RELAX_DOUBLINGS ? attempt
							 : RELAX_DOUBLINGS));
}
