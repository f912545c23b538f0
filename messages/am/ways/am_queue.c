/* SPDX-License-Identifier: Apache-2.0 */
/* The queue at its owner.  Handlers bring entries; the thread takes them. */
#include "arch/arch.h"
#include "messages/am/ways/am_spill.h"
#include "runtime/context.h"
#include "runtime/near.h"
#include "runtime/wait.h"
#include "topology/arith.h"

weft_am_handler am_on_queued, am_on_way;

static struct {
	struct weft_am_queue *queue;
	uint32_t number, share;
	/* By sender: `put`, which handlers write; `taken`, and what was told of it. */
	volatile uint32_t *put;
	uint32_t *taken, *told;
	/* Times that messages have written one of `put`, and that pieces have. */
	volatile uint32_t come, spilled;
	uint32_t seen, spilled_seen; /* the same, when nothing was left */
} own;

static uint32_t *entry_at(uint32_t from, uint32_t count)
{
	uint32_t at = arith_mul(own.share, from) + (count & (own.share - 1));

	return (uint32_t *)own.queue->memory + (at >> 2);
}

static bool is_here(const struct weft_am_message *m)
{
	return own.queue &&
	       (m->word[AM_WORD_HEAD] & AM_HEAD_BYTE) == own.number;
}

/* Is that an entry of this queue?  Nothing that a message says is taken for granted. */
static bool may_be(const struct weft_am_message *m, uint32_t words)
{
	uint32_t put = m->word[AM_WORD_OFFSET], bytes = m->word[AM_WORD_MORE];
	uint32_t at = (put - bytes) & (own.share - 1);

	return is_here(m) && put - own.taken[m->from] <= own.share &&
	       am_fits(at, bytes, own.share) && bytes >= 4 * words &&
	       ((put | bytes) & 3) == 0;
}

void am_on_queued(struct weft_am_message *m)
{
	uint32_t words = m->count - AM_WORD_MORE, *entry;

	if (m->count < AM_WORD_MORE + AM_ENTRY_WORDS || !may_be(m, words)) {
		return;
	}
	entry = entry_at(m->from,
			 m->word[AM_WORD_OFFSET] - m->word[AM_WORD_MORE]);
	for (uint32_t i = 0; i < words; i++) {
		entry[i] = m->word[AM_WORD_MORE + i];
	}
	own.put[m->from] = m->word[AM_WORD_OFFSET];
	own.come++;
}

/* A sender opens another way: it goes on where its last one was. */
void am_on_way(struct weft_am_message *m)
{
	uint32_t at[AM_WAY_WORDS];

	if (!is_here(m)) {
		am_end(m, WEFT_ERR_STATE, NULL, 0);
		return;
	}
	at[AM_WAY_PUT] = own.put[m->from];
	at[AM_WAY_TAKEN] = own.told[m->from];
	am_end(m, WEFT_OK, at, AM_WAY_WORDS);
}

/* Where a piece goes: in the share of its sender.  Its head is not trusted, either. */
void *am_queue_piece(uint32_t from, const uint32_t *head)
{
	uint32_t at = head[AM_PIECE_AT] - arith_mul(own.share, from);
	uint32_t put = head[AM_PIECE_PUT];

	if (!own.queue || head[AM_PIECE_SEGMENT] != own.number ||
	    !am_fits(at, head[AM_PIECE_BYTES], own.share) ||
	    put - own.taken[from] > own.share || ((at | put) & 3) != 0) {
		return NULL;
	}
	return entry_at(from, at);
}

/* A piece is there.  A core that polls may sleep, so it is woken as if by a message. */
void am_queue_come(uint32_t from, uint32_t put)
{
	if (own.put[from] == put) {
		return;
	}
	own.put[from] = put;
	own.spilled++;
	if (am.mode.how == WEFT_AM_POLL) {
		am_tell(am.me, am_news(AM_NEWS_WOKEN, ++am.mode.wakes));
	}
}

ARCH_COLD int weft_am_queue_open(uint32_t number, struct weft_am_queue *q)
{
	int error = am_library();

	if (error || !q || !q->memory) {
		return error ? error : WEFT_ERR_NULL;
	}
	if (own.queue) {
		return RT_WHY(WEFT_ERR_STATE, "a queue is open already");
	}
	if ((uintptr_t)q->memory & 3) {
		return RT_WHY(WEFT_ERR_ALIGN, "memory: to 4 bytes");
	}
	own.share = am_share(q->bytes);
	if (own.share == 0) {
		return RT_WHY(WEFT_ERR_SIZE,
			      "bytes: less than 256 for each core");
	}
	if (!own.taken) {
		own.taken = rt_near_alloc(am.count * 3 * sizeof(*own.taken));
	}
	if (!own.taken) {
		return RT_WHY(WEFT_ERR_SPACE, "in the heap");
	}
	own.told = own.taken + am.count;
	own.put = own.told + am.count;
	for (uint32_t i = 0; i < am.count; i++) {
		own.taken[i] = own.told[i] = own.put[i] = am_way_begin();
	}
	own.number = number;
	own.queue = q;
	q->segment = (struct weft_am_segment){
		.memory = q->memory, .bytes = q->bytes, .key = q->key};
	error = weft_am_segment_open(number, &q->segment);
	if (error) {
		own.queue = NULL;
	}
	return error;
}

bool am_queue_has(void)
{
	return own.come != own.seen || own.spilled != own.spilled_seen;
}

/*
 * Tells a sender what has been taken and, if a message was not handled, why.  Where ways
 * may spill, a word at the sender says what has been taken, too: it is right for whatever
 * way the sender opens next.
 */
