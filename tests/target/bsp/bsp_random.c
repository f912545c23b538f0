/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 always=5 seeds=3 time-out=120 */
/* weft-test: cores=48 args=60,12 time-out=240 */
/* weft-test: cores=3 seeds=2 env=CHUNK=20,WEFT_BSP_SCHEDULE=random */
/* weft-test: cores=5 args=40,10 env=WEFT_EPOCH=0xfffffff1,WEFT_BSP_SCHEDULE=naive */
/* weft-test: cores=3 args=9000,10 seeds=2 time-out=120 */
/* weft-test: boards=scc-sim modes=relaxed cores=2,5,17 seeds=3 env=WEFT_BSP_SCHEDULE=slots */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,wormhole-emu cores=3
   env=WEFT_BSP_SCHEDULE=slots,SLOT_US=0,WEFT_EPOCH=0xfffffff1 */
/* weft-test: boards=scc-sim modes=strict cores=4 o=fault=slow:core=2,x=30 */
/* weft-image: bsp_push bsp/exchange.c -DBSP_PUSHES=1 */
/* weft-test: image=bsp_push boards=scc-sim modes=strict,relaxed cores=2,5 seeds=2 */
/* weft-test: image=bsp_push boards=scc-sim modes=strict cores=3 args=9000,8 */
/* weft-test: image=bsp_push boards=scc-sim modes=relaxed cores=3 env=WEFT_EPOCH=0xfffffff1 */
/* weft-test: image=bsp_push boards=scc-sim cores=17 args=40,8 env=WEFT_BSP_SCHEDULE=naive */
/*
 * Random programs of certain results, which all make from one seed, against an interpreter.
 */
#include <bsp.h>
#include <stdlib.h>
#include <string.h>

#include "tests/target/bsp/options.h"
#include "tests/target/tap.h"

#define AREAS      2
#define CALLS_EACH 4 /* in a superstep */

enum kind {
	SCRIBBLE, /* the process writes its own memory */
	PUT,
	HPPUT,
	GET,
	HPGET,
	SEND,
	KINDS
};

struct call {
	enum kind kind;
	uint32_t from, to; /* processes: who calls, whom it names */
	uint32_t area, at; /* at `to`, for SCRIBBLE at `from` */
	uint32_t own, own_at, n, key;
	uint8_t *data; /* put: as at the call; get: as at the end */
};

/* Of each byte of all processes, in this superstep. */
struct byte {
	uint8_t value;
	bool steady; /* an unbuffered call reads it */
	bool open;   /* an unbuffered call writes it */
	uint16_t writer;
};

static uint32_t p, me, size, writers;
static uint8_t *area[AREAS]; /* mine; area k of process i is number k + i */
static struct byte *model;
static struct call *calls;
static uint32_t count;

static struct byte *bytes_of(uint32_t process, uint32_t slot, uint32_t at)
{
	return model + (process * AREAS + slot) * size + at;
}

/* What a process calls the memory of that slot. */
static uint8_t *name_of(uint32_t slot)
{
	return area[(slot + me) % AREAS];
}

static bool may_read(const struct byte *b, uint32_t n, bool high)
{
	for (; n > 0; n--, b++) {
		if (b->open || (high && b->writer)) {
			return false;
		}
	}
	return true;
}

/* By that writer of this superstep; 0: at once. */
static bool may_write(const struct byte *b, uint32_t n, uint32_t writer)
{
	for (; n > 0; n--, b++) {
		if (b->steady || b->open ||
		    (b->writer && writer && b->writer != writer)) {
			return false;
		}
	}
	return true;
}

static void mark(struct byte *from, struct byte *to, uint32_t n, bool high,
		 uint32_t writer)
{
	for (; n > 0; n--, from++, to++) {
		from->steady |= high;
		to->open |= high;
		to->writer = (uint16_t)writer;
	}
}

