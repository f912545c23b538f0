/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/annotate.h"
#include "messages/am/am.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/progress.h"
#include "runtime/table.h"

struct am am;

/* am_library.c: if that is linked, its endpoint is there before any message. */
extern void am_library_open(void) __attribute__((weak, visibility("hidden")));

static ARCH_COLD uint32_t line_up(uint32_t bytes)
{
	return (bytes + ARCH_LINE - 1) & ~(uint32_t)(ARCH_LINE - 1);
}

static ARCH_COLD uint32_t notice_words(uint32_t count)
{
	uint32_t words = (count + 3) >> 2;

	return (words + AM_WORDS_LOOK - 1) & ~(uint32_t)(AM_WORDS_LOOK - 1);
}

/* Set, then looked at again: the gate may come between. */
ARCH_COLD void am_set_ready(void)
{
	bool ready = am.how && !am.held && !am.evicted;

	am.ready_poll = ready && am.how == WEFT_AM_POLL;
	am.ready = am.ready_poll ? am.count : 0;
	if (*(volatile bool *)&am.evicted) {
		am.ready = am.ready_poll = 0;
	}
}

ARCH_COLD int am_check(void)
{
	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	if (!am.how) {
		return am.placed ? WEFT_ERR_STATE : WEFT_ERR_LIMIT;
	}
	return am.evicted ? WEFT_ERR_DEAD : WEFT_OK;
}

/* News and the bytes; how this core receives; credit; slots. */
static ARCH_COLD uint32_t bytes_of(uint32_t count, uint32_t shift)
{
	return line_up(4 + 4 * notice_words(count)) + line_up(4) +
	       line_up(4 * count) +
	       (count << (shift + 1)) * (AM_LINE_BYTES + AM_REST_BYTES);
}

/* No more than five eighths of the MPB, which 48 cores on the SCC need. */
static ARCH_COLD uint32_t most_bytes(void)
{
	uint32_t eighth = arch_window_bytes(ARCH_WINDOW_MPB) >> 3;

	return (eighth << 2) + eighth;
}

static ARCH_COLD uint32_t shift_of(uint32_t count)
{
	uint32_t shift = AM_SHIFT_MOST;

	while (shift > 0 && bytes_of(count, shift) > most_bytes() >> 1) {
		shift--;
	}
	return shift;
}

static ARCH_COLD uint32_t bytes(const struct rt_run *run, uint32_t left)
{
	uint32_t n;

	(void)left;
	if (!AM_FITS || run->count > 255) {
		return 0;
	}
	n = bytes_of(run->count, shift_of(run->count));
	return n > most_bytes() ? 0 : n;
}

/* Numbers begin with the run's epoch, at both ends. */
static ARCH_COLD void preset(uint32_t epoch)
{
	uint32_t byte = (epoch & 15) << 4 | (epoch & 15);

	for (uint32_t i = 0; i < am.count; i++) {
		struct am_peer *p = &am.peer[i];

		p->sent[AM_REQUEST] = p->sent[AM_REPLY] = epoch;
		am.got[am_key(i, AM_REQUEST)] = epoch;
		am.got[am_key(i, AM_REPLY)] = epoch;
		am_freed(p, epoch);
		p->byte = (uint8_t)byte;
	}
	for (uint32_t i = 0; i < am.words; i++) {
		am.known[i] = byte * UINT32_C(0x01010101);
	}
	if (epoch) {
		rt_flags_preset(am.freed, am.count, epoch);
		rt_flags_preset(am.notice + 4, am.words, am.known[0]);
	}
}

static ARCH_COLD void placed(const struct rt_run *run, uint32_t offset,
			     uint32_t size)
{
	uint32_t slots = (run->count * 2) << AM_LINE_SHIFT; /* one each */
	uint32_t mine = am_key(arch_rank(), AM_REQUEST), shift, first;

	am.me = arch_rank();
	am.own = arch_inline_reach(am.me);
	am.count = run->count;
	if (size == 0) {
		return;
	}
	am.placed = true;
	am.usual = AM_UNUSUAL;
	shift = shift_of(run->count);
	am.mask = (UINT32_C(1) << shift) - 1;
	am.words = notice_words(run->count);
	am.notice = offset;
	am.byte = am.notice + 4 + am.me;
	am.reception = am.notice + line_up(4 + 4 * am.words);
	am.freed = am.reception + line_up(4);
	am.credit = rt_flag(am.freed, am.me);
	first = am.freed + line_up(4 * run->count);
	am.rest = first + (slots << shift);
	for (uint32_t i = 0; i <= am.mask; i++, first += slots) {
		am.first[i] = first;
		am.ask[i] = first + (mine << AM_LINE_SHIFT);
	}
	am.answer = am_key(am.me, AM_REPLY) << AM_LINE_SHIFT;
	am.mine = AM_NEWS_MESSAGE | mine;
	arch_annotate_marks(am.notice, 4 + 4 * am.words);
	am.peer = rt_table(run->count, sizeof(*am.peer), "no memory for am");
	am.got = rt_table(run->count, 8, "no memory for am");
	am.known = rt_table(am.words, 4, "no memory for am");
	am.seen = rt_table(am.words, 4, "no memory for am");
	preset(run->epoch);
}

