/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules: in which order a process sends to and takes from its partners.
 *
 * Processes do one after the other of their steps and cannot wait for each other in a
 * circle.  `random` and `naive` are each one order of all pairs {sender, receiver}, the same
 * on all processes, of which each keeps what it takes part in: the first pair of all that
 * are left has both its processes there.  `latin` has rounds, and in each a process sends
 * before it takes.  What it sends has room as soon as what it sent in rounds before is
 * taken; so of the processes that are in the earliest round one can always go on.
 *
 *  latin   in round r process i sends to i + r and takes from i - r: each has one
 *          sender at a time (the cyclic Latin square).  Neighbours so are served in two
 *          rounds by all; in the rounds of topology/latin.h, one pair after the other
 *  random  another random order in each superstep, for each sender its own
 *  naive   all send to process 0, then all to 1, ..: what programs do that loop over
 *          processes; the baseline
 *  slots   no steps: see slots.c.  Not on ports whose receivers give their buffers to
 *          senders (exchange.c): nobody can send there whom the receiver does not expect
 */
#ifndef BSP_ORDER_H
#define BSP_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "arch/small.h"

/* Chunks go to the receiver's buffers, as gets are dear; a test has its own. */
#ifndef BSP_PUSHES
#define BSP_PUSHES (ARCH_GET_COST > 200)
#endif

/* One step of a process: takes from, or sends to, a partner. */
struct order_step {
	uint16_t partner;
	bool send;
};

enum {
	ORDER_STEPS = 2, /* of each partner */
	ORDER_SLOT_US = 2,
};

typedef uint32_t order_make(struct order_step *steps, uint32_t me,
			    uint32_t procs, uint32_t superstep);

struct order {
	const char *name;
	/* Fills in steps for all partners; returns how many there are.  Null: slots. */
	order_make *make;
};

/* Ends with a null name; the first is what is used if nobody says otherwise. */
extern const struct order bsp_orders[];

/* Does the port have room for what is kept, and for the code? */
#define BSP_BY_PID (!ARCH_NEAR)

/*
 * How data go, on all processes alike.  bsp_begin takes the schedule from
 * WEFT_BSP_SCHEDULE, and by_pid from WEFT_BSP_OVERLAP.  Tests and experiments set the
 * rest before that.
 */
extern struct bsp_options {
	const struct order *order;
	uint32_t
		chunk; /* bytes that go at once, by 4; 0: what there is room for */
	uint32_t slot_us; /* a slot's length; 0: all slots begin at once */
	uint32_t slot;    /* the same in cycles, from bsp_begin on */
	bool by_pid;      /* WEFT_BSP_OVERLAP=pids: see sink.c */
} bsp_options;

/* A number below n, which looks random and is another one for other pairs and turns. */
uint32_t order_draw(uint32_t from, uint32_t to, uint32_t turn, uint32_t n);

/* The order of that name; panics, with a list, if there is none. */
ARCH_COLD const struct order *order_named(const char *name);

#endif
