/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows as a core sees them, under the strict memory:
 *  - a read fills a line of L1, and from then on that line is what the core
 *    sees, however stale, until it invalidates (or another line takes the
 *    place);
 *  - a write goes into a buffer of one line, with a mask of bytes, and stays
 *    there, unseen by anybody, own reads through the mesh included, until another
 *    line is written or the buffer is flushed; it also updates L1 if the line
 *    is there;
 *  - a line that has left lands as one step, later.  A core has one transaction
 *    under way: the next one waits for the acknowledgement.  So the writes of one
 *    core land in order, but under a seed some land after later ones to other
 *    cores, and after later reads: the contract promises no more.
 * How it lands is in landing.c.  What relaxed memory adds is in relaxed.c.
 *
 * Mode fast takes the same time: L1 says what a read costs, but the bytes are the
 * window's, so no line is stale.  Where a core keeps no lines of windows at all
 * (l1_lines 1), and in the explorer's mode fast, reads go to the window and writes
 * leave at once.
 */
#include <string.h>

#include "sim/chip/chips.h"
#include "sim/chip/coherent.h"
#include "sim/chip/engine.h"
#include "sim/chip/fifo.h"
#include "sim/chip/host.h"

/* Writes that have left a core and not landed, at most. */
enum {
	LINES_ON_WAY = 8,
	PIECES_ON_WAY = 256, /* when relaxed */
};

/* The own window may be the core's own memory, with no network in between. */
static struct transaction to_window(const struct core *core,
				    const struct core *window, uint32_t line,
				    uint64_t service)
{
	struct home home = coherent_home(window, line);

	chips_same(core, window);
	if (engine.profile.own && coherent_near(core, window, home)) {
		return (struct transaction){
			.at = home.at,
			.in_all = engine.profile.own,
		};
	}
	return (struct transaction){
		.at = home.at,
		.server = engine.profile.contention ? home.server : NULL,
		.port = mesh_port(core->at, home.at),
		.service = service,
		.included = true,
	};
}

/* There must be room for the line, torn to pieces. */
void memory_make_room(struct core *core)
{
	uint64_t pieces = engine.profile.line_bytes / engine.atom;

	if (player) {
		player->room(core);
		return;
	}
	while (core->way_count + pieces > core->way_size) {
		core->cpu->clock =
			later(core->cpu->clock, memory_on_way(core, 0)->lands);
		engine_sync(core);
	}
}

/* The combining buffer leaves; the core goes on before it lands. */
static void leave(struct core *core, bool flushed)
{
	struct packet *buffer = &core->combining;
	struct transaction what;

	if (!buffer->mask) {
		return;
	}
	bus_claim(core);
	if (engine.profile.posted && !core->relaxed && !player) {
		memory_post(core);
		return;
	}
	memory_make_room(core);
	buffer->flushed = flushed;
	core->leaving = *buffer;
	buffer->mask = 0;
	what = to_window(core, &engine.cores[buffer->rank], buffer->line,
			 engine.profile.mpb_write);
	what.kind = VISIBLE_LAND;
	what.brings = !what.in_all;
	what.act = memory_arrive;
	bus_post(core, &what);
}

static void flush(void)
{
	leave(engine.current, true);
}

/*
 * A copy of a line is good if it has this generation: where windows are coherent, that of
 * the line's last landing, else the core's own.
 */
static uint64_t memory_good(const struct core *core, uint32_t rank,
			    uint32_t line)
{
	return engine.profile.coherent ? engine.cores[rank].written[line] + 1
				       : core->generation;
}

static struct l1_line *l1_slot(struct core *core, uint32_t rank, uint32_t line)
{
	uint64_t lines =
		engine.profile.window_bytes / engine.profile.line_bytes;

	return &core->l1[(rank * lines + line) & (engine.profile.l1_lines - 1)];
}

static bool l1_holds(const struct core *core, const struct l1_line *slot,
		     uint32_t rank, uint32_t line)
{
	return slot->generation == memory_good(core, rank, line) &&
	       slot->rank == rank && slot->line == line;
}

static void write_window(uint32_t rank, uint32_t offset, const void *from,
			 uint32_t n)
{
	struct core *core = engine.current;
	struct packet *buffer = &core->combining;
	uint32_t line = offset / (uint32_t)engine.profile.line_bytes;
	uint32_t at = offset % (uint32_t)engine.profile.line_bytes;

	core->moved += n;
	if (buffer->rank != rank || buffer->line != line ||
	    (core->relaxed && buffer->call != core->cpu->stores)) {
		leave(core, false);
		buffer->rank = rank;
		buffer->line = line;
		buffer->call = core->cpu->stores;
	}
	memcpy(buffer->bytes + at, from, n);
	buffer->mask |= packet_mask(at, n);
	if (core->relaxed) {
		return; /* own writes come back when settled, no earlier */
	}
	if (core->l1) {
		struct l1_line *slot = l1_slot(core, rank, line);

		if (l1_holds(core, slot, rank, line)) {
			memcpy(slot->bytes + at, from, n);
		}
	} else {
		leave(core, false);
	}
}