/* Of a core that takes interrupts. */
static ARCH_COLD __attribute__((noinline)) bool serve_round(void)
{
	uint32_t served;

	if (am.held) {
		am.pending = true;
		return false;
	}
	served = am_serve(am.likely, 0);
	while (served < AM_BURST) {
		uint32_t n = served == 1 ? am_scan() : am_look();

		served += n;
		rt_worked |= served > 0;
		if (n == 0) {
			return am.how == WEFT_AM_HYBRID &&
			       am_hybrid_round(served);
		}
	}
	return true;
}

/* Also from the thread, by rt_progress. */
static bool round(enum rt_round why)
{
	if (why == RT_TICK) {
		am_watch();
	}
	return why != RT_BEGUN &&
	       (am.how >= WEFT_AM_INTERRUPT || am.finished) && serve_round();
}

/* Others may still send: nobody polls any more, so ticks see to it. */
static ARCH_COLD void finish(void)
{
	if (am.how == WEFT_AM_POLL) {
		while (am_look() > 0) {
		}
		am.finished = true;
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "am",
	.bytes = bytes,
	.placed = placed,
	.round = round,
	.lost = am_lost,
	.finish = finish,
};
RT_PART(part);

ARCH_COLD int weft_am_begin(enum weft_am_reception how)
{
	RT_THREAD_ONLY();
	if (!am.placed) {
		return WEFT_ERR_LIMIT;
	}
	if (how < WEFT_AM_POLL || how > WEFT_AM_HYBRID) {
		return WEFT_ERR_RANGE;
	}
	if (am.how) {
		return WEFT_ERR_STATE;
	}
	if (am_library_open) {
		am_library_open();
	}
	am.how = how;
	am_set_ready();
	/*
	 * Who has not seen this when it sends looks at it once its message has
	 * landed (am_send.c); I look for messages once this has.
	 */
	arch_flag_write(am.me, am.reception, how);
	arch_settle(am.me);
	if (how != WEFT_AM_POLL) {
		rt_progress();
	}
	return WEFT_OK;
}

ARCH_COLD int weft_am_open(uint32_t number,
			   const struct weft_am_endpoint *endpoint)
{
	RT_THREAD_ONLY();
	if (!endpoint || (endpoint->handlers > 0 && !endpoint->handler)) {
		return WEFT_ERR_NULL;
	}
	if (number >= WEFT_AM_ENDPOINTS ||
	    endpoint->handlers > WEFT_AM_HANDLERS) {
		return WEFT_ERR_RANGE;
	}
	if (am.endpoint[number]) {
		return WEFT_ERR_STATE;
	}
	am.endpoint[number] = endpoint;
	return WEFT_OK;
}

ARCH_COLD int weft_am_close(uint32_t number)
{
	RT_THREAD_ONLY();
	if (number >= WEFT_AM_ENDPOINTS) {
		return WEFT_ERR_RANGE;
	}
	if (!am.endpoint[number]) {
		return WEFT_ERR_STATE;
	}
	am.endpoint[number] = NULL;
	am.usual = AM_UNUSUAL;
	return WEFT_OK;
}

ARCH_COLD void weft_am_hold(void)
{
	am.held++;
	am_set_ready();
}

ARCH_COLD void weft_am_release(void)
{
	if (am.held == 0 || --am.held > 0) {
		return;
	}
	am_set_ready();
	if (am.pending) {
		/* Cleared first: what comes from here on interrupts. */
		am.pending = false;
		rt_progress();
	}
}

ARCH_COLD uint32_t weft_am_slots(void)
{
	return am.placed ? am.mask + 1 : 0;
}