static void am_queue_tell(uint32_t from, int error, bool by_word)
{
	uint32_t words[AM_WORD_MORE + 1] = {
		own.taken[from], am_head_alone(own.number), (uint32_t)error};

	own.told[from] = own.taken[from];
	if (am_spill_credit) {
		am_spill_credit(from, own.taken[from]);
	}
	if (error || !by_word) {
		am_post(from, AM_ON_TAKEN, words, AM_WORD_MORE + 1, ARCH_NEVER);
	}
}

/* Has a quarter of that share been taken since its sender was told? */
static bool is_due(uint32_t from)
{
	return own.taken[from] - own.told[from] >= own.share >> 2;
}

/* Is it an entry that ends before the ring does, `left` bytes on? */
static bool is_whole(const uint32_t *entry, uint32_t left)
{
	uint32_t count = entry[AM_ENTRY_HEAD] & AM_ENTRY_BYTE;

	return left >= 4 * AM_ENTRY_WORDS && count <= WEFT_AM_WORDS &&
	       entry[AM_ENTRY_BYTES] <= left &&
	       entry[AM_ENTRY_DATA] <= entry[AM_ENTRY_BYTES] &&
	       entry[AM_ENTRY_BYTES] ==
		       4 * (AM_ENTRY_WORDS + count) +
			       ((entry[AM_ENTRY_DATA] + 3) & ~UINT32_C(3));
}

static int run_entry(uint32_t from, const uint32_t *entry)
{
	uint32_t head = entry[AM_ENTRY_HEAD], count = head & AM_ENTRY_BYTE;
	struct weft_am_packet p = {
		.from = from,
		.endpoint = head >> AM_ENTRY_ENDPOINT & AM_ENTRY_BYTE,
		.tag = entry[AM_ENTRY_TAG],
		.handler = head >> AM_ENTRY_HANDLER & AM_ENTRY_BYTE,
		.count = count,
		.data = entry + AM_ENTRY_WORDS + count,
		.bytes = entry[AM_ENTRY_DATA],
	};

	for (uint32_t i = 0; i < count; i++) {
		p.word[i] = entry[AM_ENTRY_WORDS + i];
	}
	return am_run_packet(&p);
}

/* Takes one entry, or skips what lies between the last one and the ring's end. */
static uint32_t am_queue_take(uint32_t from)
{
	uint32_t at = own.taken[from] & (own.share - 1);
	uint32_t left = own.share - at, ran = 0;
	const uint32_t *entry = entry_at(from, at);
	bool spilled = false, due;
	int error = WEFT_OK;

	if (entry[AM_ENTRY_BYTES] == AM_ENTRY_SKIP) {
		own.taken[from] += left; /* told with the next one */
		return 0;
	}
	if (!is_whole(entry, left)) {
		own.taken[from] = own.put[from];
		error = WEFT_ERR_SIZE;
	} else {
		error = run_entry(from, entry);
		own.taken[from] += entry[AM_ENTRY_BYTES];
		ran = !error;
		spilled = entry[AM_ENTRY_HEAD] & AM_ENTRY_SPILLED;
	}
	/* A sender that spills may wait until nothing is left, so it is told then, too. */
	due = is_due(from) || (spilled && own.taken[from] == own.put[from]);
	if (error || due) {
		am_queue_tell(from, error, spilled);
	}
	return ran;
}

/*
 * Serves the entries of one sender.  What it had sent by slots before it spilled is there by
 * now, and is handled first.
 */
static uint32_t serve_core(uint32_t from)
{
	uint32_t put = own.put[from], n = 0;

	if (put == own.taken[from]) {
		return 0;
	}
	while (own.spilled) {
		int polled = weft_am_poll();

		if (polled <= 0) {
			break;
		}
		n += (uint32_t)polled;
	}
	while ((int32_t)(put - own.taken[from]) > 0) {
		n += am_queue_take(from);
	}
	return n;
}

static uint32_t serve_all(void)
{
	uint32_t n = 0, come = own.come, spilled = own.spilled;

	for (uint32_t i = 0; own.queue && i < am.count; i++) {
		n += serve_core(i);
	}
	own.seen = come;
	own.spilled_seen = spilled;
	return n;
}

int weft_am_queue_serve(void)
{
	uint32_t n = 0;
	int polled = weft_am_poll();

	if (polled < 0) {
		return polled;
	}
	if (am.mode.held) {
		return RT_WHY(WEFT_ERR_STATE,
			      "handlers are held: weft_am_hold");
	}
	if (am_queue_has()) {
		n = serve_all();
	}
	if (am_links) {
		n += am_links_serve((uint32_t)polled + n);
	}
	return (int)n;
}

struct am_queue_counted {
	const volatile uint32_t *count;
	uint32_t value;
};

static bool is_counted(const struct am_queue_counted *c)
{
	return (int32_t)(*c->count - c->value) >= 0 || am.mode.evicted;
}

static bool counted_or_work(void *what)
{
	return is_counted(what) || am_queue_has();
}

/* A core with links goes on polling, since links do not wake it. */
int weft_am_queue_wait(const volatile uint32_t *count, uint32_t value,
		       weft_us_t within)
{
	struct am_queue_counted what = {count, value};
	uint64_t deadline = rt_deadline(within);
	int error = am_library();

	if (error || !count) {
		return error ? error : WEFT_ERR_NULL;
	}
	while (!error && !is_counted(&what)) {
		int served = weft_am_queue_serve();

		error = served < 0 ? served : WEFT_OK;
		if (!error && !is_counted(&what) && am_links) {
			error = arch_cycles() < deadline ? WEFT_OK
							 : WEFT_ERR_TIMEOUT;
		} else if (!error) {
			error = am_serve_until(counted_or_work, &what, deadline,
					       RT_ANYONE, "queued messages");
		}
	}
	return am.mode.evicted ? WEFT_ERR_DEAD : error;
}
