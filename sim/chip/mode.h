/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Modes: what may stand beside what the chip does, or in its place.
 *
 * The chip's files know no mode by name: not detectors, faults, schedules, seeds or
 * timelines.  They say what happens, to every mode that has been added, and ask the
 * present conditions and the present player.  sim/main.c adds what the command line
 * asks for.  Arrows go from a mode to the chip only.
 */
#ifndef SIM_CHIP_MODE_H
#define SIM_CHIP_MODE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/chip/visible.h"

struct core;
struct packet;
struct transaction;

/* One that looks on.  Members that it does not need are null. */
struct mode {
	/* The running core is about to do something that others can see. */
	void (*before)(struct core *core);
	/* That has been done, at this time. */
	void (*after)(const struct visible *what, uint64_t time);
	/* These bytes have landed in a window. */
	void (*landed)(struct core *window, const struct packet *packet,
		       uint64_t time);
	/* Members of a core's JSON object in the report: ", \"name\": value". */
	void (*describe)(FILE *f, const struct core *core);
	/* Nothing more will happen.  Before the report of who waits .. */
	void (*last)(void);
	/* .. and after it: the status to exit with, given that of the others. */
	int (*end)(int status);

	struct mode *next; /* the list's own */
};

/* In the order in which they are added they are told; their ends likewise. */
void mode_add(struct mode *mode);

void modes_before(struct core *core);
void modes_after(const struct visible *what, uint64_t time);
void modes_landed(struct core *window, const struct packet *packet,
		  uint64_t time);
void modes_describe(FILE *f, const struct core *core);
void modes_last(void);

/* The end of the run: every mode's end, then this process's. */
_Noreturn void modes_exit(int status);

/* Is there one that wants to know what has been done?  It costs to say. */
extern bool modes_listen;

/*
 * What the chip's parts are like at the moment.  Without faults: as the profile has
 * it.  One that changes them gives all members.
 */
struct conditions {
	/* So much later does this core start; its DRAM takes so many times longer. */
	uint64_t (*late)(const struct core *core);
	uint64_t (*dram)(struct core *core);
	/* Does nobody's hand hold this core's test-and-set register? */
	bool (*held)(struct core *owner, uint64_t time);
	/* An interrupt from one core to another takes effect. */
	void (*raise)(struct core *from, struct core *to, uint64_t time);
	/* The core's clock has reached its pace_at. */
	void (*pace)(struct core *core);
};
extern const struct conditions *conditions;

/* What a seed draws may be changed on its way: the core's nth number. */
extern uint64_t (*mode_drawn)(uint32_t rank, uint32_t nth, uint64_t value);

/*
 * One that plays the cores itself, instead of virtual time; null: nobody does.  It
 * is asked by the running core, but for pending and step.
 */
struct player {
	/* A transaction: returns when it has been acted on. */
	void (*access)(struct core *core, const struct transaction *what);
	/* A test-and-set, or its end: returns when it may be done. */
	void (*tas)(struct core *core, uint32_t rank, bool clear);
	/* Room for a line among what is on its way. */
	void (*room)(struct core *core);
	/* An interrupt has come to that core. */
	void (*pending)(struct core *core);
	/* How far may it run?  Its clock has come so far. */
	void (*horizon)(struct core *core);
	void (*tick)(void);
	/* The number of the step that is being taken. */
	uint32_t (*step)(void);
	/* Instead of the engine's own loop; does not return. */
	void (*run)(void);
};
extern const struct player *player;

#endif