static uint32_t below(uint32_t n)
{
	return tap_below(tap_random(), n);
}

/* Is it one whose result is certain?  Then its marks are made. */
static bool is_certain(const struct call *c)
{
	bool high = c->kind == HPPUT || c->kind == HPGET;
	bool put = c->kind == PUT || c->kind == HPPUT;
	struct byte *there = bytes_of(c->to, c->area, c->at);
	struct byte *here = bytes_of(c->from, c->own, c->own_at);
	/* A process's own puts may overlap: they have an order. */
	uint32_t writer = c->kind == PUT ? 1 + c->from : p + ++writers;
	struct byte *from = put ? here : there, *to = put ? there : here;

	if (c->kind == SEND || c->kind == SCRIBBLE) {
		return c->kind == SEND || may_write(here, c->n, 0);
	}
	if ((high && from < to + c->n && to < from + c->n) ||
	    !may_read(from, c->n, high) || !may_write(to, c->n, writer)) {
		return false;
	}
	mark(from, to, c->n, high, writer);
	return true;
}

static void copy(struct call *c, const struct byte *from)
{
	for (uint32_t i = 0; i < c->n; i++) {
		c->data[i] = from[i].value;
	}
}

static void interpret(struct call *c)
{
	struct byte *here = bytes_of(c->from, c->own, c->own_at);

	if (c->kind == SCRIBBLE) {
		for (uint32_t i = 0; i < c->n; i++) {
			here[i].value = (uint8_t)(c->key + i);
		}
	} else if (c->kind == PUT || c->kind == HPPUT) {
		copy(c, here);
	}
}

static void perform(const struct call *c)
{
	uint8_t *here = name_of(c->own) + c->own_at;
	int to = (int)c->to, n = (int)c->n, at = (int)c->at;
	uint8_t *payload;

	if (c->kind == SCRIBBLE) {
		for (uint32_t i = 0; i < c->n; i++) {
			here[i] = (uint8_t)(c->key + i);
		}
	} else if (c->kind == PUT) {
		bsp_put(to, here, name_of(c->area), at, n);
	} else if (c->kind == HPPUT) {
		bsp_hpput(to, here, name_of(c->area), at, n);
	} else if (c->kind == GET) {
		bsp_get(to, name_of(c->area), at, here, n);
	} else if (c->kind == HPGET) {
		bsp_hpget(to, name_of(c->area), at, here, n);
	} else {
		payload = tap_room(c->n + 1);
		tap_fill(payload, c->n, c->key);
		bsp_send(to, &c->key, payload, n);
		free(payload);
	}
}

static void choose(struct call *c)
{
	c->kind = (enum kind)below(KINDS);
	c->from = below(p);
	c->to = below(4) ? below(p) : 0; /* some are in demand */
	c->area = below(AREAS);
	c->own = below(AREAS);
	c->n = below(2) ? 4 /* alike */ : below(3) ? below(16) : below(size);
	c->at = below(size - c->n);
	c->own_at = below(size - c->n);
	c->key = tap_random();
	c->data = NULL;
}

static void ask(void)
{
	uint32_t want = below(CALLS_EACH * p + 1);

	count = 0;
	writers = 0;
	for (uint32_t i = 0; i < want; i++) {
		struct call *c = &calls[count];

		choose(c);
		if (!is_certain(c)) {
			continue;
		}
		count++;
		c->data = tap_room(c->n + 1);
		interpret(c);
		if (c->from == me) {
			perform(c);
		}
	}
}

