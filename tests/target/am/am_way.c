/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 args=poll time-out=120 */
/* weft-test: cores=2 args=poll env=WEFT_EPOCH=0xffffff00 time-out=120 */
/* weft-test: cores=1,2,3 args=interrupt time-out=120 */
/* weft-test: cores=17 args=mixed time-out=120 */
/* weft-test: cores=3 boards=scc-sim modes=relaxed args=mixed seeds=2 time-out=120 */
/* weft-test: cores=48 boards=scc-sim args=interrupt full=1 time-out=120 */
/* weft-image: am_way_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_way_least boards=scc-sim cores=2,3,17 args=interrupt time-out=120 */
/*
 * Ways: messages with data and without, of random sizes, from all to all, by queues in
 * private memory that are often full; receivers that do not serve for long, while their
 * interrupts make room; what comes back; ways that are opened again; a link, looped back to
 * its own core.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	NUMBERED = 1, /* handlers */
	PLAIN,
	HANDLERS,
	SEGMENT = 3,
	KEY = 77,
	TAG = 0xaa,
	CORES = 64,
	ROUNDS = 10, /* messages to each core */
	SOME = 3,    /* that fit a share */
	LINKED = 4,  /* packets that a link holds */
	MOST = 256,  /* bytes of data */
};

static uint32_t me, cores, wrong;
static struct weft_am_queue queue = {.key = KEY};
static struct weft_am_way way[CORES];
static uint32_t heard[CORES], sent[CORES];
static volatile uint32_t numbered, plain;
static uint32_t expected_plain; /* so far: others may be ahead of this core */

static uint32_t bytes_of(uint32_t from, uint32_t to, uint32_t n)
{
	uint32_t most = way[0].most;

	most = most < MOST ? most : MOST;
	return (from * 31 + to * 17 + n * 53) % (most + 1);
}

/* Its number, sender, receiver; then as many words as the number says. */
static void on_numbered(struct weft_am_message *m)
{
	uint32_t n = heard[m->from]++, bytes;
	const void *data = weft_am_data(&bytes);
	uint32_t expected = bytes_of(m->from, me, n);

	wrong += m->count != 2 + n % 6 || m->word[0] != n ||
		 m->word[1] != (m->from << 8 | me);
	wrong += m->arg != &queue;
	wrong += bytes != expected || (data != NULL) != (bytes > 0);
	wrong += bytes > 0 && !tap_same(data, bytes, n + m->from);
	wrong += weft_am_reply(m, PLAIN, NULL, 0) != WEFT_ERR_STATE;
	wrong += weft_am_queue_serve() != WEFT_ERR_CONTEXT;
	numbered++;
}

static void on_plain(struct weft_am_message *m)
{
	wrong += weft_am_data(NULL) != NULL || m->count != 0 ||
		 m->arg != &queue;
	plain++;
}

static weft_am_handler *const table[HANDLERS] = {NULL, on_numbered, on_plain};
static const struct weft_am_endpoint endpoint = {TAG, table, HANDLERS, &queue};

/* No queue is open after any of these. */
static bool refuses(struct weft_am_queue q)
{
	bool ok = weft_am_queue_open(WEFT_AM_SEGMENTS, &q) == WEFT_ERR_NUMBER;

	q.memory = (char *)q.memory + 1;
	ok &= weft_am_queue_open(SEGMENT, &q) == WEFT_ERR_ALIGN;
	q.memory = (char *)q.memory - 1;
	q.bytes = 255 * cores;
	return ok & (weft_am_queue_open(SEGMENT, &q) == WEFT_ERR_SIZE);
}

static bool open_all(uint32_t share)
{
	bool ok = true;

	queue.bytes = share * cores + 8;
	queue.memory = tap_room(queue.bytes);
	ok &= refuses(queue) && !weft_am_queue_open(SEGMENT, &queue) && meet();
	for (uint32_t i = 0; i < cores; i++) {
		way[i].to = (struct weft_am_dest){i, 1, TAG, 1};
		way[i].segment = SEGMENT;
		way[i].key = KEY + 1;
		ok &= weft_am_way_open(&way[i], WEFT_FOREVER) ==
		      WEFT_ERR_KEY;
		way[i].key = KEY;
		way[i].queued = true;
		ok &= !weft_am_way_open(&way[i], WEFT_FOREVER);
		ok &= weft_am_way_open(&way[i], WEFT_FOREVER) == WEFT_ERR_STATE;
	}
	return ok && meet();
}

