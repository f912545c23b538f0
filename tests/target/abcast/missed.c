/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,5,17 boards=scc-sim modes=strict env=WEFT_TICK_US=0 seeds=3 */
/* weft-test: cores=5 boards=scc-qemu,arm-qemu modes=icount env=WEFT_TICK_US=0 */
/*
 * Missed messages against a list of all that cores have missed: cores are left out with
 * any credit, some die, the sender begins anew, and numbers come round to 0.  What is
 * missed must be reported; what lies outside all that was must not.
 */
#include <string.h>

#include <weft/weft.h>

#include "messages/liveness.h"
#include "collectives/abcast/missed.h"
#include "topology/bits.h"

#include "tests/target/tap.h"

enum {
	ROUNDS = 40,
	RANGES = 4 * ROUNDS,
	BEHIND = 20, /* messages that a core may lack when it is left out */
};

/* The reference.  Those with an end come first. */
static struct missed_range range[RANGES];
static uint32_t ranges, ended;

static struct missed missed;
static struct credit credit;
static uint32_t sent,
	begun; /* the last message, and the one before the first */

static uint32_t below(uint32_t n)
{
	return tap_below(tap_own_random(), n);
}

static bool is_missed(uint32_t n)
{
	for (uint32_t i = 0; i < ranges; i++) {
		if ((int32_t)(n - range[i].from) > 0 &&
		    (i >= ended || (int32_t)(range[i].to - n) >= 0)) {
			return true;
		}
	}
	return false;
}

/* Is n before, or behind, all that was missed? */
static bool is_outside(uint32_t n)
{
	bool before = true, behind = ended == ranges;

	for (uint32_t i = 0; i < ranges; i++) {
		before &= (int32_t)(n - range[i].from) <= 0;
		behind &= (int32_t)(n - range[i].to) > 0;
	}
	return before || behind;
}

static bool has_stopped(uint32_t core)
{
	for (uint32_t i = 0; i < ranges; i++) {
		if (range[i].by == core) {
			return true;
		}
	}
	return false;
}

static bool reports(void)
{
	bool ok = true;

	for (uint32_t n = begun - 3; n != sent + 4; n++) {
		uint32_t by = UINT32_MAX;
		bool told = missed_has(&missed, n, &by);

		ok &= told || !is_missed(n);
		ok &= !told || (!is_outside(n) && has_stopped(by));
	}
	return ok;
}

static void leave_out_one(void)
{
	uint32_t core = below(credit.count), lacks = below(BEHIND);
	uint32_t most = sent - begun;

	if (bits_has(credit.left_out, core)) {
		return;
	}
	credit.known[core] = sent - (lacks < most ? lacks : most);
	range[ranges] = (struct missed_range){credit.known[core], 0, core};
	missed_leave_out(&missed, &credit, core, range[ranges++].by);
}

/* Just the dead stay left out. */
static bool begin_anew(void)
{
	uint32_t left_out[RT_BELL_SETS];
	bool ok, open = ended < ranges;

	memcpy(left_out, credit.left_out, sizeof(left_out));
	sent += 1 + below(BEHIND);
	ok = missed_restart(&missed, &credit, sent) == open;
	for (; ended < ranges; ended++) {
		range[ended].to = sent - 1;
	}
	for (uint32_t i = 0; open && i < credit.count; i++) {
		bool stays = bits_has(left_out, i) && liveness_is_dead(i);

		ok &= bits_has(credit.left_out, i) == stays;
	}
	return ok;
}

static void hear_of_one(void)
{
	uint32_t core = below(credit.count);
	arch_irq_state state = arch_irq_save();

	if (core != weft_rank()) {
		liveness_hear(core);
	}
	arch_irq_restore(state);
}

int main(void)
{
	bool told = true, anew = true;

	credit.count = weft_size();
	credit.known = tap_room(credit.count * sizeof(*credit.known));
	begun = sent = 0u - ROUNDS * 5;
	missed_begin(&missed, sent);
	tap_begin();
	told = reports();
	for (uint32_t round = 0; round < ROUNDS; round++) {
		sent += below(BEHIND);
		for (uint32_t i = below(4); i > 0; i--) {
			leave_out_one();
			told &= reports();
		}
		if (below(8) == 0) {
			hear_of_one();
		}
		if (below(3) > 0) {
			anew &= begin_anew();
			told &= reports();
		}
	}
	tap_ok(told, "all that is missed is reported, nothing outside");
	tap_ok(anew, "who lives begins anew");
	return tap_end();
}
