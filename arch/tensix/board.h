/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensix: where everything lies, and what the port's files share.  One tile is one
 * core of weft's: BRISC; the other four processors of a tile are the application's, but
 * for NCRISC in a program that lends it the library (helper.c).
 *
 * A tile's L1, by linker/tensix.ld, at the same addresses on each:
 *
 *   0x000000  first instructions; at 0x20 the block that the loader knows (host.h)
 *   behind    bell and lock, which other tiles write
 *   behind    text, constants, variables
 *   behind    window 0; staging; console
 *   behind    the heap, up to the boot record and files
 *
 * The core's own local RAM, at 0xffb00000, has some variables of the port's and the
 * stack.  It is sooner read than L1, but no request reaches it, nor does NCRISC: in a
 * program that lends the stack is in L1.
 *
 * Interrupts.  Wormhole has none: `bell` is looked at wherever the contract lets an
 * interrupt be taken and the port is asked for something that may take long: unmasking,
 * waiting, sleeping, relaxing.  There weft_irq_entry is called.  Nothing progresses
 * while an application computes without a call.  Blackhole has them, for arch_raise,
 * unless its loader says that the bell is to be used (TENSIX_PORT_POLLS).  The timer
 * is looked at in those places on both.
 *
 * Masking is a variable: an interrupt that comes while it is set is noted, and taken
 * when it is cleared, by a call: raised again, it could come when it is set once
 * more, each time.  Who sets up a request holds them off (tensix_close),
 * as a handler would use the same registers.
 *
 * Order within the tile.  A core's stores to L1 are taken in order, but later than its
 * loads, unless those are of the very same address ("MemoryOrdering").  What another
 * tile, or the network interface, is to find in L1 is loaded back first: tensix_drain.
 */
#ifndef TENSIX_BOARD_H
#define TENSIX_BOARD_H

#include <chip.h>

#include "arch/tensix/host.h"

#define BOARD_WINDOW_BYTES 0x30000
#define BOARD_LOCAL        0xffb00000
#define BOARD_CANARY       0x57454654 /* at the stack's end */
#define BOARD_RING_BYTES   0x1000
#define BOARD_STACK_BYTES  0x4000 /* in L1, if it lends */

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"
#include "arch/common/port.h"

/* This core; in local RAM.  tp has its address, always: boot/tensix. */
struct tensix {
	uint32_t rank, count;
	uint32_t tile;         /* x and y in one: host.h */
	const uint32_t *tiles; /* by rank */
	uint32_t unseen;       /* order.h */
	uint32_t acked;        /* what the counter will say: order.h */
	uint32_t polls;        /* there are no interrupts: tensix_polls */
	uint32_t masked;       /* the library's interrupts */
	uint32_t pending;      /* one has come meanwhile */
	uint32_t taken;        /* .. that have been */
	uint32_t timed;        /* 1: `timer` is to come */
	uint32_t helps;        /* this is NCRISC: helper.c */
	uint64_t timer;
};
register struct tensix *tensix __asm__("tp");
extern struct tensix tensix_own;

/*
 * What other tiles write beside the window, a unit of 16 bytes each, as requests of
 * all kinds reach the first word of one.
 */
struct tensix_shared {
	volatile uint32_t bell __attribute__((aligned(16))); /* 1: raised */
	volatile uint32_t lock __attribute__((aligned(16))); /* 0: free */
	volatile uint32_t back __attribute__((aligned(16))); /* tensix_drain */
#ifdef BOARD_CHIP
	volatile uint32_t link __attribute__((aligned(16))); /* 1: rung */
#endif
};
extern struct tensix_shared tensix_shared;

extern uint8_t tensix_window[BOARD_WINDOW_BYTES];
extern struct tensix_host tensix_host; /* boot/tensix/start.S */
extern char tensix_ring[BOARD_RING_BYTES];