static bool send_numbered(struct weft_am_way *w, uint32_t to)
{
	static char data[MOST];
	uint32_t n = sent[to]++, bytes = bytes_of(me, to, n);
	uint32_t words[WEFT_AM_WORDS] = {n, me << 8 | to};

	tap_fill(data, bytes, n + me);
	return !weft_am_way_send(w, NUMBERED, words, 2 + n % 6, data, bytes,
				 WEFT_FOREVER);
}

/* Shares fill, as nobody serves while it sends but where it waits. */
static bool all_to_all(void)
{
	uint32_t before = numbered, rounds = cores > 17 ? SOME : ROUNDS;
	bool ok = true;

	for (uint32_t n = 0; n < rounds; n++) {
		for (uint32_t i = 0; i < cores; i++) {
			ok &= send_numbered(&way[(me + i) % cores],
					    (me + i) % cores);
		}
	}
	ok &= !weft_am_queue_wait(&numbered, before + rounds * cores,
				  WEFT_FOREVER);
	return ok & meet() && wrong == 0;
}

/* Nobody polls between the barriers, so only interrupts make room. */
static bool busy_receivers(void)
{
	uint32_t before = plain;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t n = 0; n < SOME; n++) {
		for (uint32_t i = 0; i < cores; i++) {
			ok &= !weft_am_way_send(&way[i], PLAIN, NULL, 0, NULL,
						0, WEFT_FOREVER);
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= plain == before;
	ok &= !weft_am_queue_wait(&plain, before + SOME * cores, WEFT_FOREVER);
	expected_plain += SOME * cores;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

/* Without data by request; in order it waits behind what is queued. */
static bool chooses(void)
{
	uint32_t next = (me + 1) % cores, before = expected_plain,
		 was = numbered;
	struct weft_am_way *w = &way[next];
	bool ok = true;

	w->queued = false;
	ok &= !weft_am_way_send(w, PLAIN, NULL, 0, NULL, 0, WEFT_FOREVER);
	ok &= !weft_am_wait(&plain, before + 1, WEFT_FOREVER) && meet();
	while (bytes_of(me, next, sent[next]) == 0) {
		ok &= send_numbered(w, next);
	}
	w->in_order = true;
	ok &= send_numbered(w, next);
	ok &= !weft_am_way_send(w, PLAIN, NULL, 0, NULL, 0, WEFT_FOREVER);
	ok &= meet() && plain == before + 1 && numbered - was < 2;
	ok &= !weft_am_queue_wait(&plain, before + 2, WEFT_FOREVER);
	w->queued = true;
	return ok & meet() && numbered > was;
}

static bool errors(void)
{
	uint32_t next = (me + 1) % cores, before = plain;
	struct weft_am_way *w = &way[next];
	bool ok = weft_am_queue_open(4, &queue) == WEFT_ERR_STATE;

	ok &= weft_am_way_send(NULL, PLAIN, NULL, 0, NULL, 0, 0) ==
	      WEFT_ERR_NULL;
	ok &= weft_am_way_send(w, PLAIN, NULL, 1, NULL, 0, 0) == WEFT_ERR_NULL;
	ok &= weft_am_way_send(w, PLAIN, NULL, 0, NULL, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_am_way_send(w, 0, NULL, 0, NULL, 0, 0) == WEFT_ERR_NUMBER;
	ok &= weft_am_way_send(w, PLAIN, heard, 9, NULL, 0, 0) == WEFT_ERR_SIZE;
	ok &= weft_am_way_send(w, PLAIN, NULL, 0, w, w->most + 1, 0) ==
	      WEFT_ERR_SIZE;
	ok &= weft_am_queue_wait(&plain, before + 1, 10) == WEFT_ERR_TIMEOUT;
	weft_barrier(WEFT_WORLD,
		     WEFT_FOREVER); /* nobody has sent anything before that */
	w->to.tag++;
	ok &= !weft_am_way_send(w, PLAIN, NULL, 0, NULL, 0, WEFT_FOREVER);
	w->to.tag--;
	while (!w->error) {
		weft_am_queue_serve(); /* nothing else tells when it has come */
	}
	ok &= weft_am_way_send(w, PLAIN, NULL, 0, NULL, 0, 0) ==
	      WEFT_ERR_KEY;
	ok &= !weft_am_way_send(w, 200, NULL, 0, NULL, 0, WEFT_FOREVER);
	while (!w->error) {
		weft_am_queue_serve();
	}
	ok &= weft_am_way_send(w, PLAIN, NULL, 0, NULL, 0, 0) == WEFT_ERR_NAME;
	ok &= !weft_am_way_send(w, PLAIN, NULL, 0, NULL, 0, WEFT_FOREVER);
	ok &= !weft_am_queue_wait(&plain, before + 1, WEFT_FOREVER);
	return ok & meet() && plain == before + 1;
}

/* While what earlier ways have sent is still queued. */
static bool opens_again(void)
{
	uint32_t next = (me + 1) % cores, before = numbered;
	struct weft_am_way w = way[next];
	struct weft_am_segment no_queue = {.memory = heard, .bytes = 4};
	bool ok = !weft_am_segment_open(SEGMENT + 1, &no_queue) && meet();

	w.segment = SEGMENT + 1;
	w.key = 0;
	ok &= weft_am_way_open(&w, WEFT_FOREVER) == WEFT_ERR_STATE;
	ok &= weft_am_unmap(&w.there) == WEFT_ERR_STATE;
	for (uint32_t n = 0; n < ROUNDS; n++) {
		ok &= send_numbered(&way[next], next);
		ok &= !weft_am_way_close(&way[next]);
		ok &= weft_am_way_close(&way[next]) == WEFT_ERR_STATE;
		ok &= !weft_am_way_open(&way[next], WEFT_FOREVER);
	}
	ok &= !weft_am_queue_wait(&numbered, before + ROUNDS, WEFT_FOREVER);
	return ok & meet() && wrong == 0;
}

/* A link to this core itself: packets and their data, in a ring. */
static struct weft_am_packet ring[LINKED];
static char ring_data[LINKED][MOST];
static uint32_t ring_put, ring_taken, looks;

static int loop_send(struct weft_am_link *link, const struct weft_am_packet *p,
		     weft_us_t within)
{
	uint32_t at = ring_put % LINKED;

	(void)link;
	(void)within;
	if (ring_put - ring_taken == LINKED) {
		return WEFT_ERR_TIMEOUT;
	}
	ring[at] = *p;
	if (p->bytes > 0) {
		memcpy(ring_data[at], p->data, p->bytes);
	}
	ring[at].data = ring_data[at];
	ring_put++;
	return WEFT_OK;
}

static bool loop_take(struct weft_am_link *link, struct weft_am_packet *p)
{
	(void)link;
	looks++;
	if (ring_taken == ring_put) {
		return false;
	}
	*p = ring[ring_taken++ % LINKED];
	return true;
}

static bool linked(void)
{
	struct weft_am_link link = {.send = loop_send, .take = loop_take};
	struct weft_am_way w = way[me];
	uint32_t before = numbered;
	bool ok = weft_am_link_close(&link) == WEFT_ERR_STATE;

	w.link = &link;
	ok &= !weft_am_link_open(&link) && !weft_am_way_open(&w, 0);
	ok &= weft_am_link_open(&link) == WEFT_ERR_STATE;
	for (uint32_t n = 0; n < 3 * LINKED; n++) {
		ok &= send_numbered(&w, me);
		if (n % LINKED == LINKED - 1) {
			ok &= weft_am_way_send(&w, PLAIN, NULL, 0, NULL, 0,
					       0) == WEFT_ERR_TIMEOUT;
			ok &= !weft_am_queue_wait(&numbered, before + n + 1,
						  WEFT_FOREVER);
		}
	}
	looks = 0;
	for (uint32_t n = 0; n < 2000; n++) {
		ok &= weft_am_queue_serve() == 0;
	}
	/* In silence every fourth poll looks, once it is noticed. */
	ok &= looks >= 300 && looks <= 501;
	return ok & !weft_am_link_close(&link) && wrong == 0;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "poll";
	bool irq = !strcmp(how, "interrupt");

	me = weft_rank();
	cores = weft_size();
	if (cores > CORES) {
		weft_panic("more cores than this test has room for");
	}
	tap_begin();
	tap_ok(!weft_am_open(1, &endpoint) && meet_begin(how) &&
		       open_all(cores > 3 ? 512 : 1024),
	       "queues, and ways to all");
	tap_ok(all_to_all(), "all to all, whole and in order");
	tap_ok(!irq || busy_receivers(), "nobody waits for who is busy");
	tap_ok(chooses(), "by request, or behind what is queued");
	tap_ok(errors(), "errors");
	tap_ok(opens_again(), "a way that is opened again goes on");
	tap_ok(linked(), "a link to itself");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return tap_end();
}
