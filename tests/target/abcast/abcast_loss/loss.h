/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of a test in which cores are lost: what is sent, and what has come. */
#ifndef TESTS_LOSS_H
#define TESTS_LOSS_H

#include <weft/weft.h>

enum {
	CORES = 128,
	MOST = 2048, /* messages of a core */
	MORE = 100,  /* than the eager limit, a long message */
};

extern weft_rank_t me, cores;
extern bool whole_messages, posts; /* how this core receives */
extern uint32_t eager;
extern uint8_t *in; /* room for so many bytes */
extern uint32_t got[CORES]
		   [MOST / 32]; /* others' that have come whole, a bit each */

uint32_t size_of(uint32_t message);

static inline void set(uint32_t *bits, uint32_t i)
{
	bits[i / 32] |= UINT32_C(1) << i % 32;
}

static inline uint8_t byte_of(weft_rank_t root, uint32_t message, uint32_t at)
{
	return (uint8_t)(root * 59 + message * 7 + at + at / 251);
}

/* take.c: receive from now on, in the handler or not. */
void take_begin(bool handler);

/* What has come by now, or within that; what it said at the end. */
int take(weft_us_t within);

#endif
