/* SPDX-License-Identifier: Apache-2.0 */
/* Ways: which protocol a message takes, and the sender's side of a queue. */
#include "arch/arch.h"
#include "messages/am/ways/am_spill.h"
#include "runtime/wait.h"
#include "runtime/why.h"
#include "topology/arith.h"

struct room {
	struct weft_am_way *way;
	uint32_t bytes;
};

static void look_for_credit(struct weft_am_way *way)
{
	if (way->spills) {
		way->taken = am_spill_taken(way->there.rank);
	}
}

static bool am_way_has_room(void *what)
{
	const struct room *r = what;
	struct weft_am_way *w = r->way;

	look_for_credit(w);

	return w->put + r->bytes - w->taken <= w->share || am.mode.evicted ||
	       am.peer[w->to.rank].state;
}

static bool room_or_work(void *what)
{
	return am_way_has_room(what) || am_queue_has();
}

/*
 * A core that waits here serves its own queue; otherwise two cores could wait for each
 * other for ever.  It counts in `awaited`: all that it has sent may have been handled, and
 * then it has no other reason to watch the receiver (am_dead.c).
 */
static int am_way_await_room(struct weft_am_way *way, uint32_t bytes,
			     uint64_t deadline)
{
	struct room room = {way, bytes};
	int error = WEFT_OK;

	am.peer[way->to.rank].awaited++;
	while (!error && !am_way_has_room(&room)) {
		error = am_serve_until(room_or_work, &room, deadline,
				       way->to.rank, "room in a queue");
		if (!error && am_queue_has()) {
			weft_am_queue_serve();
		}
	}
	am.peer[way->to.rank].awaited--;
	if (am.mode.evicted || am.peer[way->to.rank].state) {
		return WEFT_ERR_DEAD;
	}
	return error;
}

static int store(struct weft_am_way *way, uint32_t at, const void *data,
		 uint32_t bytes, uint64_t deadline)
{
	return am_send_packets(&way->there,
			       way->mine + ((way->put + at) & (way->share - 1)),
			       data, bytes, 0, deadline);
}

/* Tells `put`, and an entry's first words, which the handler there puts in their place. */
static int am_way_tell(struct weft_am_way *way, const uint32_t *entry,
		       uint32_t words, uint32_t put, uint64_t deadline)
{
	uint32_t told[WEFT_AM_WORDS] = {put, am_head_alone(way->segment)};

	for (uint32_t i = 0; i < words; i++) {
		told[AM_WORD_MORE + i] = entry[i];
	}
	return am_post(way->to.rank, AM_ON_QUEUED, told, AM_WORD_MORE + words,
		       deadline);
}

/* An entry, and the bytes before the ring's end that are skipped before it. */
struct am_way_entry {
	const uint32_t *head; /* and the words behind it */
	uint32_t words;
	const char *data;
	uint32_t pad;
};

/* It is told of once all of it has been stored, so a part of it is never seen. */
static int send_packets(struct weft_am_way *way, const struct am_way_entry *e,
			uint64_t deadline)
{
	uint32_t told = am_min(e->words, AM_ENTRY_TOLD), pad = e->pad;
	uint32_t skip = AM_ENTRY_SKIP, need = e->head[AM_ENTRY_BYTES];
	int error = WEFT_OK;

	if (pad) {
		error = store(way, 0, &skip, sizeof(skip), deadline);
	}
	if (!error) {
		error = store(way, pad + 4 * told, e->head + told,
			      4 * (e->words - told), deadline);
	}
	if (!error) {
		error = store(way, pad + 4 * e->words, e->data,
			      e->head[AM_ENTRY_DATA], deadline);
	}
	return error ? error
		     : am_way_tell(way, e->head, told, way->put + pad + need,
				   deadline);
}

/* A piece: bytes of the share from put + at on.  They are those of `first`, then `rest`. */
static int send_piece(struct weft_am_way *way, uint32_t at, uint32_t put,
		      uint32_t bytes, const void *first, uint32_t first_bytes,
		      const void *rest, uint64_t deadline)
{
	uint32_t head[AM_PIECE_WORDS] = {
		0, way->segment,
		way->mine + ((way->put + at) & (way->share - 1)), bytes, put};

	return am_spill_send(way->there.rank, head, first, first_bytes, rest,
			     deadline);
}

