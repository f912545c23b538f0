/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 o=software=free */
/*
 * What packets a BSP program costs: supersteps of chips that are joined by links, with the
 * traffic of four programs of the NAS benchmarks, as far as the number of packets, partners and
 * supersteps make it.  A superstep is a count reduction in log p rounds, and then data to each
 * partner.  The columns are those of table 6.6 of the thesis of S. Donaldson, per cent of the
 * data packets that have come:
 *
 *  received       data packets in all
 *  explicit_acks  frames that only acknowledge
 *  dropped        by a full pool
 *  duplicates     came twice
 *  implicit_acks  packets that the superstep acknowledged (link_passed)
 *
 * A tick is a tenth of a microsecond: full frames take 115 us at 100 Mb/s, shorter ones less,
 * and a switch adds 17 us.  Pools have 400 buffers.
 */
#include "link_chips.h"

#include "common.h"

enum {
	BUFFERS = 400,
	SMALL = 36, /* bytes of payload */
	FULL_TICKS = 1150,
	SWITCH_TICKS = 170,
	LEVELS = 8,
};

struct traffic {
	const char *name;
	uint32_t p, supersteps, bytes, compute;
	uint32_t partners[3], n; /* i + this, modulo p */
	uint32_t packets[LEVELS],
		levels; /* to each, of one superstep after another */
};

/*
 * From the table's packets: 820 233 of BT, 200 iterations of six supersteps, four processes;
 * 1 422 927 of SP, 400 such; MG has the faces of 128 by 128 points of a process, and of each
 * coarser grid; 2 026 933 of LU, 15 500 supersteps, eight processes.
 */
static const struct traffic programs[] = {
	{"bt_like", 4, 60, LINK_CHIPS_FULL, 6000000, {1, 3}, 2, {85}, 1},
	{"sp_like", 4, 60, LINK_CHIPS_FULL, 2000000, {1, 3}, 2, {73}, 1},
	{"mg_like",
	 8,
	 96,
	 LINK_CHIPS_FULL,
	 60000,
	 {1, 7, 4},
	 3,
	 {94, 24, 6, 2, 1, 1, 1, 1},
	 8},
	{"lu_like", 8, 600, SMALL, 5000, {1, 2}, 2, {6}, 1},
};

enum state {
	COMPUTES,
	REDUCES,
	TRANSFERS,
	ENDED
};

static struct process {
	enum state state;
	uint32_t superstep, round, until; /* it computes until that tick */
	uint32_t sent;                    /* of this superstep's data */
	uint32_t reduced[4], came[LINK_CHIPS_MOST]; /* in all */
	uint32_t due
		[LINK_CHIPS_MOST]; /* of what came: to the end of this superstep */
} process[LINK_CHIPS_MOST];

static const struct traffic *traffic;
static uint32_t ended;

static uint32_t chip_at(uint32_t me, uint32_t ahead)
{
	return (me + ahead) & (traffic->p - 1);
}

static uint32_t packets_now(const struct process *p)
{
	return traffic->packets[p->superstep & (traffic->levels - 1)];
}

/* What has come: a word with the round of a reduction, or data. */
static void take(uint32_t me)
{
	struct process *p = &process[me];
	uint32_t from, bytes;

	while ((from = link_any(&chip[me])) != LINK_NONE) {
		uint32_t word =
			*(const uint32_t *)link_next(&chip[me], from, &bytes);

		if (word < 4) {
			p->reduced[word]++;
		} else {
			p->came[from]++;
		}
		link_release(&chip[me], from);
	}
}

/* Whom it waits for: only these are asked. */
static void want(uint32_t me)
{
	struct process *p = &process[me];

	for (uint32_t i = 0; i < traffic->p; i++) {
		bool wants = p->state == TRANSFERS && p->came[i] < p->due[i];

		wants |= p->state == REDUCES &&
			 i == chip_at(me, traffic->p - (1u << p->round));
		link_want(&chip[me], i, wants && i != me);
	}
}

