/* SPDX-License-Identifier: Apache-2.0 */
#include <weft/weft.h>

#include "runtime/part.h"
#include "runtime/progress.h"

#include "tests/target/abcast/freed.h"
#include "tests/target/abcast/inbox/client.h"
#include "tests/target/tap.h"

#define ANEW (INBOX_MESSAGE + 1)

/* In the sender's MPB, for chunk n at n mod W. */
struct header {
	uint32_t n, message, length, offset; /* n is written last, read first */
};

struct client client[CLIENTS];
uint32_t me, next, prev;

static uint32_t channel;
static char out[LONGEST];

static uint32_t line(uint32_t bytes)
{
	return (bytes + ARCH_LINE - 1) & ~(uint32_t)(ARCH_LINE - 1);
}

static uint32_t key_of(const struct client *c, uint32_t i)
{
	return (i * CLIENTS + (uint32_t)(c - client)) * 0x9e3779b9u;
}

uint32_t size_of(const struct client *c, uint32_t i)
{
	uint32_t r = key_of(c, i);

	return r >> 7 & 1 ? tap_below(r << 9, LONGEST) : r >> 25;
}

bool is_long(const struct client *c, uint32_t i)
{
	return c == &client[1] && size_of(c, i) > EAGER;
}

uint32_t end_of(const struct client *c, uint32_t i)
{
	uint32_t r = key_of(c, i) >> 11 & 7, size = size_of(c, i);

	if (i == MESSAGES) {
		return size;
	}
	if (is_long(c, i) && r < 2) {
		return 0;
	}
	return size > CHUNK && r == 2 ? CHUNK : size;
}

/*
 * A chunk of no message comes before the next one: now and then, and where a long one
 * begins anew, as no buffer is posted for that before its receiver knows.
 */
static bool is_apart(const struct client *c)
{
	return c->at == 0 && c->apart != c->message &&
	       ((c->anew && is_long(c, c->message)) ||
		(key_of(c, c->message) >> 14 & 7) == 0);
}

static uint32_t bytes(const struct rt_run *run, uint32_t left)
{
	(void)left;
	return CLIENTS * line(rt_flag_bytes(run->count)) +
	       line(run->count << 2) +
	       CLIENTS * W * (sizeof(struct header) + CHUNK);
}

static uint32_t header_at(const struct client *c, uint32_t n)
{
	return c->headers + (n & (W - 1)) * (uint32_t)sizeof(struct header);
}

static uint32_t number_at(const struct client *c, uint32_t n)
{
	return header_at(c, n) + (uint32_t)offsetof(struct header, n);
}

static void touch(void)
{
	client[0].news = client[1].news = true;
}

static void delivered(uint32_t from)
{
	(void)from;
	touch();
}

static void placed(const struct rt_run *run, uint32_t offset, uint32_t size)
{
	uint32_t word = run->epoch << 16 | (run->epoch & 0xffff);

	(void)size;
	me = arch_rank();
	next = me + 1 < run->count ? me + 1 : 0;
	prev = me > 0 ? me - 1 : run->count - 1;
	for (uint32_t i = 0; i < CLIENTS; i++) {
		struct client *c = &client[i];

		c->headers = offset;
		offset += W * sizeof(struct header);
		c->data = offset;
		offset += W * CHUNK;
		for (uint32_t j = 0; j < W; j++) {
			arch_flag_write(me, number_at(c, j), run->epoch);
		}
		credit_place(&c->credit, offset, false, run->epoch);
		rt_flags_preset(offset, run->count, word);
		offset += line(rt_flag_bytes(run->count));
		inbox_place(&c->inbox, CHUNK, W, false, run->epoch);
		c->inbox.delivered = delivered;
		c->inbox.what = "an invented message";
		c->sent = c->shown = c->epoch = run->epoch;
		c->message = c->expected = 1;
	}
	inbox_posts_place(&client[1].inbox, &client[1].posts, offset);
	rt_bells_used = true;
}

static void rung(uint32_t from, uint32_t times)
{
	(void)from;
	(void)times;
	touch();
	rt_worked = true;
}

void ring(uint32_t core)
{
	arch_irq_state state = arch_irq_save();

	arch_settle(me);
	rt_bell_ring(core, channel);
	arch_irq_restore(state);
	arch_raise(core, 1);
}

