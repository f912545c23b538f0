/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who has freed what of my stream, and who lacks some of it.
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "messages/liveness.h"
#include "topology/bits.h"

/*
 * No chunk of mine is waited for any more from some cores, which are left out: the dead,
 * for good, and those that lack a chunk, until my next message.
 */
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

static struct credit_sweep for_credit, for_wish;

UNIT void abcast_credit_init(const struct rt_run *run)
{
	abcast.wished = abcast.complete = run->epoch;
	earlier = last = (struct missed){run->epoch, run->epoch, 0};
}

/* LEAVE_OUT */
UNIT void abcast_leave_out(uint32_t core, uint32_t stopped)
{
	bits_set(abcast.credit.left_out, core);
	if (!restart) {
		if (earlier.from == earlier.to ||
		    (int32_t)(last.from - earlier.from) < 0) {
			earlier.from = last.from;
		}
		earlier.to = last.to;
		earlier.by = last.by;
		last.from = abcast.credit.known[core];
	} else if ((int32_t)(abcast.credit.known[core] - last.from) < 0) {
		last.from = abcast.credit.known[core];
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
			bits_clear(abcast.credit.left_out, i);
		}
	}
	last.to = n - 1;
	restart = false;
	return true;
}

static bool all(struct credit_sweep *sweep, uint32_t n, uint32_t *lagging)
{
	if (!credit_all_freed(&abcast.credit, sweep, n, lagging)) {
		return false;
	}
	abcast.complete = n;
	return true;
}

UNIT bool abcast_credit(uint32_t n, uint32_t *lagging)
{
	n -= abcast.inbox.window;
	return all(&for_credit, n, lagging);
}

UNIT bool abcast_fulfilled(uint32_t *lagging)
{
	return all(&for_wish, abcast.wished, lagging);
}
