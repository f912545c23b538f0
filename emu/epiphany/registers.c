// SPDX-License-Identifier: Apache-2.0
/* Special registers, by MOVTS and MOVFS or at their addresses. */
#include "emu/epiphany/chip.h"
#include "emu/epiphany/host.h"

/* Offsets from 0xf0000. */
enum {
	GPR_END = 0x100,
	CORE_GROUP = 0x400,
	R_CONFIG = 0x400,
	R_STATUS = 0x404,
	R_PC = 0x408,
	R_DEBUGSTATUS = 0x40c,
	R_LC = 0x414,
	R_LS = 0x418,
	R_LE = 0x41c,
	R_IRET = 0x420,
	R_IMASK = 0x424,
	R_ILAT = 0x428,
	R_ILATST = 0x42c,
	R_ILATCL = 0x430,
	R_IPEND = 0x434,
	R_CTIMER0 = 0x438,
	R_CTIMER1 = 0x43c,
	R_FSTATUS = 0x440,
	R_DEBUGCMD = 0x448,
	DMA_GROUP = 0x500,
	DMA_END = 0x540,
	R_MEMSTATUS = 0x604,
	R_MEMPROTECT = 0x608,
	R_MESHCONFIG = 0x700,
	R_COREID = 0x704,
	R_RESETCORE = 0x70c,
	INTERRUPTS = 0x3ff,
};

_Noreturn static void unknown(const struct core *core, const char *what,
			      uint32_t offset)
{
	core_die(core, "%s the register at 0x%05x, which is not modelled", what,
		 REGISTERS + offset);
}

/* Another core's general registers can be read while it stands still. */
static void check_gpr(const struct core *core, bool remote)
{
	if (remote && (core->state == CORE_RUNS || core->state == CORE_WAITS)) {
		core_die(core, "another core accesses its r0 to r63 while it "
			       "runs");
	}
}

uint32_t registers_read(struct core *core, uint32_t offset, bool remote)
{
	if (offset < GPR_END) {
		check_gpr(core, remote);
		return core->r[offset / 4];
	}
	if (offset >= DMA_GROUP && offset < DMA_END) {
		return dma_read(core, offset / 0x20 & 1, offset / 4 & 7);
	}
	switch (offset) {
	case R_CONFIG:
		return core->config;
	case R_STATUS:
	case R_FSTATUS:
		return core->status;
	case R_PC:
		return core->pc;
	case R_DEBUGSTATUS:
		return core->state == CORE_HALTED;
	case R_LC:
		return core->lc;
	case R_LS:
		return core->ls;
	case R_LE:
		return core->le;
	case R_IRET:
		return core->iret;
	case R_IMASK:
		return core->imask;
	case R_ILAT:
	case R_ILATST:
		return core->ilat;
	case R_IPEND:
		return core->ipend;
	case R_CTIMER0:
	case R_CTIMER1:
		return timer_read(core, offset == R_CTIMER1);
	case R_MEMSTATUS:
	case R_MEMPROTECT:
		return 0;
	case R_MESHCONFIG:
		return core->mesh_config;
	case R_COREID:
		return core->id;
	default:
		unknown(core, "read of", offset);
	}
}

static void write_config(struct core *core, uint32_t value)
{
	uint32_t arithmetic = value & CONFIG_ARITHMETIC;

	if (arithmetic && arithmetic != CONFIG_INTEGER) {
		core_die(core, "CONFIG 0x%08x: no such arithmetic mode", value);
	}
	if (value & CONFIG_MESH) {
		core_die(core,
			 "CONFIG 0x%08x: multicast and other modes of "
			 "the mesh are not modelled",
			 value);
	}
	core->config = value;
	timers_configure(core);
	core_look(core);
}

static void write_status(struct core *core, uint32_t value)
{
	core_wand(core, value & ST_WAND);
	core->status = value;
	core_check_interrupts(core);
}

/* 1 halts, 0 goes on; a core that has ended does neither. */
static void write_debug(struct core *core, uint32_t value)
{
	if (value > 1) {
		core_die(core, "DEBUGCMD %u: no such command", value);
	}
	if (value && (core->state == CORE_RUNS || core->state == CORE_IDLE)) {
		core_leave(core, CORE_HALTED);
	} else if (!value && core->state == CORE_HALTED) {
		core_leave(core, CORE_IDLE);
		if (core->status & ST_ACTIVE) {
			core_wake(core, chip.now);
		} else {
			core_check_interrupts(core);
		}
	}
}

static void write_core(struct core *core, uint32_t offset, uint32_t value)
{
	switch (offset) {
	case R_STATUS:
		write_status(core, (value & ~(uint32_t)ST_FIXED) |
					   (core->status & ST_FIXED));
		return;
	case R_FSTATUS:
		write_status(core, value);
		return;
	case R_LC:
		core->lc = value;
		break;
	case R_LS:
		core->ls = value;
		break;
	case R_LE:
		core->le = value;
		break;
	case R_IRET:
		core->iret = value;
		break;
	case R_IMASK:
		core->imask = value & INTERRUPTS;
		break;
	case R_ILAT:
		core->ilat = value & INTERRUPTS;
		break;
	case R_ILATST:
		core->ilat |= value & INTERRUPTS;
		break;
	case R_ILATCL:
		core->ilat &= ~value;
		break;
	case R_IPEND:
		core->ipend = value & INTERRUPTS;
		break;
	default:
		unknown(core, "write to", offset);
	}
	core_check_interrupts(core);
}

void registers_write(struct core *core, uint32_t offset, uint32_t value,
		     bool remote)
{
	if (offset < GPR_END) {
		check_gpr(core, remote);
		core->r[offset / 4] = value;
	} else if (offset >= DMA_GROUP && offset < DMA_END) {
		dma_write(core, offset / 0x20 & 1, offset / 4 & 7, value);
	} else if (offset == R_CONFIG) {
		write_config(core, value);
	} else if (offset == R_CTIMER0 || offset == R_CTIMER1) {
		timer_write(core, offset == R_CTIMER1, value);
	} else if (offset == R_DEBUGCMD) {
		write_debug(core, value);
	} else if (offset == R_MESHCONFIG) {
		core->mesh_config = value;
	} else if (offset == R_RESETCORE && (value & 1)) {
		core_reset(core);
	} else if (offset >= CORE_GROUP && offset < DMA_GROUP) {
		write_core(core, offset, value);
	} else {
		unknown(core, "write to", offset);
	}
}