static bool send(uint32_t me, uint32_t to, uint32_t word, uint32_t bytes,
		 bool last)
{
	static uint32_t packet[LINK_CHIPS_FULL / 4];

	packet[0] = word;
	return !link_send(&chip[me], to, packet, bytes, last ? LINK_LAST : 0);
}

/* One step of it; false: it waits. */
static bool reduce(uint32_t me)
{
	struct process *p = &process[me];

	if (p->sent == p->round) {
		if (!send(me, chip_at(me, 1u << p->round), p->round,
			  sizeof(uint32_t), false)) {
			return false;
		}
		p->sent++;
	}
	if (p->reduced[p->round] <= p->superstep) {
		return false;
	}
	if (1u << ++p->round < traffic->p) {
		return true;
	}
	/* Nobody takes part who has not all data of the superstep before. */
	if (p->superstep > 0) {
		link_passed(&chip[me], link_phase(&chip[me]) - 1);
	} else {
		link_phase(&chip[me]);
	}
	p->sent = 0;
	p->state = TRANSFERS;
	for (uint32_t i = 0; i < traffic->n; i++) {
		p->due[chip_at(me, traffic->p - traffic->partners[i])] +=
			packets_now(p);
	}
	return true;
}

/* To its partners in turn, a packet each. */
static bool transfer(uint32_t me)
{
	struct process *p = &process[me];
	uint32_t all = packets_now(p) * traffic->n;

	while (p->sent < all) {
		uint32_t to = traffic->partners[p->sent % traffic->n];

		if (!send(me, chip_at(me, to), 4 + p->sent, traffic->bytes,
			  p->sent + traffic->n >= all)) {
			return false;
		}
		p->sent++;
	}
	for (uint32_t i = 0; i < traffic->p; i++) {
		if (p->came[i] < p->due[i]) {
			return false;
		}
	}
	p->round = p->sent = 0;
	p->state = ++p->superstep < traffic->supersteps ? COMPUTES : ENDED;
	ended += p->state == ENDED;
	/* Some compute longer, in turns. */
	p->until = wire.now + traffic->compute +
		   traffic->compute / 8 * ((me + p->superstep) & 3);
	return true;
}

static void play(uint32_t me)
{
	struct process *p = &process[me];
	bool goes_on = true;

	if (p->state == COMPUTES) {
		if (link_before(wire.now, p->until)) {
			return; /* handlers run, and what comes lies there */
		}
		p->state = REDUCES;
	}
	take(me);
	while (goes_on && p->state != COMPUTES && p->state != ENDED) {
		goes_on = p->state == REDUCES ? reduce(me) : transfer(me);
	}
	want(me);
}

static uint32_t next_tick(bool more)
{
	uint32_t at = link_chips_next(more);

	for (uint32_t i = 0; i < traffic->p; i++) {
		const struct process *p = &process[i];

		if (p->state == COMPUTES && link_before(wire.now, p->until) &&
		    link_before(p->until, at)) {
			at = p->until;
		}
	}
	return at;
}

static void row(const char *metric, uint32_t part, uint32_t all)
{
	bench_row("link", metric, "%", part * UINT64_C(100000) / all,
		  "traffic=%s,wire=nic", traffic->name);
}

static void run(const struct traffic *program)
{
	struct link_counts all;

	traffic = program;
	ended = 0;
	memset(process, 0, sizeof(process));
	link_chips_open(traffic->p, BUFFERS, FULL_TICKS, SWITCH_TICKS);
	while (ended < traffic->p) {
		bool more = link_chips_round();

		for (uint32_t i = 0; i < traffic->p; i++) {
			play(i);
		}
		wire.now = next_tick(more);
	}
	all = link_chips_counts();
	bench_row("link", "received", "packets", all.came * UINT64_C(1000),
		  "traffic=%s,wire=nic", traffic->name);
	row("explicit_acks", all.acks, all.came);
	row("dropped", all.dropped, all.came);
	row("duplicates", all.twice, all.came);
	row("implicit_acks", all.implied, all.came);
	row("prods", all.prods, all.came);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	for (uint32_t i = 0; i < sizeof(programs) / sizeof(*programs); i++) {
		run(&programs[i]);
	}
	return 0;
}
