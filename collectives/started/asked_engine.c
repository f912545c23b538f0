/* SPDX-License-Identifier: Apache-2.0 */
/* What rounds do about started collectives of blocks; asked.h says how. */
#include "collectives/started/asked.h"
#include "collectives/started/asked_map.h"
#include "collectives/started/request.h"
#include "runtime/context.h"
#include "runtime/in_use.h"
#include "runtime/progress.h"
#include "runtime/trace.h"
#include "topology/arith.h"
#include "topology/bits.h"

/* The block that rank `from` has for this core, and that this one has for rank `to`. */
static uint32_t place_of(uint32_t rank, bool one)
{
	return one ? 0 : rank;
}

static size_t wanted(const struct asked_call *c, uint32_t from)
{
	return asked_block(c, &c->recv, place_of(from, c->one_recv));
}

/* Asking ------------------------------------------------------------------- */

/* Is there one more to be asked for?  Then it is that of step a->step. */
static bool find_next(struct asked *a, const struct asked_call *c)
{
	for (;; a->step++) {
		uint32_t from;

		if (a->step == c->steps) {
			if (!a->more) {
				return false;
			}
			a->more = false;
			a->step = 0;
			a->index++;
			a->offset += c->piece;
		}
		from = c->source(a, c, a->step);
		if (from != a->team.me &&
		    (a->index == 0 || wanted(c, from) > a->offset)) {
			return true;
		}
	}
}

/* Has it been asked for something that has not come? */
static bool is_asked(const struct asked *a, uint32_t rank)
{
	for (uint32_t i = a->taken; i != a->asked; i++) {
		if (a->room[i & (ASKED_ROOMS - 1)].from == rank) {
			return true;
		}
	}
	return false;
}

static void ask(struct asked *a, const struct asked_call *c, uint32_t n)
{
	uint32_t place = a->asked & (ASKED_ROOMS - 1), words[2];
	struct asked_room *room = &a->room[place];
	uint32_t from = c->source(a, c, a->step);
	uint32_t time = a->asked / ASKED_ROOMS & ASKED_TIMES;
	size_t left;

	room->from = from;
	room->offset = a->offset;
	room->total = wanted(c, from);
	room->given = false;
	left = room->total - a->offset;
	room->bytes = left < c->piece ? (uint32_t)left : c->piece;
	room->to = blocks_at(&c->recv, place_of(from, c->one_recv));
	bits_flip(a->told, from);
	room->word = bits_has(a->told, from);
	room->word |= left <= c->piece ? ASKED_LAST : 0;
	room->word |= place << ASKED_ROOM_SHIFT;
	room->word |= time << ASKED_TIME_SHIFT;
	room->word |= a->index << ASKED_INDEX_SHIFT;
	a->more |= left > c->piece;
	a->asked++;
	a->step++;
	words[0] = room->word;
	words[1] = n;
	from = team_rank(&a->team, from);
	arch_flags_write(from, asked_ask(a, a->team.me), words, 2);
	arch_raise(from, 1);
}

static bool ask_on(struct asked *a)
{
	uint32_t n = a->received + 1;
	const struct asked_call *c = asked_call(a, n);
	bool any = false;

	while (a->asked - a->taken < ASKED_ROOMS && find_next(a, c) &&
	       !is_asked(a, c->source(a, c, a->step))) {
		ask(a, c, n);
		any = true;
	}
	return any;
}

/* Taking ------------------------------------------------------------------- */

bool asked_has_come(const struct asked *a, uint32_t i, size_t *theirs)
{
	uint32_t place = i & (ASKED_ROOMS - 1), words[2];

	arch_flags_read(words, arch_rank(), asked_word(a, place), 2);
	*theirs = words[1];
	return words[0] == a->room[place].word;
}

void asked_get(const struct asked *a, uint32_t i, void *to)
{
	uint32_t place = i & (ASKED_ROOMS - 1);

	if (a->room[place].bytes > 0) {
		arch_get(to, arch_rank(), ARCH_WINDOW_MPB, asked_data(a, place),
			 a->room[place].bytes);
	}
}

void asked_check(struct asked *a, struct asked_call *c, uint32_t i,
		 size_t theirs)
{
	struct asked_room *room = asked_room(a, i);
	size_t has = theirs > room->offset ? theirs - room->offset : 0;

	if (theirs != room->total) {
		c->error = WEFT_ERR_MISMATCH;
		c->request->peer = team_rank(&a->team, room->from);
		room->bytes = has < room->bytes ? (uint32_t)has : room->bytes;
	}
}

bool asked_take(struct asked *a, struct asked_call *c)
{
	const struct asked_room *room = asked_room(a, a->taken);
	size_t theirs;

	if (!asked_has_come(a, a->taken, &theirs)) {
		return false;
	}
	asked_check(a, c, a->taken, theirs);
	asked_get(a, a->taken, room->to + room->offset);
	a->taken++;
	a->pieces++;
	return true;
}

/* What has come, in the order of the asks. */
static bool take_next(struct asked *a)
{
	struct asked_call *c = asked_call(a, a->received + 1);

	if (a->taken == a->asked) {
		return false;
	}
	return c->way ? c->way->take(a, c) : asked_take(a, c);
}

/* All of the collective after `received` has come: the next one. */
static void next_call(struct asked *a)
{
	a->received++;
	a->step = a->index = a->pieces = 0;
	a->offset = 0;
	a->more = false;
}

