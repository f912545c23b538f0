/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a superstep: who has what for whom, requests, data. */
#include <string.h>

#include "bsp/order.h"
#include "bsp/profile.h"
#include "bsp/state.h"
#include "runtime/near.h"
#include "runtime/trace.h"

enum {
	COUNT_IS_REQUESTS = 1u << 31, /* of bytes, in units of four */
};

uint32_t sync_word(const struct partner *p)
{
	uint32_t requests = sync_request_bytes(p);

	return requests > 0 ? requests >> 2 | COUNT_IS_REQUESTS
			    : sync_data_bytes(p) >> 2;
}

/* Tells all partners. */
static void announce(void)
{
	for (uint32_t i = 0; i < bsp.procs; i++) {
		uint32_t word = sync_word(&bsp.partner[i]);

		if (i != bsp.me && word != 0) {
			meet_tell(i, word);
		}
	}
}

/*
 * What partners have told: bytes of data, or of requests, which then say of data.  Are
 * there requests that I make or serve?
 */
static bool hear(void)
{
	bool gets = false;

	for (uint32_t i = 0; i < bsp.procs; i++) {
		struct partner *p = &bsp.partner[i];

		p->to_send = sync_request_bytes(p);
		p->to_take = 0;
		p->data_in = 0;
		p->reply_bytes = 0;
		if (i == bsp.me) {
			p->to_take = p->to_send;
			p->data_in = sync_data_bytes(p);
		} else if (bsp.told[i] & COUNT_IS_REQUESTS) {
			p->to_take = bsp.told[i] << 2;
		} else {
			p->data_in = bsp.told[i] << 2;
		}
		gets |= p->to_send > 0 || p->to_take > 0;
	}
	return gets;
}

/*
 * What a partner gets, as it is before anything is written: copied, but for what
 * bsp_hpget asks for.  Its list of where it puts that becomes mine of where that is.
 */
static void sync_serve(uint32_t from, struct partner *p)
{
	struct chain_walk walk = chain_start(&p->asked);
	const struct stream_head *head = chain_here(&walk);
	struct piece *piece;

	if (!head) {
		return;
	}
	p->data_in = head->data;
	chain_skip(&walk, sizeof(*head));
	for (; (piece = chain_here(&walk)); chain_skip(&walk, sizeof(*piece))) {
		const struct record *r = &piece->record;

		piece->at = register_memory(from, r);
		if (record_op(r) != BSP_HPGET) {
			char *copy = chain_add(
				&bsp.copies, chain_pad(r->bytes, RECORD_ALIGN));

			memcpy(copy, piece->at, r->bytes);
			piece->at = copy;
		}
		p->reply_bytes += chain_pad(r->bytes, RECORD_ALIGN);
	}
}

static void requests(void)
{
	for (uint32_t i = 0; i < bsp.procs; i++) {
		struct partner *p = &bsp.partner[i];

		if ((p->to_send | p->to_take) > 0) {
			source_requests(p);
			sink_requests(p);
		}
	}
	exchange();
	for (uint32_t i = 0; i < bsp.procs; i++) {
		sync_serve(i, &bsp.partner[i]);
	}
}

static void data(void)
{
	for (uint32_t i = 0; i < bsp.procs; i++) {
		struct partner *p = &bsp.partner[i];

		p->to_send = sync_data_bytes(p) + p->reply_bytes;
		p->to_take = p->data_in + p->get_bytes;
		if ((p->to_send | p->to_take) > 0) {
			source_data(p);
			sink_data(p);
		}
	}
	exchange();
	if (BSP_BY_PID && bsp_options.by_pid) {
		sink_write_kept();
	}
}

static void forget(void)
{
	for (uint32_t i = 0; i < bsp.procs; i++) {
		struct partner *p = &bsp.partner[i];

		/* Most processes have few partners. */
		if ((p->raw.bytes | p->hp.bytes | p->gets.bytes |
		     p->asked.bytes) == 0) {
			continue;
		}
		chain_clear(&p->raw);
		chain_clear(&p->hp);
		chain_clear(&p->gets);
		chain_clear(&p->asked);
		p->last.what = RECORD_NONE;
		p->hp_bytes = 0;
		p->get_bytes = 0;
	}
	chain_clear(&bsp.copies);
	bsp.any = false;
}

static inline __attribute__((always_inline)) void move(bsp_reached *reached)
{
	if (bsp.any) {
		message_discard();
		if (hear()) {
			requests();
		}
		data();
		if (reached) {
			reached(BSP_MOVED);
		}
		forget();
	}
}

void sync_move(void)
{
	move(NULL);
}

/* Where `reached` is null, its calls are not even compiled. */
static inline __attribute__((always_inline)) void
superstep(bsp_reached *reached)
{
	uint32_t check;

	BSP_INSIDE_ONLY("bsp_sync");
	RT_TRACE("bsp_sync", bsp.superstep, 0);
	if (bsp_is_wrong) {
		bsp_report_wrong();
	}
	check = register_change();
	if (bsp.any) {
		announce();
	}
	if (reached) {
		reached(BSP_TOLD);
	}
	meet(check);
	if (reached) {
		reached(BSP_MET);
	}
	move(reached);
	message_settle();
	register_settle();
	bsp.superstep++;
}

void bsp_sync(void)
{
	superstep(NULL);
}

void bsp_sync_with(bsp_reached *reached)
{
	superstep(reached);
}

ARCH_COLD void bsp_end(void)
{
	BSP_INSIDE_ONLY("bsp_end");
	if (bsp_is_wrong) {
		bsp_report_wrong();
	}
	meet(MEET_END);
	for (uint32_t i = 0; i < bsp.procs; i++) {
		struct partner *p = &bsp.partner[i];

		chain_free(&p->raw);
		chain_free(&p->hp);
		chain_free(&p->gets);
		chain_free(&p->asked);
		chain_free(&p->kept);
	}
	chain_free(&bsp.copies);
	rt_near_free(bsp.partner);
	rt_near_free(bsp.told);
	exchange_end();
	message_free();
	register_free();
	bsp.phase = BSP_AFTER;
	bsp.open = 0;
}
