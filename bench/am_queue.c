/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=queue=tas */
/* weft-bench: boards=scc-sim cores=48 args=queue=ttas */
/* weft-bench: boards=scc-sim cores=48 args=queue=ticket */
/* weft-bench: boards=scc-sim cores=48 args=queue=array */
/* weft-bench: boards=scc-sim cores=48 args=queue=blocking */
/* weft-bench: boards=scc-sim cores=48 args=queue=lock_free */
/* weft-bench: boards=scc-sim cores=48 args=queue=fai */
/* weft-bench: boards=scc-sim cores=48 args=queue=mailbox,claim=ticket */
/* weft-bench: boards=scc-sim cores=48 args=queue=mailbox,claim=try */
/*
 * Many cores send to one, and how long each message takes, to compare queues: the
 * per-sender slots of Active Messages (bench/am.c, rows queue=slots); the seven of
 * queue_claim.h, whose places all senders share; and mailboxes (weft/published/mailbox.h),
 * whose places are claimed by tickets, or tried for.  On the SCC each atomic operation is
 * done under the home's test-and-set register.  The home calls a function for each message, as
 * Active Messages do.
 *
 * A queue has 16 places, half a KB, for any number of senders; slots for 48 cores have 4 KB.
 */
#include <stdio.h>
#include <string.h>

#include <weft/published/mailbox.h>

#include "queue_claim.h"

enum {
	EACH = 40,
	PLACES = 16,
};

static struct weft_mailbox box;
static volatile uint32_t counted;
static bool boxed;

static void count(const uint32_t *words, uint32_t n)
{
	(void)n;
	counted += words[0];
}

static void receive(void)
{
	void (*volatile handler)(const uint32_t *words, uint32_t n) = count;
	uint32_t words[WEFT_MAILBOX_WORDS], n;

	if (!boxed) {
		queue_poll();
		return;
	}
	weft_mailbox_receive(&box, words, WEFT_MAILBOX_WORDS, &n, WEFT_FOREVER);
	handler(words, n);
}

static void send(void)
{
	uint32_t one = 1;

	if (boxed) {
		weft_mailbox_send(&box, &one, 1, WEFT_FOREVER);
	} else {
		queue_send(0, &one, 1);
	}
}

static void measure(const char *name, uint32_t writers)
{
	uint32_t until = counted + EACH * writers;
	uint64_t start, cycles = 0;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	if (weft_rank() == 0) {
		while (counted < until) {
			receive();
		}
		cycles = weft_cycles() - start;
	} else if (weft_rank() <= writers) {
		for (uint32_t i = 0; i < EACH; i++) {
			send();
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	bench_row("am", "time_per_message", "us",
		  bench_ns(cycles) / (EACH * writers),
		  "table=B,queue=%s,writers=%u", name, (unsigned)writers);
}

static void open_box(const char *claim)
{
	if (weft_mailbox_create(&box, 0, PLACES,
				strcmp(claim, "try") ? WEFT_MAILBOX_TICKET
						     : WEFT_MAILBOX_TRY)) {
		weft_panic("no mailbox");
	}
}

int main(int argc, char **argv)
{
	static const uint32_t writers[] = {1, 2, 4, 8, 16, 32, 47};
	const char *name, *claim;
	char text[32];

	bench_setup(argc, argv);
	name = bench_arg("queue", "fai");
	claim = bench_arg("claim", "");
	boxed = *claim;
	if (boxed) {
		open_box(claim);
	} else {
		queue_open(name, count);
	}
	snprintf(text, sizeof(text), "%s%s%s", name, boxed ? ",claim=" : "",
		 claim);
	for (uint32_t i = 0; i < sizeof(writers) / sizeof(*writers); i++) {
		if (writers[i] < weft_size()) {
			measure(text, writers[i]);
		}
	}
	return 0;
}
