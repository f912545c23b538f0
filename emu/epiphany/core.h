/* SPDX-License-Identifier: Apache-2.0 */
/* One core: registers, memory, interrupts, timers, DMA channels. */
#ifndef EMU_EPIPHANY_CORE_H
#define EMU_EPIPHANY_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/epiphany/dma.h"
#include "emu/epiphany/memory.h"
#include "emu/epiphany/timer.h"

enum state {
	CORE_RUNS,
	CORE_IDLE,   /* after IDLE, or never started */
	CORE_WAITS,  /* for a load from afar */
	CORE_HALTED, /* by DEBUGCMD or a breakpoint */
	CORE_ENDED,  /* by a trap */
};

/* Bits of STATUS. */
enum {
	ST_ACTIVE = 1u << 0,
	ST_GID = 1u << 1, /* interrupts are globally disabled */
	ST_KERNEL = 1u << 2,
	ST_WAND = 1u << 3,
	ST_AZ = 1u << 4,
	ST_AN = 1u << 5,
	ST_AC = 1u << 6,
	ST_AV = 1u << 7,
	ST_BZ = 1u << 8,
	ST_BN = 1u << 9,
	ST_BV = 1u << 10,
	ST_AVS = 1u << 12,
	ST_BIS = 1u << 13,
	ST_BVS = 1u << 14,
	ST_BUS = 1u << 15,
	ST_EXCAUSE = 15u << 16,
	ST_FIXED = ST_ACTIVE | ST_GID | ST_KERNEL, /* not by MOVTS STATUS */
	ST_A_FLAGS = ST_AZ | ST_AN | ST_AC | ST_AV,
	ST_B_FLAGS = ST_BZ | ST_BN | ST_BV,
};

/* Bits of CONFIG. */
enum {
	CONFIG_TRUNCATE = 1u << 0,
	CONFIG_INVALID = 1u << 1,
	CONFIG_OVERFLOW = 1u << 2,
	CONFIG_UNDERFLOW = 1u << 3,
	CONFIG_TIMERS = 0xffu << 4,
	CONFIG_MESH = 15u << 12,
	CONFIG_ARITHMETIC = 7u << 17,
	CONFIG_INTEGER = 4u << 17,
	CONFIG_TIMER_WRAP = 1u << 26, /* fourth generation */
	CONFIG_RESET = 0x00400000,
};

/* Why the run loop has to look up: bits of core.attention. */
enum {
	LOOK_INTERRUPT = 1, /* one can be taken now */
	LOOK_STATE = 2,     /* it does not run any more */
	LOOK_STEP = 4,      /* hardware loop, counters or trace */
};

struct core {
	uint64_t clock;
	uint32_t pc, status;
	uint32_t at; /* the last instruction, for messages */
	unsigned attention;
	uint32_t config;
	uint32_t r[65];     /* the last is what an absent operand reads */
	uint64_t ready[65]; /* clock at which a register may be used */
	uint64_t insns;
	uint32_t stack_low; /* the lowest address stored to by [sp] */
	uint32_t stack_limit;
	uint32_t fetch_line; /* of external memory */

	enum state state;
	uint32_t id, index;
	bool loaded; /* has an image, and is started by the host */
	bool listed; /* in chip.active */
	uint32_t ilat, imask, ipend, iret;
	uint32_t lc, ls, le; /* hardware loop */
	uint32_t mesh_config;
	struct timer timers[2];
	struct dma dma[2];
	struct memory sram;
	uint64_t *sent; /* when the last write to each target arrives */

	/* Counters. */
	uint64_t ialu, fpu, stalls, remote_stalls, idle_clocks;
	uint64_t idle_since;
	uint64_t writes, reads, interrupts;
	uint64_t
		moved; /* bytes that its loads, stores and DMA took elsewhere */
	int exit_status;
};

/* Registers after reset; SRAM stays. */
void core_reset(struct core *core);

/* Run up to chip.horizon, or until it stops running. */
void core_run(struct core *core);

/* attention follows from state, interrupts, loop counter, timers, trace. */
void core_look(struct core *core);

/* This core runs from now on; at `clock` at the earliest. */
void core_wake(struct core *core, uint64_t clock);

/* STATUS.WAND of this core becomes `set`. */
void core_wand(struct core *core, bool set);

/* The core stops running: it idles, waits, is halted, or has ended. */
void core_leave(struct core *core, enum state state);

/* Control instructions other than jumps; `in` is at pc, core->pc behind it. */
void core_control(struct core *core, const struct insn *in, uint32_t pc);

/* Loads and stores beyond the fast path in execute.c. */
void core_load(struct core *core, uint32_t address, unsigned size,
	       unsigned reg);
void core_store(struct core *core, uint32_t address, unsigned size,
		unsigned reg);
void core_testset(struct core *core, uint32_t address, unsigned size,
		  unsigned reg);
void core_stack_grows(struct core *core, uint32_t address);

/*
 * The instruction at core->pc; an error where there can be none.  Null: it has been
 * asked for, and time goes by.
 */
const struct insn *core_fetch(struct core *core);

/* FADD to FABS, or what integer mode makes of them. */
void core_fpu(struct core *core, const struct insn *in);

/* Interrupts may have become possible: core_look, and wake the core. */
void core_check_interrupts(struct core *core);

/* Interrupt n, 0 to 9, is latched; events merge. */
void core_latch(struct core *core, unsigned n);

/* Take the interrupt that LOOK_INTERRUPT stands for. */
void core_interrupt(struct core *core);

/* What EXCAUSE says; the number depends on the chip. */
enum cause {
	CAUSE_SWI,
	CAUSE_UNALIGNED,
	CAUSE_FPU,
	CAUSE_UNIMPLEMENTED,
	CAUSE_ILLEGAL,
};
void core_exception(struct core *core, enum cause cause);

/* Memory-mapped registers: offset from 0xf0000, `remote` from another core. */
uint32_t registers_read(struct core *core, uint32_t offset, bool remote);
void registers_write(struct core *core, uint32_t offset, uint32_t value,
		     bool remote);

/* `trap n`. */
void semihost_trap(struct core *core, unsigned number);

#endif
