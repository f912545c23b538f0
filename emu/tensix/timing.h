/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long things take, in clocks.  What differs between the chips is in details.c.  Figures
 * of pipelines and links are the vendor's; "fitted" ones make programs of
 * tests/tensix take as long as its published measurements.
 */
#ifndef EMU_TENSIX_TIMING_H
#define EMU_TENSIX_TIMING_H

enum {
	/* A core: until a load's result may be used. */
	T_LOCAL = 2,
	T_L0 = 2,
	T_REGISTER = 7,
	T_L1 = 8,
	T_ATOMIC = 12,

	T_MULTIPLY = 2,
	T_DIVIDE_LEAST = 6,
	T_DIVIDE_SHORT = 2,   /* by nought, or of less than the divisor */
	T_STORE_L1 = 5,       /* from one store to the next in L1 */
	T_STORE_LANDS = 4,    /* at the soonest; unverified */
	T_STORE_DEVICE = 3,   /* the same of a register; unverified */
	T_STORE_LATE = 40,    /* what the seed adds to one in 16, at most; --store-late */
	T_STORE_OUT = 2,      /* to leave the queue: the next load goes first */
	T_STORE_OUT_LATE = 3, /* what the seed adds, likewise */
	T_HANDLER = 10, /* until the handler's first instruction; unverified */
	T_CLEAR_LOCAL = 2048, /* Blackhole, after reset */

	/* A network: NIU to router and back, router to router. */
	T_DOOR = 5,
	T_HOP = 9,
	T_ACCEPT = 2,       /* until an initiator is free again; unverified */
	T_READ_SOURCE = 16, /* from the request to the first flit; unverified */
	T_ATOMIC_DONE = 10, /* between two of them in one place; unverified */

	/* Ethernet; all are assumed.  A hop of the vendor's takes 655 ns, software included. */
	T_PACKET_READ = 20,  /* from a command to the wire */
	T_WIRE = 400,        /* to the recipient's pointer */
	T_PACKET_LANDS = 20, /* from there, until its bytes are in L1 */

	/* Cores take turns so often: nothing reaches another tile sooner. */
	T_WINDOW = 16,
};

#endif
