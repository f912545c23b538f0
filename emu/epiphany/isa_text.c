// SPDX-License-Identifier: Apache-2.0
/* The disassembler, for traces, reports, and the test against objdump. */
#include <stdio.h>
#include <string.h>

#include "emu/epiphany/isa_table.h"

static const char *const conditions[COND_COUNT] = {
	"eq", "ne",  "gtu", "gteu", "lteu", "ltu",  "gt", "gte",
	"lt", "lte", "beq", "bne",  "blt",  "blte", "",   "l",
};
static const char *const sizes[4] = {"b", "h", "", "d"};

/* Special registers with a name, by group; the others are not printed. */
static const char *const special_core[] = {
	"config", "status", "pc",      "debug",   "iab",     "lc",
	"ls",     "le",     "iret",    "imask",   "ilat",    "ilatst",
	"ilatcl", "ipend",  "ctimer0", "ctimer1", "hstatus",
};
static const char *const special_dma[] = {
	"dma0config",  "dma0stride", "dma0count", "dma0srcaddr",
	"dma0dstaddr", "dma0auto0",  "dma0auto1", "dma0status",
	"dma1config",  "dma1stride", "dma1count", "dma1srcaddr",
	"dma1dstaddr", "dma1auto0",  "dma1auto1", "dma1status",
};
static const char *const special_memory[] = {
	"memconfig",
	"memstatus",
	"memprotect",
	"memreserve",
};
static const char *const special_mesh[] = {
	"meshconfig",
	"coreid",
	"meshmulticast",
	"swreset",
};

struct text {
	char *at;
	size_t left;
};

static void add(struct text *t, const char *format, unsigned value)
{
	int n = snprintf(t->at, t->left, format, value);
	size_t used = n < 0 ? 0 : (size_t)n < t->left ? (size_t)n : t->left - 1;

	t->at += used;
	t->left -= used;
}

static void add_string(struct text *t, const char *string)
{
	while (*string && t->left > 1) {
		*t->at++ = *string++;
		t->left--;
	}
	*t->at = 0;
}

static void add_reg(struct text *t, unsigned reg)
{
	if (reg == 11) {
		add_string(t, "fp");
	} else if (reg == 13) {
		add_string(t, "sp");
	} else if (reg == 14) {
		add_string(t, "lr");
	} else {
		add(t, "r%u", reg);
	}
}

static void add_special(struct text *t, int32_t number)
{
#define GROUP(names)                                                           \
	{                                                                      \
		names, sizeof(names) / sizeof(*names)                          \
	}
	static const struct {
		const char *const *names;
		size_t count;
	} groups[4] = {
		GROUP(special_core),
		GROUP(special_dma),
		GROUP(special_memory),
		GROUP(special_mesh),
	};
	unsigned group = (unsigned)number >> 6, index = (unsigned)number & 63;

	add_string(t, index < groups[group].count ? groups[group].names[index]
						  : "???");
}

static void add_name(struct text *t, const struct insn *in, const char *name)
{
	for (; *name; name++) {
		if (*name != '%') {
			add(t, "%c", (unsigned char)*name);
			continue;
		}
		name++;
		if (*name == 's') {
			add_string(t, sizes[in->cond]);
			continue;
		}
		/* Flags of the other unit: bbeq, movbeq. */
		add_string(t, conditions[in->cond]);
	}
}

static void add_index(struct text *t, const struct insn *in)
{
	if (in->bytes == 4) {
		add_string(t, in->imm ? "-" : "+");
	}
	add_reg(t, in->rm);
}

/* Displacements count units of the access; the sign is a bit of its own. */
static void add_disp(struct text *t, const struct insn *in)
{
	uint32_t disp = (uint32_t)in->imm;

	if (in->bytes == 4) {
		add_string(t, in->imm < 0 ? "-" : "+");
		disp = in->imm < 0 ? 0u - disp : disp;
	}
	add(t, "0x%x", disp >> in->cond);
}

static void add_memory(struct text *t, const struct insn *in,
		       enum isa_form form)
{
	int post = form == F_POST || form == F_POST_X;

	add_reg(t, in->rd);
	add_string(t, ",[");
	add_reg(t, in->rn);
	if (form == F_DISP && in->bytes == 2 && !in->imm) {
		add_string(t, "]");
		return;
	}
	add_string(t, post ? "]," : ",");
	if (form == F_INDEX || form == F_POST_X) {
		add_index(t, in);
	} else {
		add_disp(t, in);
	}
	add_string(t, post ? "" : "]");
}

static void add_registers(struct text *t, const struct insn *in)
{
	add_reg(t, in->rd);
	if (in->rn != NO_REG) {
		add_string(t, ",");
		add_reg(t, in->rn);
	}
	if (in->rm != NO_REG) {
		add_string(t, ",");
		add_reg(t, in->rm);
	}
}

static void add_operands(struct text *t, const struct insn *in,
			 enum isa_form form, uint32_t pc)
{
	switch (form) {
	case F_NONE:
	case F_RTS:
		return;
	case F_BRANCH:
		add(t, "0x%x", pc + (uint32_t)in->imm);
		return;
	case F_N:
		add_reg(t, in->rn);
		return;
	case F_INDEX:
	case F_POST_X:
	case F_DISP:
	case F_POST:
		add_memory(t, in, form);
		return;
	case F_TO_SPECIAL:
		add_special(t, in->imm);
		add_string(t, ",");
		add_reg(t, in->rd);
		return;
	case F_FROM_SPECIAL:
		add_reg(t, in->rd);
		add_string(t, ",");
		add_special(t, in->imm);
		return;
	case F_NUMBER:
		add(t, "0x%x", (unsigned)in->imm);
		return;
	case F_DN:
	case F_DNM:
	case F_DNM_TO:
		add_registers(t, in);
		return;
	case F_DN_SIMM:
		add_registers(t, in);
		add(t, ",%d", (unsigned)in->imm);
		return;
	case F_IMM:
	case F_DN_SHIFT:
		add_registers(t, in);
		add(t, ",0x%x", (unsigned)in->imm);
		return;
	}
}

void isa_text(const struct insn *in, uint32_t pc, char *text, size_t size)
{
	const struct isa_row *row = &isa_table[in->row];
	struct text t = {text, size};

	add_name(&t, in, row->name);
	if (row->form != F_NONE && row->form != F_RTS) {
		add_string(&t, " ");
	}
	add_operands(&t, in, row->form, pc);
}
