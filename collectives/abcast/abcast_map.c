/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is where.  MPB: headers, counters and the blocked-on word are one fixed
 * part, the two chunk buffers another.  Private DRAM: slots and
 * tables, taken once, at start, so that nothing is allocated later.
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "collectives/bcast/degree.h"
#include "collectives/choose.h"
#include "collectives/abcast/board.h"
#include "messages/liveness.h"
#include "messages/notify.h"
#include "runtime/variables.h"
#include "topology/shape.h"
#include "runtime/irq.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/progress.h"
#include "runtime/table.h"

enum {
	MOST_LINES = 96, /* of a chunk, as published, .. */
	/* .. if a header has room for that many bytes. */
	MOST_TOLD = (UINT32_MAX >> ABCAST_LINES_SHIFT) * ABCAST_CHUNK_LINE,
	MOST_BYTES = MOST_LINES * ARCH_LINE < MOST_TOLD
			     ? MOST_LINES * ARCH_LINE
			     : MOST_TOLD / ARCH_LINE * ARCH_LINE,
	LEAST_BYTES = 8 * ARCH_LINE,
	/* From being told to telling, in units of telling a child [measured]. */
	DELAY = 11,
};

struct abcast abcast;
static struct board board;

/*
 * Do all copy from the root?  From one MPB so many may, [measured] for the SCC's.  Then
 * a notice board tells them, and they push their counters to the root.
 */
static ARCH_COLD bool is_flat(uint32_t count)
{
	return ABCAST_FLAT && count <= BOARD_CORES &&
	       rt_variable_ABCAST_K() == 0;
}

static ARCH_COLD uint32_t abcast_map_bytes(const struct rt_run *run,
					   uint32_t left)
{
	(void)left;
	if (abcast_choose(run->count) != &abcast_trees) {
		return 0;
	}
	return rt_to_line(ABCAST_BUFFERS * sizeof(struct abcast_header)) +
	       rt_to_line(rt_flag_bytes(run->count)) +
	       (is_flat(run->count) ? rt_to_line(board_bytes(run->count)) : 0);
}

/*
 * As WEFT_ABCAST_K says; by itself all from the root, or, of more cores than that
 * is good for, the tree that tells the last core soonest.
 */
