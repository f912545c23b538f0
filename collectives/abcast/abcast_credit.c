/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who has freed what of my stream.  What others show is read only when it is
 * needed, one core after another from the top of my tree down, and remembered.
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "messages/liveness.h"
#include "topology/bits.h"
#include "topology/arith.h"
#include "runtime/table.h"

enum {
	/* Counters that one read of a line brings. */
	A_LINE = ARCH_LINE / ARCH_FLAG_STRIDE,
};

static uint32_t
	*shown_to_me;   /* counters in my MPB, as last seen; where relayed */
static uint32_t *known; /* freed of my stream, by core; never too high */

/*
 * Cores that no chunk of mine is waited for any more: the dead, for good, and
 * those that lack a chunk, until my next message.
 */
static uint32_t left_out[RT_BELL_SETS];
static bool restart;

/*
 * What some of them miss: my chunks after `from` and up to `to`; of the last
 * range `to` is not known before the next message begins anew.  The other one
 * holds all earlier ranges and what is between them: a message may be reported
 * as missed that was not, never the other way.
 */
struct missed {
	uint32_t from, to;
	uint32_t by; /* the core that had stopped */
};
static struct missed earlier, last;

/* A look at all cores that may take several rounds. */
struct sweep {
	uint32_t n;  /* what they must have freed */
	uint32_t at; /* those before, counted from me, have */
};
static struct sweep for_credit, for_wish;

UNIT void abcast_credit_init(const struct rt_run *shape)
{
	known = rt_table(shape->count, sizeof(*known),
			 "no memory for the window of abcast");
	if (abcast_is_relayed()) {
		shown_to_me =
			rt_table(shape->count + A_LINE, sizeof(*shown_to_me),
				 "no memory for the counters of abcast");
	}
	for (uint32_t i = 0; i < shape->count; i++) {
		known[i] = shape->epoch;
		if (abcast_is_relayed()) {
			shown_to_me[i] =
				shape->epoch << 16 | (shape->epoch & 0xffff);
		}
	}
	abcast.wished = abcast.complete = shape->epoch;
	earlier = last = (struct missed){shape->epoch, shape->epoch, 0};
}

UNIT bool abcast_known_freed(uint32_t core, uint32_t n)
{
	return (int32_t)(known[core] - n) >= 0;
}

UNIT bool abcast_has_shown(uint32_t core, uint32_t n)
{
	return abcast_is_relayed() && abcast_copied(shown_to_me[core], n) >= 0;
}

/* Those in the same line of my MPB come with it. */
UNIT uint32_t abcast_look_here(uint32_t core)
{
	uint32_t first = core & ~(uint32_t)(A_LINE - 1);

	arch_flags_read(&shown_to_me[first], abcast.me, abcast_counter(first),
			A_LINE);
	return shown_to_me[core];
}

/* What is new in that word. */
static bool learn(uint32_t core, uint32_t word, uint32_t n)
{
	known[core] += (uint32_t)abcast_freed(word, known[core]);
	return abcast_known_freed(core, n);
}

static bool has_freed(uint32_t core, uint32_t n)
{
	return abcast_known_freed(core, n) ||
	       (abcast_is_relayed() && learn(core, shown_to_me[core], n)) ||
	       learn(core, abcast_look(core, abcast.me), n);
}

static bool is_left_out(uint32_t core)
{
	return bits_has(left_out, core);
}

/* LEAVE_OUT */
UNIT void abcast_leave_out(uint32_t core, uint32_t stopped)
{
	bits_set(left_out, core);
	if (!restart) {
		if (earlier.from == earlier.to ||
		    (int32_t)(last.from - earlier.from) < 0) {
			earlier.from = last.from;
		}
		earlier.to = last.to;
		earlier.by = last.by;
		last.from = known[core];
	} else if ((int32_t)(known[core] - last.from) < 0) {
		last.from = known[core];
	}
	last.by = stopped;
	restart = true;
}

UNIT bool abcast_missed(uint32_t n, uint32_t *core)
{
	if ((int32_t)(n - last.from) > 0 &&
	    (restart || (int32_t)(last.to - n) >= 0)) {
		*core = last.by;
		return true;
	}
	if ((int32_t)(n - earlier.from) > 0 && (int32_t)(earlier.to - n) >= 0) {
		*core = earlier.by;
		return true;
	}
	return false;
}

UNIT bool abcast_restart(uint32_t n)
{
	if (!restart) {
		return false;
	}
	for (uint32_t i = 0; i < abcast.count; i++) {
		if (!liveness_is_dead(i)) {
			bits_clear(left_out, i);
		}
	}
	last.to = n - 1;
	restart = false;
	return true;
}

static bool all(struct sweep *sweep, uint32_t n, uint32_t *lagging)
{
	if (sweep->n != n || sweep->at == 0) {
		sweep->n = n;
		sweep->at = 1;
	}
	for (; sweep->at < abcast.count; sweep->at++) {
		uint32_t core =
			arith_add_mod(abcast.me, sweep->at, abcast.count);

		if (!is_left_out(core) && !has_freed(core, n)) {
			*lagging = core;
			return false;
		}
	}
	abcast.complete = n;
	return true;
}

UNIT bool abcast_credit(uint32_t n, uint32_t *lagging)
{
	n -= abcast.credit;
	return all(&for_credit, n, lagging);
}

UNIT bool abcast_fulfilled(uint32_t *lagging)
{
	return all(&for_wish, abcast.wished, lagging);
}
