/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is where.  MPB: headers, counters and the blocked-on word are one fixed
 * part, the two chunk buffers an elastic one.  Private DRAM: slots and
 * tables, taken once, at start, so that nothing is allocated later.
 */
#include <stdlib.h>

#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "collectives/bcast/degree.h"
#include "collectives/choose.h"
#include "messages/board.h"
#include "messages/notify.h"
#include "topology/shape.h"
#include "topology/arith.h"
#include "runtime/boot.h"
#include "runtime/irq.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/progress.h"
#include "runtime/table.h"

enum {
	MOST_LINES = 96, /* of a chunk, as published */
	/* From being told to telling, in units of telling a child [measured]. */
	DELAY = 11,
	WINDOW = 4,
	MOST_WINDOW = 256,
	BURST = 8,
	MOST_BURST = 128, /* bytes of the board count to 256 */
};

struct abcast abcast;
struct board abcast_board;

/* Do all copy from the root?  From one MPB so many may, [measured] for the SCC's. */
static ARCH_COLD bool is_relayed(uint32_t count)
{
	return ABCAST_RELAYS && count <= BOARD_CORES &&
	       rt_env_u32("WEFT_ABCAST_K", 0) == 0;
}

static ARCH_COLD uint32_t bytes(const struct rt_run *run, uint32_t left)
{
	(void)left;
	if (run->count > RT_BELLS) {
		return 0;
	}
	return rt_to_line(ABCAST_BUFFERS * sizeof(struct abcast_header)) +
	       rt_to_line(rt_flag_bytes(run->count)) +
	       (is_relayed(run->count) ? rt_to_line(board_bytes(run->count))
				       : 0);
}

/*
 * As WEFT_ABCAST_K says; by itself all from the root, or, of more cores than that
 * is good for, the tree that tells the last core soonest.
 */
static ARCH_COLD void make_shape(struct shape_node *shape, uint32_t count)
{
	uint32_t most = count > 1 ? count - 1 : 1;
	uint32_t k = rt_env_u32("WEFT_ABCAST_K", 0);

	if (k > 0) {
		choose_tell("abcast", count, "tree of degree WEFT_ABCAST_K");
		shape_k(shape, count, k > most ? most : k);
	} else if (abcast_is_relayed()) {
		choose_tell("abcast", count,
			    "all from the root, which so few may");
		shape_k(shape, count, most);
	} else if (notify_at_once()) {
		choose_tell("abcast", count,
			    "tree of degree WEFT_K: a store rings many");
		shape_k(shape, count, degree_of(count));
	} else {
		choose_tell("abcast", count,
			    "soonest tree: a store rings one core");
		shape_soonest(shape, count, DELAY);
	}
}

/* My place in the trees of all roots: the shape, turned round. */
static ARCH_COLD void make_streams(uint32_t epoch)
{
	struct shape_node shape[SHAPE_NODES];
	uint32_t count = abcast.count;

	make_shape(shape, count);
	for (uint32_t root = 0; root < count; root++) {
		uint32_t i = arith_sub_mod(abcast.me, root, count);
		struct abcast_stream *s = &abcast.stream[root];

		s->parent = i == 0 ? ABCAST_NOBODY
				   : (uint16_t)arith_add_mod(shape[i].parent,
							     root, count);
		s->children = shape[i].children;
		s->first = 0;
		if (s->children > 0) {
			s->first = (uint16_t)arith_add_mod(shape[i].first, root,
							   count);
		}
		s->put = s->freed = epoch;
	}
	abcast.sent = epoch;
	abcast_dead_init(shape);
	if (abcast_is_relayed()) {
		board_place(&abcast_board,
			    abcast_counter(0) +
				    rt_to_line(rt_flag_bytes(count)));
	}
}

/* All counts at the epoch; no header of a chunk that is to come. */
static ARCH_COLD void preset(uint32_t epoch)
{
	uint32_t half = epoch & 0xffff;

	for (uint32_t i = 0; i < ABCAST_BUFFERS; i++) {
		arch_flag_write(
			abcast.me,
			abcast.headers + i * sizeof(struct abcast_header),
			abcast_id(0, epoch)); /* as zeros without an epoch */
	}
	for (uint32_t root = 0; root < abcast.count; root++) {
		if (root != abcast.me) {
			arch_flag_write(abcast.me, abcast_counter(root),
					half << 16 | half);
		}
	}
}

