/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 args=table=B */
/*
 * How often a slow link is polled beside the MPB, and what that costs (S. Lumetta,
 * "Multi-Protocol Communication", Berkeley 1998, sections 4.1 and 7.1).  The link loops back,
 * and a look at it costs as much as published: 2.6 us.  So many iterations of a loop that
 * serves:
 *
 *  load=fast     each sends this core a request first
 *  load=slow     a packet has come to the link, one every 20 us
 *  load=both     both
 *  load=silence  neither
 *
 * iteration: the mean time of one; waits: how long a packet has been there when its handler
 * runs.  every=1 is naive polling, 8 and 64 fractional, 0 adaptive.
 */
#include <weft/weft.h>

#include "am_slow_link.h"
#include "common.h"

enum {
	HIT = 1,
	PACKET,
	TIMES = 4000,
	WARM = 2000, /* iterations before that */
	EACH_US = 20,
};

static volatile uint32_t hits;
static uint64_t due, waited, each; /* cycles */
static uint32_t packets;
static bool slow;

static void hit(struct weft_am_message *m)
{
	(void)m;
	hits++;
}

static void packet(struct weft_am_message *m)
{
	(void)m;
	waited += weft_cycles() - due;
	due += each;
	packets++;
}

static weft_am_handler *const table[] = {NULL, hit, packet};
static const struct weft_am_endpoint endpoint = {1, table, 3, NULL};

static bool take(struct weft_am_link *link, struct weft_am_packet *p)
{
	(void)link;
	slow_look();
	*p = (struct weft_am_packet){
		.endpoint = 0, .tag = 1, .handler = PACKET};
	return slow && weft_cycles() >= due;
}

static void iterate(uint32_t times, bool fast)
{
	struct weft_am_dest me = {0, 0, 1, 0};

	for (uint32_t i = 0; i < times; i++) {
		if (fast) {
			weft_am_request(&me, HIT, NULL, 0, WEFT_FOREVER);
		}
		weft_am_queue_serve();
	}
}

static void measure(const char *load, uint32_t every, bool fast)
{
	struct weft_am_link link = {
		.send = slow_send, .take = take, .every = every};
	uint64_t start;

	due = weft_cycles();
	weft_am_link_open(&link);
	iterate(WARM, fast);
	packets = 0;
	waited = 0;
	start = weft_cycles();
	iterate(TIMES, fast);
	start = weft_cycles() - start;
	weft_am_link_close(&link);
	bench_row("am_link", "iteration", "us", bench_ns(start) / TIMES,
		  "table=B,load=%s,every=%u", load, (unsigned)every);
	if (packets > 0) {
		bench_row("am_link", "waits", "us", bench_ns(waited) / packets,
			  "table=B,load=%s,every=%u", load, (unsigned)every);
	}
}

int main(int argc, char **argv)
{
	static const uint32_t every[] = {1, 8, 64, 0};

	bench_setup(argc, argv);
	weft_am_open(0, &endpoint);
	if (weft_am_begin(WEFT_AM_POLL)) {
		weft_panic("no Active Messages");
	}
	each = weft_cycles_in_us(EACH_US);
	for (uint32_t i = 0; i < sizeof(every) / sizeof(*every); i++) {
		slow = false;
		measure("silence", every[i], false);
		measure("fast", every[i], true);
		slow = true;
		measure("slow", every[i], false);
		measure("both", every[i], true);
	}
	return 0;
}