/* What is too large for the 4 KB of variables that a load reaches by gp. */
#define BOARD_LARGE __attribute__((section(".large"), aligned(16)))

/* Ends of BRISC's stack, and of NCRISC's: linker/tensix.ld. */
extern uint32_t tensix_canary, tensix_local_canary;

static inline uint32_t tensix_in_window(uint32_t offset)
{
	return (uint32_t)(uintptr_t)tensix_window + offset;
}

static inline void tensix_barrier(void)
{
	__asm__ volatile("" ::: "memory");
}

/* What L1 has now, not the cache. */
static inline void tensix_refresh(void)
{
	if (CHIP_CACHE) {
		__asm__ volatile("fence" ::: "memory");
	} else {
		tensix_barrier();
	}
}

/* The value is there before anything that follows: an instruction has used it. */
static inline void tensix_use(uint32_t value)
{
	__asm__ volatile("and %0, %0, %0" : "+r"(value)::"memory");
}

/*
 * This word of mine, and what I stored to L1 before it, is in L1.  A cache is emptied
 * first, or the load would be answered from there.
 */
static inline void tensix_landed(const volatile uint32_t *word)
{
	tensix_refresh();
	tensix_use(*word);
}

/* 0; and whoever uses it waits until all that I have stored to L1 is there. */
static inline uint32_t tensix_draining(void)
{
	tensix_shared.back = 0;
	tensix_refresh();
	return tensix_shared.back;
}

/* All that I have stored to L1 is there. */
static inline void tensix_drain(void)
{
	tensix_use(tensix_draining());
}

/* Is the bell looked at?  On Blackhole, if the loader says so. */
static inline bool tensix_polls(void)
{
	return !CHIP_INTERRUPTS || tensix->polls;
}

/* A register of this tile. */
static inline volatile uint32_t *tensix_reg(uintptr_t at)
{
	return (volatile uint32_t *)at;
}

/* Hold interrupts off, where there are any.. */
static inline __attribute__((always_inline)) uint32_t tensix_close(void)
{
	uint32_t state = tensix->masked;

	if (CHIP_INTERRUPTS) {
		tensix->masked = 1;
		tensix_barrier();
	}
	return state;
}

/* .. and let them come again; irq.c: take the one that has come meanwhile. */
void tensix_reopen(void);

static inline __attribute__((always_inline)) void tensix_open(uint32_t state)
{
	if (CHIP_INTERRUPTS) {
		tensix_barrier();
		if (!state) {
			tensix_reopen();
		}
	}
}

/*
 * helper.c: NCRISC's first instructions (boot/tensix/helper.S), and what they call.
 */
void tensix_helper_start(void);
ARCH_COLD _Noreturn void tensix_helper(void);

/* irq.c: what is looked for and is due is taken now, if it is not masked. */
void tensix_poll(void);
ARCH_COLD _Noreturn void tensix_overflow(const uint32_t *canary);
ARCH_COLD void tensix_irq_init(void);

/* Where Blackhole's cores go when interrupted; it calls the second one. */
void tensix_interrupt_entry(void);
void tensix_interrupt(void);

/* where.c: who am I, by the boot record. */
struct arch_boot;
ARCH_COLD void tensix_where_init(void);

/*
 * Several chips (chips/): windows of the others, and what is to be done on the door of
 * this one.  `waits`: the caller does.  BOARD_TILES: of all ranks, with chips' numbers.
 */
#ifndef BOARD_FAR
#define BOARD_FAR(rank)        ((void)(rank), false)
#define BOARD_TILES            tensix->tiles
#define BOARD_FAR_QUIET()      ((void)0)
#define BOARD_LINK_BYTES       0
#define BOARD_LINK_OPEN()      ((void)0)
#define BOARD_LINK_LOOK(waits) ((void)(waits))
#endif

/* boot/tensix/start.S calls it. */
ARCH_COLD _Noreturn void tensix_start(void);

#endif
#endif
