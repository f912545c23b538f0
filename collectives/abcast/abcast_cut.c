/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a message is cut into chunks: as few as need be, all alike, so that the last
 * is not short.
 *
 * But where nobody else sends they begin small and grow, so that others copy while
 * the next one is put.  They take twice as long for a line as its root, and it
 * takes some to tell them; a chunk is to be there when they are through with the
 * last one.  48 cores have a message of 32 lines 9 % earlier by that, of 64 and 96 lines
 * 16 and 19 % (bench/abcast.c).
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "topology/arith.h"

enum {
	/* Lines [measured]: of the first of growing chunks .. */
	LEAST_FIRST = 6,
	MOST_FIRST = 24,
	WHILE_TOLD = 6, /* .. put while others are told; .. */
	TOO_SHORT = 16, /* .. and of a last one. */
};

/* How the present message is cut, in lines. */
static bool it_grows;
static uint32_t next_lines; /* of the next chunk */
static uint32_t room;       /* in all chunks after it that there may be */
static uint32_t heard;      /* chunks of others when I began the last one */

static uint32_t most_lines(void)
{
	return abcast.inbox.chunk / ABCAST_CHUNK_LINE;
}

static uint32_t lines_in(uint32_t bytes)
{
	return (bytes + ABCAST_CHUNK_LINE - 1) / ABCAST_CHUNK_LINE;
}

static bool grows(void)
{
	return ABCAST_FLAT && it_grows;
}

static uint32_t alike(uint32_t all)
{
	uint32_t most = most_lines(), rest, chunks;

	if (all <= most) {
		return most;
	}
	chunks = arith_div(all + most - 1, most, &rest);
	return arith_div(all + chunks - 1, chunks, &rest);
}

static uint32_t first_of_some(uint32_t all)
{
	uint32_t first = (all >> 2) + LEAST_FIRST;

	return first < MOST_FIRST ? first : MOST_FIRST;
}

static void make_plan(uint32_t bytes)
{
	uint32_t all = lines_in(bytes);

	if (!ABCAST_FLAT) {
		next_lines = alike(all);
		return;
	}
	it_grows = notifier_has_board(&abcast.notifier) &&
		   bytes > ABCAST_UNCUT && heard == abcast.stats.chunks &&
		   abcast_both_free();
	next_lines = grows() ? first_of_some(all) : alike(all);
	room = UINT32_MAX;
	if (bytes <= inbox_eager(&abcast.inbox)) {
		room = lines_in(inbox_eager(&abcast.inbox)) - most_lines();
	}
	heard = abcast.stats.chunks;
}

/* Lines of the next one, where so many are left, and of those after it. */
static uint32_t grown(uint32_t left, uint32_t most)
{
	uint32_t lines = next_lines;

	if (left > room && lines < left - room) {
		lines = left - room; /* W chunks hold a short one */
	}
	if (left <= most && left < lines + TOO_SHORT) {
		return most; /* all the rest */
	}
	room -= room > most ? most : room;
	lines = lines < most ? lines : most;
	if (lines > WHILE_TOLD) {
		next_lines = lines + lines - WHILE_TOLD;
	}
	return lines;
}

uint32_t abcast_cut(uint32_t bytes, uint32_t at)
{
	uint32_t left = lines_in(bytes - at), most = most_lines();

	if (at == 0) {
		make_plan(bytes);
	}
	if (grows()) {
		return grown(left, most);
	}
	return left > most ? next_lines : most;
}
