/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/chip/fifo.h"
#include "sim/chip/fifo_links.h"

#include <string.h>

#include "sim/chip/host.h"

enum {
	RING = 1024,
};

/* A core's: what is there, and what waits before it, by FIFO of messages. */
static struct inbox {
	uint32_t words[FIFOS][RING];
	uint32_t come[FIFOS], taken[FIFOS];
	uint32_t held;      /* in all of them */
	uint64_t link_free; /* of the last link */
	struct fifo_queue waiting;
	/* As a sender: messages that have found no room; it stands still. */
	uint32_t stuck;
	bool waits;
} * inboxes;

static struct message *on_way; /* by arrival */
static struct message *unused;
static uint32_t slot; /* the event's: the first one arrives */

static void set_event(void)
{
	if (on_way) {
		heap_set(&engine.heap, slot, on_way->arrives);
	}
}

static uint32_t offset_of(uint32_t fifo)
{
	return (uint32_t)(engine.profile.window_bytes -
			  (FIFOS - fifo) * engine.profile.line_bytes);
}

bool fifo_counts(uint32_t offset)
{
	return engine.profile.fifo_words && offset >= offset_of(0);
}

static bool has_room(const struct inbox *inbox, const struct message *m)
{
	return inbox->held + m->n <= engine.profile.fifo_words;
}

/* It can go no further. */
static void stop(struct message *m, struct fifo_queue *queue)
{
	fifo_stand(m);
	fifo_append(queue, m);
	inboxes[m->from->rank].stuck += !m->stuck;
	m->stuck = true;
}

static void accept(struct message *m, uint64_t time)
{
	struct inbox *inbox = &inboxes[m->to->rank];
	uint32_t line =
		offset_of(m->fifo) / (uint32_t)engine.profile.line_bytes;

	for (uint32_t i = 0; i < m->n; i++) {
		inbox->words[m->fifo][inbox->come[m->fifo]++ % RING] =
			m->words[i];
	}
	inbox->held += m->n;
	m->to->written[line] = ++engine.landings;
	if (m->to->watchers) {
		await_written(m->to, line, time);
	}
	m->next = unused;
	unused = m;
}

/* A sender's message has got in: it may go on. */
static void unstick(struct core *sender, uint64_t time)
{
	struct inbox *mine = &inboxes[sender->rank];

	if (--mine->stuck == 0 && mine->waits) {
		mine->waits = false;
		engine_wake(sender, time, later(time, sender->cpu->clock));
	}
}

static void enter(struct message *m, uint64_t time)
{
	if (m->stuck) {
		unstick(m->from, time);
	}
	accept(m, time);
}

/* As far as it can: into its inbox, or until the next link is held. */
static void advance(struct message *m, uint64_t time)
{
	struct inbox *inbox = &inboxes[m->to->rank];
	struct fifo_queue *held = fifo_walk(m);

	if (held) {
		stop(m, held);
	} else if (inbox->waiting.first || !has_room(inbox, m)) {
		stop(m, &inbox->waiting);
	} else {
		enter(m, time);
	}
}

/* These have waited for links. */
static void go_on(struct fifo_queue waited, uint64_t time)
{
	while (waited.first) {
		struct message *m = waited.first;
		struct fifo_queue behind = fifo_leave(m);

		waited.first = m->next;
		advance(m, time);
		go_on(behind, time);
	}
}

static void arrive(uint64_t time)
{
	struct message *m = on_way;

	on_way = m->next;
	set_event();
	advance(m, time);
}

static void let_in(struct inbox *inbox, uint64_t time)
{
	while (inbox->waiting.first && has_room(inbox, inbox->waiting.first)) {
		struct message *m = inbox->waiting.first;
		struct fifo_queue behind = fifo_leave(m);

		inbox->waiting.first = m->next;
		enter(m, time);
		go_on(behind, time);
	}
}

/* When the last word comes; the last link carries one message after the other. */
static uint64_t arrival(const struct core *from, const struct core *to,
			uint32_t n)
{
	const struct profile *p = &engine.profile;
	struct inbox *inbox = &inboxes[to->rank];
	uint64_t way = p->distances ? one_way(from, to->at) - p->l_hop : 0;
	uint64_t time = from->cpu->clock + p->fifo_message + way;

	time = later(time, inbox->link_free + n * p->fifo_word);
	inbox->link_free = time;
	return time;
}

/* Messages that come at the same time stay in the order of their sending. */
static void launch(struct message *m)
{
	struct message **at = &on_way;

	while (*at && (*at)->arrives <= m->arrives) {
		at = &(*at)->next;
	}
	m->next = *at;
	*at = m;
	set_event();
}

/* Words that a core writes or reads: it does not stand still. */
static void use_registers(struct core *core, uint32_t words)
{
	uint64_t time = words * engine.profile.fifo_word;

	core->cpu->clock += time;
	core->cpu->registers += time;
}

static void send(uint32_t rank, uint32_t fifo, const uint32_t *words,
		 uint32_t n)
{
	struct core *core = engine.current;
	struct inbox *mine = &inboxes[core->rank];
	struct message *m;

	modes_before(core);
	engine_sync(core);
	while (mine->stuck) {
		mine->waits = true;
		engine_block(core, SIM_NEVER);
	}
	/* Its header is a word, too. */
	use_registers(core, n + 1);
	engine_sync(core);
	m = unused;
	if (m) {
		unused = m->next;
	} else {
		m = host_alloc(sizeof(*m));
	}
	m->from = core;
	m->to = &engine.cores[rank];
	m->fifo = fifo;
	m->n = n;
	m->passed = m->held = 0;
	m->stuck = false;
	memcpy(m->words, words, n * sizeof(*words));
	m->arrives = arrival(core, m->to, n + 1) +
		     engine_random(core, engine.jitter);
	launch(m);
	engine_horizon(core);
}

static uint32_t there(uint32_t fifo)
{
	struct core *core = engine.current;
	struct inbox *inbox = &inboxes[core->rank];

	use_registers(core, 1);
	engine_sync(core);
	return inbox->come[fifo] - inbox->taken[fifo];
}

static void receive(uint32_t fifo, uint32_t *words, uint32_t n)
{
	struct core *core = engine.current;
	struct inbox *inbox = &inboxes[core->rank];

	modes_before(core);
	use_registers(core, n);
	engine_sync(core);
	for (uint32_t i = 0; i < n; i++) {
		words[i] = inbox->words[fifo][inbox->taken[fifo]++ % RING];
	}
	inbox->held -= n;
	let_in(inbox, core->cpu->clock);
	engine_horizon(core);
}

void fifo_read_count(struct core *core, uint32_t offset, uint32_t *to)
{
	uint32_t fifo =
		(offset - offset_of(0)) / (uint32_t)engine.profile.line_bytes;

	use_registers(core, 1);
	engine_sync(core);
	*to = inboxes[core->rank].come[fifo];
	core->read_mark = engine.landings;
	core->read_time = core->cpu->clock;
}

void fifo_create(void)
{
	if (engine.profile.fifo_words) {
		inboxes = host_alloc(engine.count * sizeof(*inboxes));
		fifo_links_create();
		slot = engine_add_event(arrive);
	}
}

void fifo_ops(struct sim_host *host)
{
	host->fifo_send = send;
	host->fifo_there = there;
	host->fifo_receive = receive;
}