/* An entry in pieces, of which the last one tells of it. */
static int send_pieces(struct weft_am_way *way, const struct am_way_entry *e,
		       uint64_t deadline)
{
	uint32_t skip = AM_ENTRY_SKIP, need = e->head[AM_ENTRY_BYTES], at = 0;
	int error = WEFT_OK;

	if (e->pad) {
		error = send_piece(way, 0, way->put, sizeof(skip), &skip,
				   sizeof(skip), NULL, deadline);
	}
	while (!error && at < need) {
		uint32_t words = at ? 0 : 4 * e->words, skipped = 4 * e->words;
		uint32_t n = am_min(need - at, am_spill_most());
		uint32_t end = at + n == need ? e->pad + need : 0;
		uint32_t data = at ? at - skipped : 0;
		uint32_t left = e->head[AM_ENTRY_DATA] - data;

		/* The last words of an entry may be beyond its data. */
		error = send_piece(way, e->pad + at, way->put + end,
				   am_min(n, words + left), e->head, words,
				   e->data + data, deadline);
		at += n;
	}
	return error;
}

static int send_entry(struct weft_am_way *way, struct am_way_entry *e,
		      uint64_t deadline)
{
	uint32_t at = way->put & (way->share - 1);
	uint32_t need = e->head[AM_ENTRY_BYTES];
	int error;

	e->pad = at + need > way->share ? way->share - at : 0;
	error = am_way_await_room(way, e->pad + need, deadline);
	if (!error) {
		error = way->spills ? send_pieces(way, e, deadline)
				    : send_packets(way, e, deadline);
	}
	way->put += error ? 0 : e->pad + need;
	return error;
}

static int send_queued(struct weft_am_way *way, const struct weft_am_packet *p,
		       uint64_t deadline)
{
	uint32_t head[AM_ENTRY_WORDS + WEFT_AM_WORDS];
	uint32_t all = AM_ENTRY_WORDS + p->count;
	struct am_way_entry e = {head, all, p->data, 0};

	head[AM_ENTRY_BYTES] = 4 * all + ((p->bytes + 3) & ~UINT32_C(3));
	head[AM_ENTRY_HEAD] = am_entry_head(p->endpoint, p->handler, p->count);
	if (way->spills) {
		head[AM_ENTRY_HEAD] |= AM_ENTRY_SPILLED;
	}
	head[AM_ENTRY_TAG] = p->tag;
	head[AM_ENTRY_DATA] = p->bytes;
	for (uint32_t i = 0; i < p->count; i++) {
		head[AM_ENTRY_WORDS + i] = p->word[i];
	}
	return send_entry(way, &e, deadline);
}

/* A message without data takes a slot, unless it would overtake others or there is none. */
static bool goes_by_slot(struct weft_am_way *way, size_t bytes)
{
	uint32_t rank = way->to.rank;

	look_for_credit(way);
	if (bytes > 0 || way->link || way->queued ||
	    (way->in_order && way->put != way->taken)) {
		return false;
	}
	return !way->spills ||
	       am.peer[rank].sent[AM_REQUEST] != am.peer[rank].last ||
	       am_has_room(rank);
}

static int am_way_check(struct weft_am_way *way, uint32_t handler,
			const uint32_t *words, uint32_t count, const void *data,
			size_t bytes)
{
	int error = am_library();

	if (error || !way || (count > 0 && !words) || (bytes > 0 && !data)) {
		return error ? error : WEFT_ERR_NULL;
	}
	if (handler - 1 >= WEFT_AM_HANDLERS - 1 ||
	    way->to.endpoint >= WEFT_AM_ENDPOINTS) {
		return RT_WHY(WEFT_ERR_NUMBER,
			      "handler: 1 to 255; endpoint: 0 to 15");
	}
	if (count > WEFT_AM_WORDS || bytes > way->most) {
		return RT_WHY(WEFT_ERR_SIZE, "more words than WEFT_AM_WORDS, "
					     "or more bytes than way->most");
	}
	error = way->error;
	way->error = WEFT_OK;
	return error;
}

int weft_am_way_send(struct weft_am_way *way, uint32_t handler,
		     const uint32_t *words, uint32_t count, const void *data,
		     size_t bytes, weft_us_t within)
{
	int error = am_way_check(way, handler, words, count, data, bytes);
	struct weft_am_packet p;

	if (error) {
		return error;
	}
	p.from = am.me;
	p.endpoint = way->to.endpoint;
	p.tag = way->to.tag;
	p.handler = handler;
	p.count = count;
	for (uint32_t i = 0; i < count; i++) {
		p.word[i] = words[i];
	}
	p.data = data;
	p.bytes = (uint32_t)bytes;
	if (goes_by_slot(way, bytes)) {
		return weft_am_request(&way->to, handler, p.word, count,
				       within);
	}
	if (way->link) {
		return way->link->send(way->link, &p, within);
	}
	error = am_check_remote(&way->there, 0, way, 0);
	return error ? error : send_queued(way, &p, rt_deadline(within));
}
