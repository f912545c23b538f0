// SPDX-License-Identifier: Apache-2.0
/* Blackhole's control and status registers: three of them. */
#include "emu/tensix/access.h"
#include "emu/tensix/tile.h"

enum {
	CSR_CONFIG = 0x7c0,
	CSR_RETURN = 0xbca,
	CSR_HART = 0xf14,
};

static uint32_t value_of(struct core *core, uint32_t csr)
{
	switch (csr) {
	case CSR_CONFIG:
		return core->config;
	case CSR_RETURN:
		return core->return_pc;
	case CSR_HART:
		return 0; /* on each of them */
	default:
		core_die(core, "CSR 0x%03x: not modelled", csr);
	}
}

static void write(struct core *core, uint32_t csr, uint32_t value)
{
	if (core->in_handler) {
		core_die(core,
			 "CSR 0x%03x written in a handler, which the "
			 "chip does wrong",
			 csr);
	}
	if (csr != CSR_CONFIG) {
		core_die(core, "CSR 0x%03x written: it can only be read", csr);
	}
	core->config = value;
}

void core_csr(struct core *core, const struct insn *in)
{
	uint32_t csr = (uint32_t)in->imm & 0xfff, old = value_of(core, csr);
	bool immediate = in->imm & ISA_CSR_VALUE;
	uint32_t with =
		immediate ? (uint32_t)in->imm >> 16 & 31 : core->r[in->rs1];
	bool writes = in->op == OP_CSRRW || (immediate ? with : in->rs1) != 0;

	if (writes) {
		write(core, csr,
		      in->op == OP_CSRRW   ? with
		      : in->op == OP_CSRRS ? old | with
					   : old & ~with);
	}
	core->r[in->rd] = old;
	core->ready[in->rd] = core->clock;
}
