/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48 time-out=120 */
/* weft-test: boards=scc-sim cores=47 modes=strict,relaxed seeds=3 time-out=120 */
/* weft-test: cores=3,17 time-out=120 env=WEFT_EPOCH=0xfffffff0 */
/*
 * The objects of collectives (collectives/team/team.h) on two subsets of the cores that
 * overlap, at the same time: each barrier keeps its own subset together, each
 * broadcast brings its own data, whatever the other subset is doing.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "collectives/barrier/barrier.h"
#include "published/baselines.h"
#include "collectives/bcast/bcast_choice.h"
#include "collectives/bcast/ocbcast.h"
#include "messages/chunk_pool.h"
#include "runtime/boot.h"
#include "runtime/wait.h"

#include "tests/target/tap.h"

enum {
	TEAMS = 2,
	CORES = 144, /* at most */
	ROUNDS = 12,
	WORDS = 576 * (ARCH_FLAG_STRIDE / 4), /* more than any of these needs */
	MOST = 9000,                          /* bytes: several chunks */
};

static struct subset {
	struct team team;
	uint16_t rank[CORES];
	uint32_t arrived; /* my flag: I have come to that round */
	uint32_t words, end;
	struct barrier_best barrier;
	struct barrier_dissemination dissemination;
	struct baseline_barrier baseline;
	struct ocbcast oc;
	void *object; /* of a form */
} subsets[TEAMS];

static uint8_t *data;
static uint32_t epoch; /* where words begin */

static bool has(const struct subset *s)
{
	return s->team.me < s->team.size;
}

/* The first two thirds; and the last two thirds, from the last core on. */
static void gather(struct subset *s, bool backwards)
{
	uint32_t cores = weft_size();
	uint32_t n = cores - cores / 3;

	s->team = (struct team){.me = CORES, .size = n, .rank = s->rank};
	for (uint32_t i = 0; i < n; i++) {
		s->rank[i] = (uint16_t)(backwards ? cores - 1 - i : i);
		if (s->rank[i] == weft_rank()) {
			s->team.me = i;
		}
	}
	weft_mpb_alloc(4, &s->arrived);
	if (weft_mpb_alloc(WORDS, &s->words)) {
		weft_panic("no room for the words");
	}
}

/*
 * All words of all cores, before anybody uses them.  The baselines' flags lie where the best
 * barrier has the word that says who has given up, so that is written for that one alone.
 */
