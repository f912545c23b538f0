/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Relaxed memory: all that the port contract allows and an SCC does not do.
 *  - Every write lands late, by a delay that is short for most, doubles with
 *    half the likelihood each time and ends for all; the sender goes on.  Only
 *    what two calls write to one core lands in the order of these calls; the
 *    lines of one call, or their pieces of an atom, land in any order, each by
 *    itself.
 *  - A read that is no acquire returns, atom by atom, what is there or what was
 *    there before, as far back as this core's last acquire.
 *  - Own writes are not seen in L1.
 *  - A request for interrupt waits for the flags written to its target, and for
 *    no other write.
 */
#include <string.h>

#include "sim/chip/engine.h"
#include "sim/chip/host.h"

enum {
	SHORTEST = 8,   /* the delay of most, as a part of detour .. */
	DOUBLINGS = 10, /* .. which grows by 2 to this power at most */
	RARE = 1 << 10, /* for one draw of that many */
	HALF = 1,       /* engine_random's `most` for a coin */
};

/* One core's writes to one other. */
struct stream {
	uint64_t call;         /* the last one that wrote .. */
	uint64_t landed;       /* .. has landed, with those before */
	uint64_t before;       /* those before it have */
	uint64_t flags_landed; /* up to the last that was flushed */
};

/* A line as it was before its last landing. */
struct past {
	uint64_t until;
	uint8_t bytes[PROFILE_LINE_MAX];
};

struct relaxed {
	struct stream *to; /* each rank */
	struct past *past; /* of each line of the window */
	uint64_t acquired; /* reads may be as old as this */
};

void relaxed_create(struct core *core)
{
	const struct profile *p = &engine.profile;
	struct relaxed *r = host_alloc(sizeof(*r));

	r->to = host_alloc(engine.count * sizeof(*r->to));
	r->past =
		host_alloc(p->window_bytes / p->line_bytes * sizeof(*r->past));
	core->relaxed = r;
}

static uint64_t delay(struct core *core)
{
	uint64_t most = engine.profile.detour / SHORTEST;
	uint64_t draw = engine_random(core, RARE - 1);

	for (int i = 0; i < DOUBLINGS && (draw & 1); i++) {
		draw >>= 1;
		most *= 2;
	}
	return engine_random(core, most);
}

/* The packet that has left lands, piece by piece. */
void relaxed_land(struct core *core, uint64_t time)
{
	struct packet piece = core->leaving;
	struct stream *to = &core->relaxed->to[piece.rank];
	uint64_t ones = UINT64_MAX >> (64 - engine.atom);

	if (to->call != piece.call) {
		to->call = piece.call;
		to->before = to->landed;
	}
	for (uint64_t at = 0; at < engine.profile.line_bytes;
	     at += engine.atom) {
		uint64_t lands;

		piece.mask = core->leaving.mask & ones << at;
		if (!piece.mask) {
			continue;
		}
		lands = later(time + delay(core), to->before);
		to->landed = later(to->landed, lands);
		memory_delay(core, &piece, lands);
	}
	if (piece.flushed) {
		to->flags_landed = to->landed;
	}
}

uint64_t relaxed_landed(const struct core *core, uint32_t rank, bool flags)
{
	const struct stream *to = &core->relaxed->to[rank];

	return flags ? to->flags_landed : to->landed;
}

/* A line is about to change. */
void relaxed_replace(struct core *window, uint32_t line, uint64_t time)
{
	struct past *past = &window->relaxed->past[line];
	uint64_t bytes = engine.profile.line_bytes;

	memcpy(past->bytes, window->window + line * bytes, bytes);
	past->until = time;
}

void relaxed_acquire(struct core *core, uint64_t time)
{
	core->relaxed->acquired = later(core->relaxed->acquired, time);
}

/* A line has been read; some atoms of it were read earlier than that. */
void relaxed_sample(struct core *core)
{
	const struct core *window = &engine.cores[core->read.rank];
	uint64_t bytes = engine.profile.line_bytes;
	uint64_t line = (uint64_t)(core->read.from - window->window) / bytes;
	const struct past *past = &window->relaxed->past[line];
	uint8_t *to = core->read.to;

	if (past->until <= core->relaxed->acquired) {
		return;
	}
	for (uint64_t at = 0; at < bytes; at += engine.atom) {
		if (engine_random(core, HALF)) {
			memcpy(to + at, past->bytes + at, engine.atom);
		}
	}
}
