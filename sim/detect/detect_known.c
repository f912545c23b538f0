/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Clocks with an entry for each pair of cores: how far a core has come, and up to
 * where its writes to each other core have landed there.  The latter is less,
 * as nothing orders writes to different cores (rule (d)).
 *
 * What is known of one core is a block that many clocks share, since it comes from
 * that core and is passed on.  It is changed only where one clock has it.
 */
#include <string.h>

#include "sim/detect/detect.h"
#include "sim/chip/host.h"

struct known {
	struct known *next; /* if nobody uses it */
	uint32_t users;
	uint32_t done;     /* a core has come so far .. */
	uint32_t landed[]; /* .. and its writes to each core up to here */
};

struct clock {
	uint32_t cores;
	struct known *of[]; /* each core; null: nothing */
};

static struct known *spare;

static size_t known_bytes(void)
{
	return sizeof(struct known) + engine.count * sizeof(uint32_t);
}

static struct known *known_new(void)
{
	struct known *k = spare;

	if (!k) {
		k = host_alloc(known_bytes());
	} else {
		spare = k->next;
		memset(k, 0, known_bytes());
	}
	k->users = 1;
	return k;
}

static void let_go(struct known *k)
{
	if (k && --k->users == 0) {
		k->next = spare;
		spare = k;
	}
}

/* What this clock knows of a core, for the caller to change. */
static struct known *own(struct clock *clock, uint32_t rank)
{
	struct known *old = clock->of[rank], *k = old;

	if (!old || old->users > 1) {
		k = clock->of[rank] = known_new();
		if (old) {
			memcpy(k, old, known_bytes());
			k->users = 1;
			let_go(old);
		}
	}
	return k;
}

static bool covers(const struct known *a, const struct known *b)
{
	uint32_t less = a->done < b->done;

	for (uint32_t i = 0; i < engine.count; i++) {
		less |= a->landed[i] < b->landed[i];
	}
	return !less;
}

static uint32_t most(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

struct clock *clock_new(void)
{
	struct clock *clock =
		host_alloc(sizeof(*clock) + engine.count * sizeof(*clock->of));

	clock->cores = engine.count;
	return clock;
}

void clock_copy(struct clock *to, const struct clock *from)
{
	for (uint32_t i = 0; i < to->cores; i++) {
		let_go(to->of[i]);
		to->of[i] = from ? from->of[i] : NULL;
		if (to->of[i]) {
			to->of[i]->users++;
		}
	}
}

static void learn_of(struct clock *to, uint32_t rank, struct known *more)
{
	struct known *k = to->of[rank];

	if (!k || covers(more, k)) {
		more->users++;
		let_go(k);
		to->of[rank] = more;
	} else if (!covers(k, more)) {
		k = own(to, rank);
		k->done = most(k->done, more->done);
		for (uint32_t i = 0; i < engine.count; i++) {
			k->landed[i] = most(k->landed[i], more->landed[i]);
		}
	}
}

void clock_learn(struct clock *to, const struct clock *from)
{
	for (uint32_t i = 0; i < to->cores; i++) {
		if (from->of[i] && from->of[i] != to->of[i]) {
			learn_of(to, i, from->of[i]);
		}
	}
}

uint32_t clock_done(const struct clock *clock, uint32_t rank)
{
	return clock->of[rank] ? clock->of[rank]->done : 0;
}

uint32_t clock_landed(const struct clock *clock, uint32_t rank, uint32_t at)
{
	return clock->of[rank] ? clock->of[rank]->landed[at] : 0;
}

void clock_step(struct clock *clock, uint32_t rank)
{
	own(clock, rank)->done++;
}

void clock_land(struct clock *clock, uint32_t rank, uint32_t at, uint32_t count)
{
	struct known *k = own(clock, rank);

	k->landed[at] = most(k->landed[at], count);
}
