/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registers by which cores of the SCC interrupt each other, played by
 * shared memory and local APICs.
 *
 * Faithful where drivers could go wrong: one access at a time; bits of the
 * FPGA's status are sticky, and cleared by writing ones; a core's pin is high
 * while a status bit that is not masked, or INTR of its configuration register,
 * is set; the pin is a level, which interrupts when it goes high and again if
 * it is high when the interrupt is ended or unmasked.  One that falls before
 * the core takes it interrupts all the same: drivers must bear that.
 *
 * What a driver has no business to do is a fault: another core's words, bits
 * that stand for nobody, the other bits of a configuration register.
 *
 * `pending` says that an interrupt is on its way or being served, so a core has
 * at most one, and the level is looked at again when it ends.
 */
#include <string.h>

#include <board.h>

#include <scc_io.h>

#include "drivers/apic/local_apic.h"

#define REGISTERS (&BOARD_OWN->registers)

enum {
	NOBODY = 0xff,
};

static uint8_t rank_of[SCC_LARGE_CORES]; /* each core's, or NOBODY */
static uint32_t me, stride;

void vehicle_registers_init(void)
{
	me = port_cores[port_rank];
	stride = scc_config(2) - scc_config(0);
	memset(rank_of, NOBODY, sizeof(rank_of));
	for (uint32_t rank = 0; rank < port_count; rank++) {
		rank_of[port_cores[rank]] = (uint8_t)rank;
	}
	REGISTERS->held[port_rank] = true; /* as the local APIC after reset */
}

static VEHICLE_TEXT _Noreturn void refuse(const char *why, uint32_t address)
{
	struct arch_fault fault = {
		.cause = why,
		.pc = (uintptr_t)__builtin_return_address(0),
		.address = address,
		.regs = "none",
	};

	REGISTERS->busy = 0;
	weft_fault(&fault);
}

static VEHICLE_TEXT uint32_t enter(void)
{
	uint32_t flags = cpu_irq_save();

	while (cpu_exchange(&REGISTERS->busy, 1) != 0) {
		cpu_relax();
	}
	return flags;
}

static VEHICLE_TEXT void leave(uint32_t flags)
{
	cpu_exchange(&REGISTERS->busy, 0);
	cpu_irq_restore(flags);
}

static VEHICLE_TEXT volatile uint32_t *config_of(uint32_t core)
{
	return (volatile uint32_t *)(SCC_CONFIG + core / 2 * stride +
				     (core % 2 ? SCC_GLCFG1 : SCC_GLCFG0));
}

static VEHICLE_TEXT bool high(uint32_t core)
{
	volatile struct scc_registers *v = REGISTERS;

	if (*config_of(core) & SCC_GLCFG_INTR) {
		return true;
	}
	return core < SCC_CORES && ((v->status[core][0] & ~v->mask[core][0]) |
				    (v->status[core][1] & ~v->mask[core][1]));
}

/* After anything that may have changed a pin, or what it leads to. */
static VEHICLE_TEXT void look_at(uint32_t core)
{
	uint32_t rank = rank_of[core];

	if (high(core) && !REGISTERS->pending[rank] && !REGISTERS->held[rank]) {
		REGISTERS->pending[rank] = true;
		local_apic_send((uint8_t)rank, SCC_VECTOR_NOTIFY);
	}
}

/* A core of the chip that takes no part has registers, but nobody looks. */
static VEHICLE_TEXT void request(uint32_t word, uint32_t bits)
{
	for (; bits != 0; bits &= bits - 1) {
		uint32_t core = word * 32 + cpu_lowest_bit(bits);

		REGISTERS->status[core][me / 32] |= 1u << me % 32;
		if (rank_of[core] != NOBODY) {
			look_at(core);
		}
	}
}

/* Which block of the FPGA, and which word of mine in it. */
static VEHICLE_TEXT uint32_t decode(uint32_t address, uint32_t *word)
{
	uint32_t offset = address - SCC_FPGA;
	uint32_t block = offset & ~0x1ffu, core = (offset & 0x1ff) / 8;

	*word = offset / 4 % 2;
	if (address % 4 || core != me || core >= SCC_CORES) {
		refuse("an FPGA register that is not this core's", address);
	}
	return block;
}

static VEHICLE_TEXT void write_fpga(uint32_t address, uint32_t value)
{
	uint32_t word;
	uint32_t block = decode(address, &word);
	volatile struct scc_registers *v = REGISTERS;

	switch (block) {
	case SCC_FPGA_REQUEST:
		if (word == 1 && value >> (SCC_CORES - 32)) {
			refuse("request at cores that are none", address);
		}
		request(word, value);
		return;
	case SCC_FPGA_RESET:
		v->status[me][word] &= ~value;
		return;
	case SCC_FPGA_MASK:
		v->mask[me][word] = value;
		look_at(me);
		return;
	default:
		refuse("write to an FPGA register that has none", address);
	}
}

static VEHICLE_TEXT uint32_t read_fpga(uint32_t address)
{
	uint32_t word;
	uint32_t block = decode(address, &word);

	if (block == SCC_FPGA_STATUS) {
		return REGISTERS->status[me][word];
	}
	if (block == SCC_FPGA_MASK) {
		return REGISTERS->mask[me][word];
	}
	refuse("read of an FPGA register that has none", address);
}

/* Whose configuration register; there are no others here. */
static VEHICLE_TEXT uint32_t core_at(uint32_t address)
{
	uint32_t tile = (address - SCC_CONFIG) / stride;

	for (uint32_t core = tile * 2; core < tile * 2 + 2; core++) {
		if (core < SCC_LARGE_CORES && rank_of[core] != NOBODY &&
		    (uint32_t)config_of(core) == address) {
			return core;
		}
	}
	refuse("a register of no core of this run", address);
}

static VEHICLE_TEXT void write_config(uint32_t address, uint32_t value)
{
	uint32_t core = core_at(address);

	if ((value ^ SCC_GLCFG_QUIET) & ~SCC_GLCFG_INTR) {
		refuse("changes other bits of a configuration register",
		       address);
	}
	*config_of(core) = value;
	look_at(core);
}

VEHICLE_TEXT uint32_t vehicle_read(uint32_t address)
{
	uint32_t flags = enter();
	uint32_t value = address >= SCC_FPGA ? read_fpga(address)
					     : *config_of(core_at(address));

	leave(flags);
	return value;
}

VEHICLE_TEXT void vehicle_write(uint32_t address, uint32_t value)
{
	uint32_t flags = enter();

	if (address >= SCC_FPGA) {
		write_fpga(address, value);
	} else {
		write_config(address, value);
	}
	leave(flags);
}

VEHICLE_TEXT void vehicle_line_end(void)
{
	uint32_t flags = enter();

	local_apic_end_of_interrupt();
	REGISTERS->pending[port_rank] = false;
	look_at(me);
	leave(flags);
}

VEHICLE_TEXT void vehicle_line_mask(bool masked)
{
	uint32_t flags = enter();

	REGISTERS->held[port_rank] = masked;
	look_at(me);
	leave(flags);
}
