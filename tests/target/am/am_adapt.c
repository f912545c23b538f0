/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2 */
/*
 * The rule of adaptive polling, with numbers that were worked out by hand from
 * the published equations: what it comes to in silence, under load of one protocol and of both,
 * and how long it takes to notice a change.
 */
#include <weft/weft.h>

#include "messages/am/ways/am_adapt.h"

#include "tests/target/tap.h"

/* So many polls, of which each `fast`-th and `slow`-th brings a message; 0: none does. */
struct load {
	uint32_t fast, slow;
};

/* Polls until the skip is that, or as many as that; counts the slow ones. */
static uint32_t polls(struct weft_am_link *l, struct load load, uint32_t most,
		      uint32_t skip, uint32_t *slow)
{
	uint32_t waiting = 0, n;

	for (n = 0; n < most && l->skip != skip; n++) {
		waiting += load.slow > 0 && n % load.slow == 0;
		if (am_adapt_local(l, load.fast > 0 && n % load.fast == 0)) {
			am_adapt_remote(l, waiting);
			waiting = 0;
			++*slow;
		}
	}
	return n;
}

static uint32_t slow_of(struct weft_am_link *l, struct load load, uint32_t n)
{
	uint32_t slow = 0;

	polls(l, load, n, UINT32_MAX, &slow);
	return slow;
}

/* Looks at the slow protocol in so many polls, by the policy `every`. */
static uint32_t looks_of(uint32_t every, struct load load)
{
	struct weft_am_link l = {.every = every};

	am_adapt_reset(&l);
	slow_of(&l, load, 10240); /* until it has got used to the load */
	return slow_of(&l, load, 10240);
}

/* Naive polling looks most often, and adaptive as rarely as is right for the load. */
static void compare(void)
{
	static const struct load silence = {0, 0}, fast = {1, 0}, slow = {0, 2};
	uint32_t naive = looks_of(1, fast), rare = looks_of(64, slow);
	uint32_t eighth = looks_of(8, silence);

	tap_ok(naive == 10240 && looks_of(1, silence) == naive,
	       "naive polling looks at each");
	tap_ok(eighth == 1280 && looks_of(8, fast) == eighth && rare == 160,
	       "fractional polling at every eighth, or every 64th");
	tap_ok(looks_of(0, fast) == 160 && looks_of(0, slow) == 2560 &&
		       looks_of(0, silence) == 2560,
	       "adaptive polling as rarely as load allows");
}

int main(void)
{
	static const struct load silence = {0, 0}, fast = {1, 0};
	static const struct load both = {4, 4}, slow = {0, 2};
	struct weft_am_link l = {.every = 0};
	uint32_t n, unused = 0;

	tap_begin();
	am_adapt_reset(&l);
	n = slow_of(&l, silence, 4000);
	tap_ok(l.remote == 1 && l.local == 0 && n == 1000,
	       "silence: the average stays 1, every fourth poll looks");
	n = slow_of(&l, fast, 10000);
	tap_ok(l.local == 16129 && l.skip == 64 && n < 200,
	       "one a poll: 16129, and every 64th looks (%u)", (unsigned)n);
	n = polls(&l, silence, 5000, 4, &unused);
	tap_ok(n > 1200 && n < 1220, "then silence: noticed after %u polls",
	       (unsigned)n);
	slow_of(&l, fast, 10000);
	n = polls(&l, slow, 5000, 4, &unused);
	tap_ok(n > 300 && n < 330, "the other protocol: noticed after %u polls",
	       (unsigned)n);
	slow_of(&l, both, 10000);
	tap_ok(l.skip == 4, "as much of both: every fourth looks");
	compare();
	return tap_end();
}