static void read_header(const struct client *c, uint32_t n, struct header *h)
{
	arch_flags_read((uint32_t *)h, prev, header_at(c, n),
			sizeof(*h) / sizeof(uint32_t));
}

/*
 * The next chunk; or the one behind it, if that begins anew, as the next one will not
 * come.
 */
static bool find(struct client *c, struct header *h)
{
	struct inbox_stream *in = &c->inbox.stream[prev];

	read_header(c, in->come + 1, h);
	if (h->n == in->come + 1) {
		return true;
	}
	read_header(c, in->come + 2, h);
	if (h->n != in->come + 2 || !(h->message & ANEW)) {
		return false;
	}
	inbox_break_off(&c->inbox, prev);
	if (in->delivered != in->come) {
		return false;
	}
	in->delivered = ++in->come;
	inbox_begin_anew(&c->inbox, prev, h->message);
	return true;
}

static void take_chunk(struct client *c, const struct header *h)
{
	struct inbox_slot *slot = inbox_slot(&c->inbox, prev, h->n);
	uint32_t left = (h->length & INBOX_TOTAL) - h->offset;
	uint32_t most = h->length == INBOX_NO_MESSAGE ? 0 : CHUNK;
	char *to;

	slot->message = h->message;
	slot->length = h->length;
	slot->offset = h->offset;
	slot->bytes = left < most ? left : most;
	to = inbox_place_of(&c->inbox, prev, slot);
	if (slot->bytes > 0) {
		arch_get(to, prev, ARCH_WINDOW_MPB,
			 c->data + (h->n & (W - 1)) * CHUNK, slot->bytes);
	}
	c->inbox.stream[prev].come = h->n;
	inbox_arrived(&c->inbox, prev, h->n);
}

static bool round_of(enum rt_round why)
{
	(void)why;
	for (uint32_t i = 0; i < CLIENTS; i++) {
		struct client *c = &client[i];
		struct header h;

		if (!c->news) {
			continue;
		}
		c->news = false;
		if (c->inbox.late) {
			inbox_catch_up(&c->inbox);
		}
		while (find(c, &h)) {
			take_chunk(c, &h);
		}
		if (c->shown != c->inbox.stream[prev].delivered) {
			c->shown = c->inbox.stream[prev].delivered;
			credit_show(&c->credit, prev,
				    c->inbox.stream[prev].come, c->shown);
			ring(prev);
		}
	}
	return false;
}

static const struct rt_part part = {
	.name = "invented",
	.bytes = bytes,
	.placed = placed,
	.round = round_of,
	.notified = rung,
	.channel = &channel,
};
RT_PART(part);

bool may_send(struct client *c)
{
	uint32_t n = c->sent + 1 + c->anew;

	return c->message <= MESSAGES &&
	       has_freed(&c->credit, next, n - W) &&
	       (c->at > 0 || is_apart(c) || !is_long(c, c->message) ||
		inbox_has_posted(&c->inbox, next, size_of(c, c->message)));
}

/* The next chunk; a cut message, or one not sent, leaves a number out. */
static void announce(struct client *c, uint32_t length)
{
	struct header h = {c->sent + 1 + c->anew, c->message, length, c->at};

	if (c->anew) {
		h.message |= ANEW;
	}
	c->anew = false;
	c->sent = h.n;
	arch_flags_write(me, header_at(c, h.n), (const uint32_t *)&h,
			 sizeof(h) / sizeof(uint32_t));
	ring(next);
}

static void send_chunk(struct client *c, uint32_t size)
{
	uint32_t n = c->sent + 1 + c->anew, left = size - c->at;

	tap_fill(out, size, c->message);
	arch_put(me, ARCH_WINDOW_MPB, c->data + (n & (W - 1)) * CHUNK,
		 out + c->at, left < CHUNK ? left : CHUNK);
	announce(c, size);
	c->at += CHUNK;
}

void send(struct client *c)
{
	uint32_t end = end_of(c, c->message), size = size_of(c, c->message);

	if (is_apart(c)) {
		c->apart = c->message;
		announce(c, INBOX_NO_MESSAGE);
		return;
	}
	if (c->at == 0 && is_long(c, c->message)) {
		inbox_long_started(&c->inbox);
		inbox_long_begun(&c->inbox, c->message);
	}
	if (end > 0 || size == 0) {
		send_chunk(c, size);
	}
	if (c->at >= end) {
		c->anew |= end < size;
		c->at = 0;
		c->message++;
	}
}
