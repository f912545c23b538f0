/* SPDX-License-Identifier: Apache-2.0 */
/* What rounds do about started collectives of blocks; asked.h says how. */
#include "arch/fence.h"
#include "collectives/started/asked.h"
#include "collectives/started/asked_map.h"
#include "collectives/started/request.h"
#include "runtime/context.h"
#include "runtime/in_use.h"
#include "runtime/progress.h"
#include "runtime/trace.h"
#include "topology/arith.h"
#include "topology/bits.h"

static size_t wanted(const struct asked_call *c, uint32_t from)
{
	return asked_block(c, &c->recv, asked_place_of(from, c->one_recv));
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
		if (a->room[asked_room_of(a, i)].from == rank) {
			return true;
		}
	}
	return false;
}

/*
 * Half a word has landed before the interrupt, as a flag would have.  Pairs
 * with asked_serve there, which reads the words after that.
 */
static void asked_engine_tell(const struct asked *a, uint32_t core,
			      uint32_t word)
{
	uint32_t at = asked_ask(a, a->team.me);

	if (ASKED_HALVES && a->lean) {
		uint16_t half = (uint16_t)word;

		arch_put(core, ARCH_WINDOW_MPB, at, &half, sizeof(half));
		FENCE(asked_half, arch_settle(core));
	} else {
		arch_flag_write(core, at, word);
	}
	arch_raise(core, 1);
}

static void asked_engine_ask(struct asked *a, const struct asked_call *c,
			     uint32_t n)
{
	uint32_t place = asked_room_of(a, a->asked);
	struct asked_room *room = &a->room[place];
	uint32_t from = c->source(a, c, a->step);
	uint32_t time = a->asked >> a->rooms_log2 & 1;
	size_t left;

	room->from = from;
	room->offset = a->offset;
	left = wanted(c, from);
	room->total = asked_total(c, left);
	room->given = false;
	left -= a->offset;
	room->bytes = left < c->piece ? (uint32_t)left : c->piece;
	room->to = blocks_at(&c->recv, asked_place_of(from, c->one_recv));
	bits_flip(a->told, from);
	room->word = bits_has(a->told, from) ? ASKED_BITS : 0;
	room->word |= left <= c->piece ? ASKED_LAST : 0;
	room->word |= place << ASKED_ROOM_SHIFT;
	room->word |= time << ASKED_TIME_SHIFT;
	room->word |= (n & ASKED_N_MASK) << ASKED_N_SHIFT;
	room->index = a->index;
	a->more |= left > c->piece;
	a->asked++;
	a->step++;
	asked_engine_tell(a, team_rank(&a->team, from), room->word);
}

static bool ask_on(struct asked *a)
{
	uint32_t n = a->received + 1;
	const struct asked_call *c = asked_call(a, n);
	bool any = false;

	while (a->asked - a->taken < asked_rooms(a) && find_next(a, c) &&
	       !is_asked(a, c->source(a, c, a->step))) {
		asked_engine_ask(a, c, n);
		any = true;
	}
	return any;
}

/* Taking ------------------------------------------------------------------- */

bool asked_has_come(const struct asked *a, uint32_t i, size_t *theirs)
{
	uint32_t place = asked_room_of(a, i), words[2];

	arch_flags_read(words, arch_rank(), asked_word(a, place), 2);
	*theirs = words[1];
	return words[0] == a->room[place].word;
}

void asked_get(const struct asked *a, uint32_t i, void *to)
{
	uint32_t place = asked_room_of(a, i);

	if (a->room[place].bytes > 0) {
		arch_get(to, arch_rank(), ARCH_WINDOW_MPB, asked_data(a, place),
			 a->room[place].bytes);
	}
}

static ARCH_COLD void set_error(struct asked_call *c, int error)
{
	c->error = error;
	c->all_may = true;
	if (c->way && c->way->spreads) {
		c->all = ASKED_APART;
	}
}

ARCH_COLD void asked_differ(struct asked *a, struct asked_call *c, uint32_t j)
{
	c->request->peer = team_rank(&a->team, j);
	set_error(c, WEFT_ERR_MISMATCH);
}

void asked_check(struct asked *a, struct asked_call *c, uint32_t i,
		 size_t theirs)
{
	struct asked_room *room = asked_room(a, i);
	size_t has = theirs > room->offset ? theirs - room->offset : 0;

	if (theirs != room->total) {
		asked_differ(a, c, room->from);
		room->bytes = has < room->bytes ? (uint32_t)has : room->bytes;
	}
	if (c->all && c->error) {
		room->bytes = 0; /* answers do not say what has come */
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

/* The rest of a collective has its error. */
static void pass_error(struct asked *a, uint32_t n)
{
	struct asked_call *c = asked_call(a, n), *rest = asked_call(a, n + 1);

	if (c->goes_on && c->error) {
		set_error(rest, c->error);
	}
}

/* All of the collective after `received` has come: the next one, or what an error adds. */
static void next_call(struct asked *a)
{
	struct asked_call *c = asked_call(a, a->received + 1);

	if (c->error && c->way && c->way->rest) {
		c->way->rest(a, c);
	} else {
		a->received++;
		pass_error(a, a->received);
	}
	a->step = a->index = a->pieces = 0;
	a->offset = 0;
	a->more = false;
}

/* Rounds ------------------------------------------------------------------- */

static void end(struct asked *a, struct asked_call *c)
{
	struct weft_request *request = c->request;

	a->ended++;
	pass_error(a, a->ended);
	if (c->goes_on) {
		return;
	}
	RT_TRACE("started collective ends", a->ended, (uint32_t)c->error);
	request->last = (uint32_t)c->error;
	rt_not_in_use(request, c->error ? WEFT_REUSABLE : WEFT_COMPLETE);
}

/* With an error its rest meets all others, and answers what they still ask of this. */
static bool may_end(const struct asked_call *c)
{
	return c->askers == 0 || (c->goes_on && c->error);
}

/* So many pieces have moved. */
static uint32_t asked_engine_go_on(struct asked *a)
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
	moved += asked_serve(a);
	while (a->ended != a->received &&
	       may_end(asked_call(a, a->ended + 1))) {
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
			more |= asked_engine_go_on(a) >= ASKED_BURST;
		}
	}
	return more;
}