static ARCH_COLD void place(const struct rt_run *run, uint32_t offset,
			    uint32_t size)
{
	if (size == 0) {
		return;
	}
	abcast.me = arch_rank();
	abcast.count = run->count;
	abcast.sets = (run->count + 31) >> 5;
	abcast.headers = offset;
	offset += rt_to_line(ABCAST_BUFFERS * sizeof(struct abcast_header));
	abcast.relayed = is_relayed(run->count);
	abcast.stream = rt_table(run->count, sizeof(*abcast.stream),
				 "no memory for the streams of abcast");
	credit_place(&abcast.credit, offset, abcast.relayed, run->epoch);
	make_streams(run->epoch);
	if (run->epoch != 0) {
		preset(run->epoch);
	}
	abcast_credit_init(run);
	rt_bells_used |= !abcast_is_relayed();
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "abcast",
	.bytes = bytes,
	.placed = place,
	.round = abcast_engine,
	.notified = abcast_rung,
	.channel = &abcast.channel,
	.lost = abcast_lost,
	.finish = abcast_finish,
};
RT_PART(part);

static ARCH_COLD uint32_t buffer_bytes(const struct rt_run *run, uint32_t left)
{
	uint32_t half = left / ABCAST_BUFFERS & ~(uint32_t)(ARCH_LINE - 1);
	uint32_t most = MOST_LINES * ARCH_LINE;

	if (run->count > RT_BELLS) {
		return ARCH_LINE; /* it will not be used */
	}
	return ABCAST_BUFFERS * (half < most ? half : most);
}

/* As the environment asks, or that. */
static ARCH_COLD uint32_t asked(const char *name, uint32_t usual, uint32_t most,
				const char *error)
{
	uint32_t n = rt_env_u32(name, usual);

	if (n == 0 || n > most) {
		rt_panic(error);
	}
	return n;
}

/* After the part above: elastic ones are placed last. */
static ARCH_COLD void buffer_place(const struct rt_run *run, uint32_t offset,
				   uint32_t size)
{
	uint32_t places = 1, chunk = size / ABCAST_BUFFERS - ABCAST_CRC;

	if (abcast.count == 0) {
		return; /* more cores than it serves */
	}
	for (uint32_t i = 0; i < ABCAST_BUFFERS; i++) {
		abcast.buffer[i].data = offset;
		offset += chunk + ABCAST_CRC;
	}
	/*
	 * My own chunks stay where the application has them, but for
	 * checksums: what is mended must be there still.
	 */
	inbox_place(&abcast.inbox, chunk,
		    asked("WEFT_CREDIT", WINDOW, MOST_WINDOW,
			  "WEFT_CREDIT is not 1 to 256"),
		    WEFT_CHECK, run->epoch);
	abcast.inbox.delivered = abcast_touch;
	abcast.inbox.what = "a broadcast";
	abcast_scan_init(asked("WEFT_BURST", BURST, MOST_BURST,
			       "WEFT_BURST is not 1 to 128"));
	while (places < run->count << abcast.inbox.shift) {
		places <<= 1;
	}
	abcast.queue = rt_table(places, sizeof(*abcast.queue),
				"no memory for the queue of abcast");
	abcast.queue_mask = places - 1;
}

static ARCH_COLD_DATA const struct rt_part buffers = {
	.name = "abcast-chunks",
	.elastic = true,
	.bytes = buffer_bytes,
	.placed = buffer_place,
};
RT_PART(buffers);

ARCH_COLD uint32_t weft_abcast_eager(void)
{
	return inbox_eager(&abcast.inbox);
}

ARCH_COLD void weft_abcast_stats(struct weft_abcast_stats *stats)
{
	*stats = abcast.stats;
	stats->interrupts =
		rt_irq_taken(ARCH_IRQ_NOTIFY) + rt_irq_taken(ARCH_IRQ_TIMER);
	stats->spurious = rt_spurious;
	stats->merged = rt_merged;
}
