/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/links/chips.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct links chip[CHIPS_MOST];
struct wire wire;
struct wire_side side[CHIPS_MOST];
struct link_setup chip_setup;
static void *pool[CHIPS_MOST], *copies;
static int tests, failed;
static struct link_counts total;
static uint64_t ticks_of_all, round_trips, unread;

void chips_count(const struct links *links, uint32_t n, uint32_t ticks)
{
	uint32_t *sum = (uint32_t *)&total;

	for (uint32_t i = 0; i < n; i++) {
		const uint32_t *more = (const uint32_t *)&links[i].counts;

		for (size_t k = 0; k < sizeof(total) / sizeof(*sum); k++) {
			sum[k] += more[k];
		}
		round_trips += links[i].round_trip;
		unread += links[i].unread;
	}
	ticks_of_all += ticks;
}

void chips_open(uint32_t count, uint32_t buffers, uint32_t seed)
{
	size_t bytes = 4096 * 128;

	chips_count(chip, wire.chips, wire.now);
	free(copies);
	copies = malloc(bytes);
	wire_open(&wire, side, count, CHIPS_FRAME, seed, copies, bytes);
	wire.speed.latency = 100;
	wire.speed.frame_ticks = 4;
	for (uint32_t i = 0; i < count; i++) {
		struct link_setup setup = chip_setup;
		int error;

		free(pool[i]);
		setup.device = &side[i].device;
		setup.me = i;
		setup.chips = count;
		setup.ring = 32;
		setup.round_trip = setup.round_trip ? setup.round_trip : 210;
		setup.bytes =
			link_memory(count, buffers + setup.ring, CHIPS_FRAME);
		setup.memory = pool[i] = malloc(setup.bytes);
		error = link_open(&chip[i], &setup);
		if (error || chip[i].buffers != buffers) {
			printf("Bail out! link_open: %d\n", error);
			exit(1);
		}
	}
}

void chips_step(void)
{
	bool more = false;
	uint32_t at;

	for (uint32_t i = 0; i < wire.chips; i++) {
		more |= link_round(&chip[i], wire.now);
	}
	if (!more && wire_next(&wire, wire.now, &at) && at - wire.now > 1 &&
	    at - wire.now < 20) {
		wire.now = at;
	} else if (!more) {
		wire.now += 5;
	}
}

void chips_settle(uint32_t quiet)
{
	uint32_t last = wire.now, at;

	for (int n = 0; n < 1000000 && wire.now - last < quiet; n++) {
		chips_step();
		last = wire_next(&wire, wire.now, &at) ? wire.now : last;
	}
}

static uint32_t chips_content(uint8_t *data, uint32_t from, uint32_t to,
			      uint32_t number)
{
	uint32_t words[3] = {number, from << 8 | to, number * 2654435761u};
	uint32_t bytes =
		12 + number % (CHIPS_FRAME - sizeof(struct link_header) - 11);

	memset(data, (int)(number & 0xff), CHIPS_FRAME);
	memcpy(data, words, sizeof(words));
	return bytes;
}

int chips_send(uint32_t from, uint32_t to, uint32_t number, uint32_t flags)
{
	uint8_t data[CHIPS_FRAME];
	uint32_t bytes = chips_content(data, from, to, number);

	return link_send(&chip[from], to, data, bytes, flags);
}

bool chips_take(uint32_t at, uint32_t from, uint32_t number)
{
	uint8_t data[CHIPS_FRAME];
	uint32_t bytes, wanted = chips_content(data, from, at, number);
	const void *came = link_next(&chip[at], from, &bytes);
	bool same = came && bytes == wanted && memcmp(came, data, bytes) == 0;

	link_release(&chip[at], from);
	return same;
}

void ok(bool holds, const char *what)
{
	printf("%sok %d - %s\n", holds ? "" : "not ", ++tests, what);
	fflush(stdout);
	failed += !holds;
}

int done_testing(void)
{
	chips_count(chip, wire.chips, wire.now);
	printf("# sum: sent %u resent %u acks %u prods %u backoffs %u "
	       "probes %u came %u twice %u dropped %u damaged %u refused %u "
	       "implied %u asked %u unread %llu round-trips %llu ticks %llu\n",
	       total.sent, total.resent, total.acks, total.prods,
	       total.backoffs, total.probes, total.came, total.twice,
	       total.dropped, total.damaged, total.refused, total.implied,
	       total.asked, (unsigned long long)unread,
	       (unsigned long long)round_trips,
	       (unsigned long long)ticks_of_all);
	printf("1..%d\n", tests);
	return failed > 0;
}
