/* SPDX-License-Identifier: Apache-2.0 */
/* One of a tile's RISC-V cores; BRISC and NCRISC are modelled, the others not. */
#ifndef EMU_TENSIX_CORE_H
#define EMU_TENSIX_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/tensix/isa.h"

enum {
	CORE_B,
	CORE_NC,
	CORES,
	STORES = 8, /* of a core, on their way to L1 */
	RETIRE = 8, /* instructions between entry and retirement */
	L0_LINES = 4,
	L0_BYTES = 16,
	DEVICES = 16, /* device_of */
};

enum state {
	CORE_RESET, /* held */
	CORE_RUNS,
	CORE_POLLS, /* runs, but nothing that it looks at changes: poll.h */
};

/* Why the run loop must look up before the next instruction. */
enum attention {
	LOOK_STATE = 1,
	LOOK_INTERRUPT = 2,
	LOOK_STEP = 4, /* trace, or code that was written in this tile */
};

/*
 * A store on its way to L1.  Own loads see it from `out` on, when it has left the store
 * queue; all others when it has landed.
 */
struct store {
	uint64_t out, lands;
	uint32_t address, value;
	uint8_t bytes;
};

/* A store on its way to a device: a load from the same address comes after it. */
struct device_store {
	uint64_t time;
	uint32_t address;
};

/* One turn of a loop, to see whether the next one is the same: poll.c. */
struct turn {
	uint32_t pc, trail;
	uint64_t look; /* clock of its last look at something that may change */
	uint32_t times; /* that it was the same, in a row */
	uint32_t r[REGISTERS_ALL],
		before[REGISTERS_ALL]; /* last turn, one earlier */
	uint64_t clock, insns;         /* at its end */
	uint64_t since;
	uint64_t look_after; /* from a turn's beginning */
	uint64_t change_insns;
	uint32_t clocks;
	bool timed;
};

struct core {
	uint32_t pc;
	uint8_t attention, state;
	bool busy;      /* this turn of a loop did more than to look: poll.c */
	uint32_t trail; /* where this turn of a loop has looked */
	uint64_t clock;
	uint32_t r[REGISTERS_ALL];
	uint64_t ready[REGISTERS_ALL]; /* clock at which it may be used */
	uint64_t retire[RETIRE], retired;
	uint64_t insns;
	uint32_t at;       /* the instruction that runs */
	uint32_t asked_at; /* the one whose store reaches a device now */
	struct tile *tile;
	unsigned which;
	uint8_t *local; /* RAM */

	struct store stores[STORES]; /* a ring */
	uint32_t store_first, store_count;
	uint64_t store_last; /* when the last one lands */
	uint64_t device_last[DEVICES];
	struct device_store device[8]; /* the last ones, a ring */
	uint32_t device_next;

	/* Blackhole: the data cache; lines are replaced in turn. */
	uint32_t l0_address[L0_LINES]; /* 1: none */
	uint8_t l0[L0_LINES][L0_BYTES];
	uint32_t l0_next;
	uint32_t config; /* CSR 0x7c0 */

	bool in_handler;
	uint32_t return_pc;

	struct turn turn;
	uint64_t asleep_until; /* of CORE_POLLS; says which event is its own */
	uint64_t slept;

	bool listed;
	uint64_t interrupts, loads, stores_made;
};

extern const char *const core_names[CORES];

/* Begin at pc, registers and local RAM as after reset; or be held. */
void core_start(struct core *core, uint32_t pc, uint64_t clock);
void core_hold(struct core *core);

/* Run up to chip.horizon, or until it stops running. */
void core_run(struct core *core);

/* attention follows from state, interrupts, trace. */
void core_look(struct core *core);

/* The instruction at core->pc, decoded; an error where there can be none. */
const struct insn *core_fetch(struct core *core);

/* CSR instructions, mret. */
void core_csr(struct core *core, const struct insn *in);
void core_mret(struct core *core);

/* The interrupt controller, pic.c: take what is due; is anything? */
void core_interrupt(struct core *core);
bool core_interrupt_due(const struct core *core);

/* The run ends: the core did what stops or breaks a chip.  Never returns. */
_Noreturn void core_die(const struct core *core, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
