/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=queue=tas */
/* weft-bench: boards=scc-sim cores=48 args=queue=fai */
/*
 * Many cores send to one, and how long each message takes, to compare queues: the
 * per-sender slots of Active Messages (bench/am.c, rows queue=slots); a mailbox whose
 * places are claimed by fetch-and-add, as tickets (fai), or tried for (tas).  On the SCC
 * both of these are done under the home's test-and-set register.  The home calls a function
 * for each message, as Active Messages do.
 *
 * A mailbox has 16 places, half a KB, for any number of senders; slots for 48 cores have 4 KB.
 */
#include <string.h>

#include <weft/published/mailbox.h>
#include <weft/weft.h>

#include "common.h"

enum {
	EACH = 40,
	PLACES = 16,
};

static struct weft_mailbox box;
static volatile uint32_t counted;

static void count(const uint32_t *words)
{
	counted += words[0];
}

static void serve(uint32_t n)
{
	void (*volatile handler)(const uint32_t *words) = count;
	uint32_t words[WEFT_MAILBOX_WORDS];

	for (uint32_t i = 0; i < n; i++) {
		weft_mailbox_receive(&box, words, WEFT_MAILBOX_WORDS, NULL,
				     WEFT_FOREVER);
		handler(words);
	}
}

static void measure(const char *queue, uint32_t writers)
{
	uint64_t start, cycles = 0;
	uint32_t one = 1;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	if (weft_rank() == 0) {
		serve(EACH * writers);
		cycles = weft_cycles() - start;
	} else if (weft_rank() <= writers) {
		for (uint32_t i = 0; i < EACH; i++) {
			weft_mailbox_send(&box, &one, 1, WEFT_FOREVER);
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	bench_row("am", "time_per_message", "us",
		  bench_ns(cycles) / (EACH * writers),
		  "table=B,queue=%s,writers=%u", queue, (unsigned)writers);
}

int main(int argc, char **argv)
{
	static const uint32_t writers[] = {1, 2, 4, 8, 16, 32, 47};
	const char *queue;
	bool tickets;

	bench_setup(argc, argv);
	queue = bench_arg("queue", "fai");
	tickets = !strcmp(queue, "fai");
	if (weft_mailbox_create(&box, 0, PLACES,
				tickets ? WEFT_MAILBOX_TICKET
					: WEFT_MAILBOX_TRY)) {
		weft_panic("no mailbox");
	}
	for (uint32_t i = 0; i < sizeof(writers) / sizeof(*writers); i++) {
		if (writers[i] < weft_size()) {
			measure(queue, writers[i]);
		}
	}
	return 0;
}