static void fresh(bool best)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t t = 0; t < TEAMS; t++) {
		weft_flag_write(weft_rank(), subsets[t].arrived, 0);
		for (uint32_t at = 0; at < WORDS; at += 4) {
			weft_flag_write(weft_rank(), subsets[t].words + at,
					epoch);
		}
		if (best && has(&subsets[t])) { /* no core has given up */
			weft_flag_write(weft_rank(),
					subsets[t].barrier.given_up, 0);
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static void dawdle(void)
{
	if ((tap_own_random() & 7) == 0) {
		tap_delay(tap_below(tap_own_random(), 20000));
	}
}

/* Everybody of the team has come to that round, and nobody is two further. */
static bool all_in(const struct subset *s, uint32_t round)
{
	bool ok = true;

	for (uint32_t i = 0; i < s->team.size; i++) {
		uint32_t seen = 0;

		weft_flag_read(s->rank[i], s->arrived, &seen);
		ok &= seen == round || seen == round + 1;
	}
	return ok;
}

typedef int enter(struct subset *s);

static int by_best(struct subset *s)
{
	return barrier_until(&s->barrier, ARCH_NEVER);
}

static int by_rounds(struct subset *s)
{
	return barrier_dissemination(&s->dissemination, ARCH_NEVER);
}

static int by_tree(struct subset *s)
{
	return barrier_tree(&s->baseline, ARCH_NEVER);
}

static int by_centre(struct subset *s)
{
	return barrier_central(&s->baseline, ARCH_NEVER);
}

static bool barriers(enter *wait)
{
	bool ok = true;

	fresh(wait == by_best);
	for (uint32_t round = 1; round <= ROUNDS; round++) {
		for (uint32_t t = 0; t < TEAMS; t++) {
			struct subset *s = &subsets[t];

			if (!has(s)) {
				continue;
			}
			dawdle();
			weft_flag_write(weft_rank(), s->arrived, round);
			ok &= wait(s) == WEFT_OK && all_in(s, round);
		}
	}
	return ok;
}

typedef int spread(struct subset *s, uint32_t bytes, uint32_t root);

static int by_ocbcast(struct subset *s, uint32_t bytes, uint32_t root)
{
	struct ocbcast_call call = {(char *)data, bytes, root,
				    bytes & 1 ? s->oc.usual : 1, ARCH_NEVER};

	return ocbcast(&s->oc, &call);
}

static const struct bcast_form *form;
static const struct choose_candidate *form_is;

/* In pieces that fit: a ring of slots is soon used up. */
static int by_form(struct subset *s, uint32_t bytes, uint32_t root)
{
	uint32_t most = form_is->bytes, n;
	int error = WEFT_OK;

	most = most > BCAST_SHORT ? BCAST_SHORT : most; /* a team's slots */
	for (uint32_t at = 0; at < bytes && !error; at += n) {
		n = most > 0 && bytes - at > most ? most : bytes - at;
		error = form->run(s->object, data + at, n, root, WEFT_FOREVER);
	}
	return error;
}

static int by_pairs(struct subset *s, uint32_t bytes, uint32_t root)
{
	return bcast_binomial(&s->team, data, bytes, root, ARCH_NEVER);
}

static int by_slices(struct subset *s, uint32_t bytes, uint32_t root)
{
	return bcast_scatter_allgather(&s->team, data, bytes, root, ARCH_NEVER);
}

/* All draw the same numbers for both teams, members or not. */
static bool broadcasts(spread *bcast)
{
	bool ok = true;

	fresh(true);
	for (uint32_t turn = 0; turn < ROUNDS * TEAMS; turn++) {
		struct subset *s = &subsets[turn & 1];
		uint32_t key = tap_random();
		uint32_t root = tap_below(tap_random(), s->team.size);
		uint32_t bytes =
			1 + tap_below(tap_random(), turn & 2 ? MOST : 64);

		if (!has(s) || s->team.size == 1) {
			continue;
		}
		dawdle();
		tap_message(data, bytes, s->rank[root], key);
		ok &= bcast(s, bytes, root) == WEFT_OK &&
		      tap_same(data, bytes, key);
	}
	return ok;
}

static void place(struct subset *s)
{
	uint32_t degree = s->team.size > 8 ? 5 : 1;

	s->end = s->words + WORDS / 2 + ocbcast_bytes(degree);
	barrier_best_place(&s->barrier, s->team, s->words, epoch);
	ocbcast_place(&s->oc, &s->barrier, degree, s->words + WORDS / 2, epoch);
	s->baseline = (struct baseline_barrier){s->team, s->words, epoch};
	s->dissemination = (struct barrier_dissemination){
		.team = s->team, .flags = s->words, .epoch = epoch};
}

static void place_form(struct subset *s)
{
	size_t bytes = bcast_form_memory(form, s->team.size);

	place(s);
	free(s->object);
	s->object = tap_room(bytes);
	memset(s->object, 0, bytes);
	s->end = s->words + WORDS / 2 + form->bytes(s->team.size);
	form->place(s->object, &s->barrier, s->words + WORDS / 2, epoch);
}

static void each(void (*what)(struct subset *s))
{
	for (uint32_t t = 0; t < TEAMS; t++) {
		if (has(&subsets[t])) {
			what(&subsets[t]);
		}
	}
}

/* Words behind an object's are as fresh() left them. */
static bool keeps_within(void)
{
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t t = 0; t < TEAMS; t++) {
		struct subset *s = &subsets[t];

		for (uint32_t at = s->end; has(s) && at < s->words + WORDS;
		     at += 4) {
			uint32_t word = 0;

			weft_flag_read(weft_rank(), at, &word);
			ok &= word == epoch;
		}
	}
	return ok;
}

static void check(void (*place_words)(struct subset *s), spread *bcast,
		  const char *what)
{
	bool ok;

	each(place_words);
	ok = broadcasts(bcast);
	tap_ok(keeps_within() && ok, "%s", what);
}

int main(void)
{
	tap_begin();
	epoch = rt_env_number("WEFT_EPOCH", 0, 0, UINT32_MAX);
	data = tap_room(MOST);
	for (uint32_t t = 0; t < TEAMS; t++) {
		gather(&subsets[t], t > 0);
	}
	each(place);
	tap_ok(barriers(by_rounds), "dissemination");
	each(place);
	tap_ok(barriers(by_centre), "central barrier");
	each(place);
	tap_ok(barriers(by_tree), "tree barrier");
	each(place);
	tap_ok(barriers(by_best), "the port's best by flags");
	check(place, by_ocbcast, "OC-Bcast");
	form = &bcast_form_tree_put;
	form_is = &bcast_is_tree_put.choose;
	check(place_form, by_form, form_is->name);
	form = &bcast_form_binomial_put;
	form_is = &bcast_is_binomial_put.choose;
	check(place_form, by_form, form_is->name);
	for (uint32_t i = 0; i < bcast_forms_end; i++) {
		form = bcast_forms[i];
		form_is = bcast_of_teams[i];
		if (form && form->place) {
			check(place_form, by_form, form_is->name);
		}
	}
	tap_ok(broadcasts(by_pairs), "binomial");
	tap_ok(broadcasts(by_slices), "scatter and allgather");
	return tap_end();
}
