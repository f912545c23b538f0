/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=4,48 args=table=B,via=poll o=table=B */
/* weft-bench: boards=scc-sim cores=4,48 args=table=B,via=irq o=table=B */
/*
 * The phases of T. von Eicken ("Active Messages", Berkeley 1993, section 4.2.4): signals,
 * whose handler counts.  One core to one, so whoever is slower shows; one in turn to
 * two, so the sender does; two to one, so the receiver does; the same as the first with
 * messages of all words.  Fetch-and-add (section 4.3.3.3): what it takes to start one, to
 * have its result, and, with three or more that ask, what it takes the owner.  The
 * answer is checked.
 */
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	ENDPOINT,
	COUNT = 1,
	TAG = 4,
	TIMES = 200,
	OWNER = 0,
};

static volatile uint32_t counted;
static uint32_t me, word;
static struct weft_am_segment segment = {.memory = &word,
					 .bytes = sizeof(word)};
static struct weft_am_remote there;

static void count(struct weft_am_message *m)
{
	counted += m->word[0];
}

static weft_am_handler *const table[] = {NULL, count};
static const struct weft_am_endpoint endpoint = {TAG, table, 2, NULL};

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static void meet(void)
{
	need(weft_am_barrier(WEFT_FOREVER));
}

static void row(const char *op, uint64_t cycles, uint32_t times)
{
	bench_row("am_signal", "time_per_message", "us",
		  bench_ns(cycles) / times, "table=%s,via=%s,op=%s,cores=%u",
		  bench_arg("table", "B"), bench_arg("via", "poll"), op,
		  (unsigned)weft_size());
}

/* Senders are ranks from the first one on, receivers the next ones; how many words. */
struct phase {
	uint32_t first, senders, receivers, words;
	uint32_t before; /* what this core had counted */
};

static bool sends(const struct phase *p)
{
	return me - p->first < p->senders;
}

static void signals(const struct phase *p)
{
	static const uint32_t ones[WEFT_AM_WORDS] = {1, 1, 1, 1, 1, 1, 1, 1};
	struct weft_am_dest to = {p->senders, ENDPOINT, TAG, ENDPOINT};
	uint32_t n = TIMES * p->senders / p->receivers;

	for (uint32_t i = 0; i < TIMES && sends(p); i++) {
		to.rank = p->senders + (p->receivers == 2 ? i & 1 : 0);
		need(weft_am_request(&to, COUNT, ones, p->words, WEFT_FOREVER));
	}
	if (me >= p->senders && me < p->senders + p->receivers) {
		need(weft_am_wait(&counted, p->before + n, WEFT_FOREVER));
	}
}

/* So many ranks, from 1 on, add to a word of the owner's. */
static void adds(const struct phase *p)
{
	for (uint32_t i = 0; i < TIMES && sends(p); i++) {
		need(weft_am_fetch_add(&there, 0, 1, NULL, NULL, WEFT_FOREVER));
	}
}

/*
 * From when the last sender enters until the last core has done its part.  (A receiver
 * whose handlers interrupt it may enter when all is over.)
 */
static void measure(const char *op, uint32_t messages,
		    void (*run)(const struct phase *), struct phase p)
{
	uint64_t enter, leave;

	meet();
	p.before = counted;
	meet();
	enter = sends(&p) ? weft_cycles() : 0;
	run(&p);
	leave = weft_cycles();
	meet();
	enter = bench_max(enter);
	leave = bench_max(leave);
	row(op, leave - enter, messages);
}

/* Only what the call takes that starts it; its result is waited for apart. */
static void starts(void)
{
	static struct weft_am_counter counter;
	uint64_t cycles = 0;

	meet();
	for (uint32_t i = 0; i < TIMES && me == 1; i++) {
		uint64_t start = weft_cycles();

		need(weft_am_fetch_add(&there, 0, 1, NULL, &counter,
				       WEFT_FOREVER));
		cycles += weft_cycles() - start;
		need(weft_am_sync(&counter, WEFT_FOREVER));
	}
	meet();
	row("add_start", bench_max(cycles), TIMES);
}

int main(int argc, char **argv)
{
	uint32_t others = weft_size() - 1;

	bench_setup(argc, argv);
	me = weft_rank();
	need(weft_am_open(ENDPOINT, &endpoint));
	need(weft_am_begin(strcmp(bench_arg("via", "poll"), "irq")
				   ? WEFT_AM_POLL
				   : WEFT_AM_INTERRUPT));
	need(weft_am_segment_open(0, &segment));
	meet();
	need(weft_am_map(&there, OWNER, 0, 0, WEFT_FOREVER));
	measure("one_to_one", TIMES, signals, (struct phase){0, 1, 1, 4, 0});
	measure("one_to_two", TIMES, signals, (struct phase){0, 1, 2, 4, 0});
	measure("two_to_one", 2 * TIMES, signals,
		(struct phase){0, 2, 1, 4, 0});
	measure("all_words", TIMES, signals,
		(struct phase){0, 1, 1, WEFT_AM_WORDS, 0});
	starts();
	measure("add_result", TIMES, adds, (struct phase){1, 1, 1, 0, 0});
	measure("add_owner", TIMES * others, adds,
		(struct phase){1, others, 1, 0, 0});
	if (me == OWNER && word != TIMES * (2 + others)) {
		weft_panic("am_signal: an addition is lost");
	}
	meet();
	return 0;
}