static ARCH_COLD void make_shape(struct shape_node *shape, uint32_t count)
{
	uint32_t most = count > 1 ? count - 1 : 1;
	uint32_t k = rt_variable_ABCAST_K();

	if (k > 0) {
		choose_tell("abcast", count, "tree of degree WEFT_ABCAST_K");
		shape_k(shape, count, k > most ? most : k);
	} else if (ABCAST_FLAT && is_flat(count)) {
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

static ARCH_COLD void make_streams(uint32_t epoch)
{
	struct shape_node shape[SHAPE_NODES];

	make_shape(shape, abcast.count);
	routes_place(&abcast.routes, shape);
	abcast.stream = rt_table(abcast.count, sizeof(*abcast.stream),
				 "no memory for the streams of abcast");
	for (uint32_t root = 0; root < abcast.count; root++) {
		abcast.stream[root].put = abcast.stream[root].freed = epoch;
	}
	abcast.sent = epoch;
	missed_begin(&abcast.missed, epoch);
	abcast_dead_init();
}

static ARCH_COLD void abcast_map_place(const struct rt_run *run,
				       uint32_t offset, uint32_t size)
{
	bool flat = ABCAST_FLAT && is_flat(run->count);

	if (size == 0) {
		return;
	}
	abcast_begin(&abcast_trees);
	abcast.headers = offset;
	offset += rt_to_line(ABCAST_BUFFERS * sizeof(struct abcast_header));
	credit_place(&abcast.credit, offset, flat, run->epoch);
	offset += rt_to_line(rt_flag_bytes(run->count));
	make_streams(run->epoch);
	if (flat) {
		board_place(&board, offset);
	}
	notifier_place(&abcast.notifier, flat ? &board : NULL);
	for (uint32_t i = 0; i < ABCAST_BUFFERS; i++) {
		abcast_withdraw(i);
	}
}

/* A ring for another part may come to who is told by a board. */
static void rung(uint32_t from, uint32_t times)
{
	if (!notifier_has_board(&abcast.notifier)) {
		abcast_rung(from, times);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "abcast",
	.bytes = abcast_map_bytes,
	.placed = abcast_map_place,
	.round = abcast_round,
	.notified = rung,
	.channel = &abcast.notifier.channel,
	.looks = 1,
	.lost = abcast_lost,
	.finish = abcast_finish,
};
RT_PART(part);

/* Where all buffers of the engine are those that the rest knows. */
static ARCH_COLD uint32_t trees_place(uint32_t offset, uint32_t bytes,
				      uint32_t window)
{
	(void)offset;
	(void)bytes;
	return window;
}

static ARCH_COLD void trees_accept_all(void)
{
	credit_mark(&abcast.credit); /* its blocked-on word says so */
}

/* A dead one takes all. */
static ARCH_COLD bool trees_take(uint32_t core, uint32_t bytes_of_it)
{
	return liveness_is_dead(core) || credit_marked(&abcast.credit, core) ||
	       inbox_has_posted(&abcast.inbox, core, bytes_of_it);
}

ARCH_COLD_DATA const struct abcast_engine abcast_trees = {
	.buffers_log2 = ABCAST_BUFFERS_LOG2,
	.posts = true,
	.gives_up = true,
	.place = trees_place,
	.delivered = abcast_touch,
	.accept_all = trees_accept_all,
	.takes = trees_take,
};

/* Both engines --------------------------------------------------------------- */

ARCH_COLD void abcast_begin(const struct abcast_engine *engine)
{
	abcast.chosen = engine;
	abcast.me = arch_rank();
	abcast.count = rt_run.count;
}

static ARCH_COLD uint32_t buffer_bytes(const struct rt_run *run,
				       uint32_t offered)
{
	const struct abcast_engine *engine = abcast_choose(run->count);
	uint32_t each;

	if (!engine) {
		return 0;
	}
	each = offered >> engine->buffers_log2 & ~(uint32_t)(ARCH_LINE - 1);
	each = each < MOST_BYTES ? each : MOST_BYTES;
	each = each < LEAST_BYTES ? LEAST_BYTES : each;
	return each << engine->buffers_log2;
}

/* After the part above, as it is `last`. */
static ARCH_COLD void buffer_place(const struct rt_run *run, uint32_t offset,
				   uint32_t size)
{
	uint32_t places = 1, window, chunk;

	if (abcast.count == 0) {
		return; /* more cores than it serves */
	}
	window = rt_variable_CREDIT();
	chunk = size >> abcast_engine()->buffers_log2;
	for (uint32_t i = 0; i < ABCAST_BUFFERS; i++) {
		abcast.buffer[i].data = offset + i * chunk;
	}
	window = abcast_engine()->place(offset, chunk, window);
	chunk -= ABCAST_CRC;
	/*
	 * My own chunks stay where the application has them, but for
	 * checksums: what is mended must be there still.
	 */
	inbox_place(&abcast.inbox, chunk, window, WEFT_CHECK, run->epoch);
	abcast.inbox.delivered = abcast_engine()->delivered;
	abcast.inbox.what = "a broadcast";
	abcast_scan_init(rt_variable_BURST());
	while (places < run->count << abcast.inbox.shift) {
		places <<= 1;
	}
	abcast.queue = rt_table(places, sizeof(*abcast.queue),
				"no memory for the queue of abcast");
	abcast.queue_mask = places - 1;
}

static ARCH_COLD_DATA const struct rt_part buffers = {
	.name = "abcast-chunks",
	.last = 1,
	.bytes = buffer_bytes,
	.placed = buffer_place,
};
RT_PART_DEALT(buffers);

ARCH_COLD uint32_t weft_abcast_eager(void)
{
	return inbox_eager(&abcast.inbox);
}

ARCH_COLD void weft_abcast_stats(struct weft_abcast_stats *stats)
{
	*stats = abcast.stats;
	stats->wanted = abcast.credit.raised;
	stats->interrupts =
		rt_irq_taken(ARCH_IRQ_NOTIFY) + rt_irq_taken(ARCH_IRQ_TIMER);
	stats->spurious = rt_spurious;
	stats->merged = rt_merged;
}