/* The superstep's end: gets read, and then all is written. */
static void interpret_sync(void)
{
	for (uint32_t i = 0; i < count; i++) {
		struct call *c = &calls[i];

		if (c->kind == GET || c->kind == HPGET) {
			copy(c, bytes_of(c->to, c->area, c->at));
		}
	}
	for (uint32_t i = 0; i < count; i++) {
		struct call *c = &calls[i];
		bool get = c->kind == GET || c->kind == HPGET;
		struct byte *to = get ? bytes_of(c->from, c->own, c->own_at)
				      : bytes_of(c->to, c->area, c->at);

		for (uint32_t j = 0; j < c->n; j++) {
			if (c->kind != SCRIBBLE && c->kind != SEND) {
				to[j].value = c->data[j];
			}
		}
	}
	for (uint32_t i = 0; i < p * AREAS * size; i++) {
		model[i].steady = false;
		model[i].open = false;
		model[i].writer = 0;
	}
}

static bool memory_is_right(void)
{
	for (uint32_t k = 0; k < AREAS; k++) {
		const struct byte *b = bytes_of(me, k, 0);

		for (uint32_t i = 0; i < size; i++) {
			if (name_of(k)[i] != b[i].value) {
				return false;
			}
		}
	}
	return true;
}

/* The message with that tag, sent to me; it is not found again. */
static struct call *sent(uint32_t key)
{
	for (uint32_t i = 0; i < count; i++) {
		if (calls[i].kind == SEND && calls[i].to == me &&
		    calls[i].key == key) {
			calls[i].kind = KINDS;
			return &calls[i];
		}
	}
	return NULL;
}

/* Those that are taken are right; some of them may be left. */
static bool messages_are_right(void)
{
	int n, bytes, status;
	uint32_t want = 0, all = 0, key;
	bool ok = true;

	for (uint32_t i = 0; i < count; i++) {
		if (calls[i].kind == SEND && calls[i].to == me) {
			want++;
			all += calls[i].n;
		}
	}
	bsp_qsize(&n, &bytes);
	ok = n == (int)want && bytes == (int)all;
	for (uint32_t take = tap_below(tap_own_random(), want + 2);
	     take > 0 && ok && want > 0; take--, want--) {
		const struct call *c;
		void *tag, *payload;

		bsp_get_tag(&status, &key);
		c = sent(key);
		ok = c && status == (int)c->n;
		if (ok && (take & 1)) {
			ok = bsp_hpmove(&tag, &payload) == status &&
			     memcmp(tag, &key, sizeof(key)) == 0 &&
			     tap_same(payload, c->n, key);
		} else if (ok) {
			payload = tap_room(c->n + 1);
			bsp_move(payload, status);
			ok = tap_same(payload, c->n, key);
			free(payload);
		}
	}
	return ok;
}

static void start(void)
{
	int tag = sizeof(uint32_t);

	model = tap_room(p * AREAS * size * sizeof(*model));
	calls = tap_room(CALLS_EACH * p * sizeof(*calls));
	area[0] = tap_room(size);
	area[1] = tap_room(size);
	bsp_push_reg(name_of(0), (int)size);
	bsp_push_reg(name_of(1), (int)size);
	bsp_set_tagsize(&tag);
	bsp_sync();
}

int main(int argc, char **argv)
{
	uint32_t turns = argc > 2 ? (uint32_t)atoi(argv[2]) : 30;
	bool memory = true, queue = true;

	tap_begin();
	bsp_options_of_test();
	bsp_begin(bsp_nprocs());
	p = (uint32_t)bsp_nprocs();
	me = (uint32_t)bsp_pid();
	size = argc > 1 ? (uint32_t)atoi(argv[1]) : 150;
	start();
	for (uint32_t turn = 0; turn < turns; turn++) {
		ask();
		if ((tap_own_random() & 15) == 0) {
			tap_delay(tap_below(tap_own_random(), 30000));
		}
		bsp_sync();
		interpret_sync();
		memory &= memory_is_right();
		queue &= messages_are_right();
		while (count > 0) {
			free(calls[--count].data);
		}
	}
	tap_ok(memory, "memory as interpreted, %u supersteps", (unsigned)turns);
	tap_ok(queue, "all messages are as interpreted");
	bsp_end();
	return tap_end();
}