/* Of coherent windows: the writer's own copy, if good, stays so. */
void memory_landed(struct core *core, const struct packet *packet)
{
	struct l1_line *slot = l1_slot(core, packet->rank, packet->line);

	if (l1_holds(core, slot, packet->rank, packet->line)) {
		memory_copy_masked(slot->bytes, packet);
		slot->generation = engine.landings + 1;
	}
}

static void write_flag(uint32_t rank, uint32_t offset, const uint32_t *value)
{
	write_window(rank, offset, value, sizeof(*value));
}

static void sample(struct core *core, uint64_t time)
{
	memcpy(core->read.to, core->read.from, core->read.n);
	if (core->relaxed && !core->read.flag) {
		relaxed_sample(core);
	}
	core->read_mark = engine.landings;
	core->read_time = time;
	core->read.good = memory_good(
		core, core->read.rank,
		(uint32_t)((uint64_t)(core->read.from -
				      engine.cores[core->read.rank].window) /
			   engine.profile.line_bytes));
}

/* Lines of one copy may be asked for one after the other, not one by one. */
static bool next_line(const struct core *core, const uint8_t *from)
{
	const struct core_read *last = &core->read;

	return engine.profile.next && !last->flag &&
	       last->call == core->cpu->loads + core->cpu->stores &&
	       from == last->from + last->n;
}

static void fetch(struct core *core, uint32_t rank, uint32_t offset, void *to,
		  uint64_t n)
{
	struct core *window = &engine.cores[rank];
	struct transaction what = to_window(
		core, window, offset / (uint32_t)engine.profile.line_bytes,
		engine.profile.mpb_read);

	if (!what.in_all && next_line(core, window->window + offset)) {
		what.in_all = engine.profile.next;
		what.included = false;
	}
	what.kind = VISIBLE_READ;
	what.fetches = !what.in_all;
	what.act = sample;
	core->read.call = core->cpu->loads + core->cpu->stores;
	core->read.rank = rank;
	core->read.from = window->window + offset;
	core->read.to = to;
	core->read.n = n;
	bus_do(core, &what);
}

static void read_window(uint32_t rank, uint32_t offset, void *to, uint32_t n)
{
	struct core *core = engine.current;
	uint32_t bytes = (uint32_t)engine.profile.line_bytes;
	uint32_t line = offset / bytes;
	struct l1_line *slot;

	core->moved += n;
	if (rank == core->rank && fifo_counts(offset)) {
		fifo_read_count(core, offset, to);
		return;
	}
	if (!core->l1 || (player && core->read.flag)) {
		fetch(core, rank, offset, to, n);
		return;
	}
	slot = l1_slot(core, rank, line);
	if (l1_holds(core, slot, rank, line)) {
		core->cpu->clock += engine.profile.l1_hit;
		core->read_mark = engine.landings;
		core->read_time = core->cpu->clock;
		if (!engine.strict) {
			memcpy(slot->bytes,
			       engine.cores[rank].window + line * bytes, bytes);
		}
	} else {
		fetch(core, rank, line * bytes, slot->bytes, bytes);
		slot->generation = core->read.good;
		slot->rank = rank;
		slot->line = line;
	}
	memcpy(to, slot->bytes + offset % bytes, n);
	if (engine.profile.coherent) {
		coherent_forward(core, rank, offset, to, n);
	}
}

/* What reads the present also bounds how old later reads may be: rule (e). */
static void read_flags(uint32_t rank, uint32_t offset, uint32_t *words,
		       uint32_t n)
{
	struct core *core = engine.current;

	if (engine.profile.coherent) { /* a copy may have gone bad by now */
		engine_sync(core);
	}
	core->read.flag = true;
	read_window(rank, offset, words, n * (uint32_t)sizeof(*words));
	core->read.flag = false;
	if (core->relaxed) {
		relaxed_acquire(core, core->read_time);
	}
}

static void invalidate(void)
{
	struct core *core = engine.current;

	core->generation++;
	core->cpu->clock += engine.profile.invalidate;
	if (core->relaxed) {
		relaxed_acquire(core, core->cpu->clock);
	}
}

void memory_create(struct core *core)
{
	const struct profile *p = &engine.profile;

	core->window = host_alloc(p->window_bytes);
	core->written = host_alloc(p->window_bytes / p->line_bytes *
				   sizeof(*core->written));
	core->generation = 1;
	core->way_size = LINES_ON_WAY;
	if (engine.relaxed || player) {
		core->way_size = PIECES_ON_WAY;
	}
	if (engine.relaxed) {
		relaxed_create(core);
	}
	core->way = host_alloc(core->way_size * sizeof(*core->way));
	if (engine.strict || (p->l1_lines > 1 && !player)) {
		core->l1 = host_alloc(p->l1_lines * sizeof(*core->l1));
	}
}

void memory_ops(struct sim_host *host)
{
	host->read = read_window;
	host->read_flags = read_flags;
	host->write = write_window;
	host->write_flag = write_flag;
	host->invalidate = invalidate;
	host->flush = flush;
	drain_ops(host);
}
