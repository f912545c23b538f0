/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What happens at a time: transactions that arrive, timers, units of DMA.
 * Events of one time happen in the order in which they were made.
 */
#ifndef EMU_EPIPHANY_EVENT_H
#define EMU_EPIPHANY_EVENT_H

#include <stdint.h>

enum event_kind {
	EVENT_WRITE,    /* value arrives at target */
	EVENT_READ,     /* core's load arrives at target */
	EVENT_TESTSET,  /* its TESTSET does */
	EVENT_REPLY,    /* the answer is back: value for core's register */
	EVENT_DMA_READ, /* as EVENT_READ, for core's channel */
	EVENT_DMA_DATA, /* what it has read arrives at its destination */
	EVENT_DMA_UNIT,
	EVENT_TIMER,
	EVENT_WAND,
	EVENT_SYNC,
	EVENT_SCRIPT, /* the host's half goes on */
	EVENT_RESUME, /* core's own clock has come; see run_cores */
};

struct event {
	uint64_t time;
	uint64_t value;
	uint32_t offset;     /* in the target */
	uint32_t address;    /* EVENT_DMA_READ: where the data go */
	uint32_t generation; /* of a timer or channel */
	int32_t target;      /* index of a core, or TARGET_EXTERNAL */
	int32_t core;        /* whose */
	uint8_t kind;
	uint8_t size; /* log2 of the bytes */
	uint8_t unit; /* register, timer or channel */
};

/* Make it happen. */
void event_add(struct event event);

/* The time of the next one; UINT64_MAX: there is none. */
uint64_t event_next(void);
struct event event_take(void);

#endif
