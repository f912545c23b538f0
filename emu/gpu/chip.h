/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The emulated GPU: a core is a block on an SM of its own, with an L1; all meet in L2,
 * which is the memory.  A block's threads share its L1 and shared memory.  They run one
 * after another, each for a while, and each has its own clock.
 *
 * Stores are held back: each has a time by chance at which it reaches L2.  Those to one
 * place keep their order, and a fence keeps what its thread writes behind what that thread
 * wrote before, and what others of the block wrote before a barrier.  A load sees the
 * block's own stores.  Plain loads come from the core's L1, whose
 * lines stay as they were when they came, until an acquire or a fence drops them all.
 * Relaxed loads come from L2, or, by chance, from a line that is in L1, as it was when the
 * core first read there since an acquire: that is a load that was made early.  PTX
 * promises no more.  What it promises and the emulator does not use: stores reach all cores
 * at once.
 */
#ifndef EMU_GPU_CHIP_H
#define EMU_GPU_CHIP_H

#include "emu/gpu/program.h"

enum {
	LINE = 128,
	LINES = 256,     /* of an L1 */
	HELD = 64,       /* stores of a core on their way, at most */
	STACK = 1 << 20, /* bytes of registers and arguments */
	CALLS = 1024,
	RETURN_BYTES = 64,
	CORES_MOST = 256,
};

/* Clocks of half a nanosecond; some are an H100's. */
enum {
	T_PLAIN = 4,
	T_CALL = 20,
	T_SHARED = 21,
	T_LOCAL = 28,
	T_L1 = 37,
	T_L2 = 279,
	T_ATOM = 292,
	T_FENCE = 666,
	T_BARRIER = 30,
	T_WINDOW = 256, /* a core's turn, at most */
};

struct held {
	uint64_t address, due, value[2];
	uint32_t bytes, phase;
	const struct thread *by;
};

struct line {
	uint64_t tag, epoch;
	uint8_t bytes[LINE];
};

struct frame {
	const struct function *function;
	const struct insn *next;
	uint64_t *registers;
	uint8_t *in, *out;
	uint64_t local;
};

struct core;

enum thread_state {
	THREAD_RUNS,
	THREAD_WAITS, /* at the block's barrier */
	THREAD_ENDED,
};

struct thread {
	struct core *core;
	uint32_t index; /* in its block */
	enum thread_state state;
	uint64_t clock;
	uint64_t floor;          /* stores from here on are due no sooner */
	const struct insn *insn; /* the present one */
	struct frame frames[CALLS], *frame;
	uint8_t *stack, *local;
	uint8_t result[RETURN_BYTES];
};

struct core {
	uint32_t index;
	bool ended;
	uint64_t clock; /* of the thread that is behind the others */
	uint64_t instructions, loads, stores, fences, early;
	struct thread *threads, *now; /* the present one */
	uint32_t count, phase;        /* barriers of the block so far */
	uint8_t *shared;
	struct held held[HELD];
	uint32_t held_count;
	uint64_t epoch; /* of lines that are fresh enough */
	struct line *lines;
};

struct chip {
	struct core *cores;
	uint32_t count, running;
	uint32_t columns, rows; /* threads of a block */
	uint64_t now, limit;
	uint64_t seed, chance; /* seed 0: nothing is held back, or early */
	uint64_t delay;        /* of a store, clocks at most */
	uint8_t *memory;       /* from GLOBAL_BASE */
	uint64_t memory_bytes;
	uint32_t local_bytes;
};

extern struct chip chip;

/* core.c: the same of a thread, which may wait or end before. */
void thread_start(struct thread *t, uint32_t function, uint64_t argument);
void thread_run(struct thread *t, uint64_t until);

/* block.c: begin a function with one argument, in all threads; run until that clock. */
void core_start(struct core *core, uint32_t function, uint64_t argument);
void core_run(struct core *core, uint64_t until);

/* memory.c: n bytes, 16 at most, atoms 8; aligned, at once. */
struct pair {
	uint64_t low, high;
};
struct pair memory_load(struct core *core, const struct insn *insn,
			uint64_t address, unsigned bytes);
void memory_store(struct core *core, const struct insn *insn, uint64_t address,
		  const uint64_t *value, unsigned bytes);
uint64_t memory_atom(struct core *core, const struct insn *insn,
		     uint64_t address, uint64_t a, uint64_t b);
void memory_fence(struct core *core, const struct insn *insn);

/* What is due reaches L2. */
void memory_settle(struct core *core, uint64_t until);

/* turns.c: run all cores; `look` is called now and then, until it does not return. */
_Noreturn void turns_run(void (*look)(void));

/* report.c: the core did what it must not. */
_Noreturn void core_die(const struct core *core, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

extern const char *report_stats_path;
void report_stats(void);

#endif