/* Serving ------------------------------------------------------------------ */

void asked_give(struct asked *a, struct asked_call *c, uint32_t j,
		uint32_t word, const void *piece, size_t bytes, size_t total)
{
	uint32_t to = team_rank(&a->team, j);
	uint32_t place = word >> ASKED_ROOM_SHIFT & (ASKED_ROOMS - 1);
	uint32_t words[2] = {word, (uint32_t)total};

	bits_flip(a->answered, j);
	if (bytes > 0) {
		arch_put(to, ARCH_WINDOW_MPB, asked_data(a, place), piece,
			 bytes < c->piece ? bytes : c->piece);
	}
	arch_flags_write(to, asked_word(a, place), words, 2);
	arch_raise(to, 1);
	c->askers -= word & ASKED_LAST ? 1 : 0;
}

static void give(struct asked *a, struct asked_call *c, uint32_t j,
		 uint32_t word)
{
	uint32_t i = place_of(j, c->one_send);
	size_t total, at = arith_mul(c->piece, word >> ASKED_INDEX_SHIFT);
	const char *block;

	if (c->way && c->way->block) {
		block = c->way->block(c, j, &total);
	} else {
		block = blocks_at(&c->send, i);
		total = asked_block(c, &c->send, i);
	}
	at = at < total ? at : total;
	asked_give(a, c, j, word, block + at, total - at, total);
}

static bool is_new(const struct asked *a, uint32_t j, uint32_t word)
{
	return (word & ASKED_BIT) != bits_has(a->answered, j);
}

bool asked_wants(struct asked *a, uint32_t j, uint32_t *word, uint32_t *n)
{
	uint32_t words[2];

	arch_flags_read(words, arch_rank(), asked_ask(a, j), 2);
	*word = words[0];
	*n = words[1];
	return is_new(a, j, *word);
}

static bool serve(struct asked *a, uint32_t j)
{
	uint32_t word, n;
	struct asked_call *c;

	if (!asked_wants(a, j, &word, &n) || (int32_t)(n - a->begun) > 0) {
		return false;
	}
	c = asked_call(a, n);
	if (c->way && c->way->may_give &&
	    !c->way->may_give(a, n, j, word >> ASKED_INDEX_SHIFT)) {
		return false;
	}
	give(a, c, j, word);
	return true;
}

/* Who may ask: true: all; false: rank *root, or none if that is NOBODY. */
static bool all_may(struct asked *a, uint32_t *root)
{
	*root = WEFT_TEAM_NOBODY;
	for (uint32_t n = a->ended; n++ != a->begun;) {
		const struct asked_call *c = asked_call(a, n);

		if (c->askers > 0) {
			if (c->root == WEFT_TEAM_NOBODY ||
			    c->root == a->team.me ||
			    (*root != WEFT_TEAM_NOBODY && *root != c->root)) {
				return true;
			}
			*root = c->root;
		}
	}
	return false;
}

/* Those who ask, a few words of them at a time; how many have been served. */
static uint32_t serve_all(struct asked *a)
{
	uint32_t words[ASKED_AT_ONCE * ASKED_WORDS], served = 0, root, j;

	if (!all_may(a, &root)) {
		return root != WEFT_TEAM_NOBODY && serve(a, root);
	}
	j = a->first;
	for (uint32_t seen = 0; seen < a->team.size && served < ASKED_BURST;) {
		uint32_t rest = a->team.size - j;
		uint32_t n = rest < ASKED_AT_ONCE ? rest : ASKED_AT_ONCE;

		arch_flags_read(words, arch_rank(), asked_ask(a, j),
				n * ASKED_WORDS);
		for (uint32_t i = 0; i < n; i++) {
			if (is_new(a, j + i, words[i * ASKED_WORDS])) {
				served += serve(a, j + i);
			}
		}
		seen += n;
		j = j + n == a->team.size ? 0 : j + n;
	}
	a->first = j;
	return served;
}

/* Rounds ------------------------------------------------------------------- */

static void end(struct asked *a, struct asked_call *c)
{
	struct weft_request *request = c->request;

	a->ended++;
	if (c->goes_on) {
		struct asked_call *rest = asked_call(a, a->ended + 1);

		rest->error = rest->error ? rest->error : c->error;
		return;
	}
	RT_TRACE("started collective ends", a->ended, (uint32_t)c->error);
	request->last = (uint32_t)c->error;
	rt_not_in_use(request, c->error ? WEFT_REUSABLE : WEFT_COMPLETE);
}

/* So many pieces have moved. */
static uint32_t go_on(struct asked *a)
{
	uint32_t moved = 0;
	bool asks = true;

	while (a->received != a->begun && moved < ASKED_BURST) {
		asks = ask_on(a);
		if (take_next(a)) {
			moved++;
		} else if (a->taken == a->asked) {
			next_call(a);
		} else if (!asks) {
			break;
		}
	}
	moved += serve_all(a);
	while (a->ended != a->received &&
	       asked_call(a, a->ended + 1)->askers == 0) {
		end(a, asked_call(a, a->ended + 1));
	}
	rt_worked |= moved > 0;
	return moved;
}

bool asked_round(enum rt_round why)
{
	bool more = false;

	(void)why;
	for (struct asked *a = asked_teams; a; a = a->next) {
		if (a->ended != a->begun) {
			more |= go_on(a) >= ASKED_BURST;
		}
	}
	return more;
}
