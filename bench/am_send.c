/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2 args=table=B */
/*
 * What sending costs, by component (S. Lumetta, "Multi-Protocol Communication", Berkeley
 * 1998, section 6.4.1, who builds the layer without one after the other).  Here each is done
 * alone, so often that the loop around it does not count, from a core to its neighbour, which
 * serves nothing:
 *
 *  component=line    head, tag and a word, into the slot
 *  component=byte    the sender's byte in the notice
 *  component=news    the word in front
 *  component=writes  these three, one after the other
 *  component=checks  all else of a request: arguments, room, numbers, the head
 *  component=choice  what a way adds to a request: which protocol
 *  component=spill   a way's message of a word that finds its slots full, and goes to the queue
 *  component=poll    a poll that finds nothing, which who sends without pause makes, too
 *  component=all     a request of a word
 *
 * line, byte, news and checks are all of a request: checks is what the others leave:
 * what line, byte and news take alone is, summed, what they take together, within 3 %; row
 * `apart` is what is left, in % of all.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/inline.h"

#include "common.h"

enum {
	HIT = 1,
	SEGMENT = 1,
	BURSTS = 64,
	LINE = 32,
};

static volatile uint32_t hits;
static uint32_t place;
static struct weft_am_dest to = {1, 0, 1, 0};
static struct weft_am_way way;

static void hit(struct weft_am_message *m)
{
	(void)m;
	hits++;
}

static weft_am_handler *const table[] = {NULL, hit};
static const struct weft_am_endpoint endpoint = {1, table, 2, NULL};

static const uint32_t word = 1;

static void line(void)
{
	arch_inline_put_words(arch_inline_reach(1), place, 7, 1, &word, 1);
}

static void byte(void)
{
	arch_inline_put_byte(arch_inline_reach(1), place + LINE, 3);
}

static void news(void)
{
	arch_inline_flag_write(1, place + LINE + 4, 9);
}

static void writes(void)
{
	line();
	byte();
	news();
}

static void poll(void)
{
	weft_am_poll();
}

static void request(void)
{
	weft_am_request(&to, HIT, &word, 1, WEFT_FOREVER);
}

static void by_way(void)
{
	weft_am_way_send(&way, HIT, &word, 1, NULL, 0, WEFT_FOREVER);
}

/* As many in a row as there are slots; rank 1 serves between. */
static uint64_t measure(void (*once)(void), bool sends)
{
	uint32_t burst = weft_am_slots();
	uint64_t sum = 0;

	for (uint32_t i = 0; i < BURSTS; i++) {
		uint32_t n = hits + burst;
		uint64_t start;

		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		start = weft_cycles();
		for (uint32_t k = 0; weft_rank() == 0 && k < burst; k++) {
			once();
		}
		sum += weft_cycles() - start;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		if (weft_rank() == 1 && sends) {
			weft_am_wait(&hits, n, WEFT_FOREVER);
		}
		/* What serving has freed is seen by the next one. */
		weft_am_poll();
	}
	return bench_ns(sum) / (BURSTS * burst);
}

/* One more than there are slots for, each time. */
static uint64_t measure_spill(void)
{
	uint32_t burst = weft_am_slots();
	uint64_t sum = 0;

	weft_am_way_spill(&way);
	for (uint32_t i = 0; i < BURSTS; i++) {
		uint32_t n = hits + burst + 1;
		uint64_t start = 0;

		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		for (uint32_t k = 0; weft_rank() == 0 && k <= burst; k++) {
			start = weft_cycles();
			by_way();
		}
		sum += weft_cycles() - start;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		if (weft_rank() == 1) {
			weft_am_queue_wait(&hits, n, WEFT_FOREVER);
		}
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		weft_am_poll();
	}
	return bench_ns(sum) / BURSTS;
}

static void row(const char *component, uint64_t ns)
{
	bench_row("am", "send", "us", ns, "table=B,protocol=mpb,component=%s",
		  component);
}

static void nothing(void)
{
	__asm__ volatile("" ::: "memory");
}

static void rows(void)
{
	uint64_t loop = measure(nothing, false), all, parts = 0, way_all;
	uint64_t together, apart;
	static void (*const once[])(void) = {line, byte, news};
	static const char *const name[] = {"line", "byte", "news"};

	measure(request, true);
	all = measure(request, true) - loop;
	for (uint32_t i = 0; i < sizeof(once) / sizeof(*once); i++) {
		uint64_t ns = measure(once[i], false) - loop;

		row(name[i], ns);
		parts += ns;
	}
	together = measure(writes, false) - loop;
	row("writes", together);
	apart = together > parts ? together - parts : parts - together;
	bench_row("am", "apart", "%", all ? apart * 100 * 1000 / all : 0,
		  "table=B,protocol=mpb,component=writes");
	row("checks", all > together ? all - together : 0);
	way_all = measure(by_way, true) - loop;
	row("choice", way_all > all ? way_all - all : 0);
	row("poll", measure(poll, false) - loop);
	row("all", all);
	row("spill", measure_spill());
}

int main(int argc, char **argv)
{
	static uint32_t room[256];
	static struct weft_am_queue queue = {.memory = room,
					     .bytes = sizeof(room)};

	bench_setup(argc, argv);
	way.to = to;
	way.segment = SEGMENT;
	if (weft_mpb_alloc(2 * LINE, &place) || weft_am_open(0, &endpoint) ||
	    weft_am_begin(WEFT_AM_POLL) ||
	    weft_am_queue_open(SEGMENT, &queue) ||
	    weft_am_barrier(WEFT_FOREVER) ||
	    (weft_rank() == 0 && weft_am_way_open(&way, WEFT_FOREVER)) ||
	    weft_am_barrier(WEFT_FOREVER)) {
		weft_panic("no Active Messages");
	}
	rows();
	return 0;
}
