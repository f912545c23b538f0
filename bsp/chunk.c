/* SPDX-License-Identifier: Apache-2.0 */
#include "bsp/chunk.h"
#include "arch/fence.h"
#include "bsp/order.h"
#include "runtime/wait.h"

struct bsp_buffers bsp_buffers = {
	.mine = {{CHUNK_NOBODY, 0}, {CHUNK_NOBODY, 0}},
	.turn = 1,
};

/* What is said of a buffer: which time it is, above all else. */
static uint32_t time_of(uint32_t turn)
{
	return turn >> 1 << 30;
}

void chunk_begin(void)
{
	bsp_buffers.room = bsp_options.chunk;
	if (bsp_buffers.room == 0 || bsp_buffers.room > chunk_bytes()) {
		bsp_buffers.room = chunk_bytes();
	}
}

uint32_t chunk_await(uint32_t word, uint32_t n, uint32_t from, const char *what)
{
	uint32_t is, least = chunk_least(n);

	rt_await(word, least, ARCH_NEVER, from, what);
	is = arch_flag_read(bsp.me, word);
	return (is - ((is - least) >> CHUNK_NUMBER)) & CHUNK_TURN;
}

void chunk_fill(struct partner *p, uint32_t core, uint32_t offset, uint32_t n)
{
	while (n > 0) {
		uint32_t run = n;
		const char *from = source_next(p, &run);

		arch_put(core, ARCH_WINDOW_MPB, offset, from, run);
		offset += run;
		n -= run;
	}
}

bool chunk_is_free(uint32_t b)
{
	return bsp_buffers.mine[b].partner == CHUNK_NOBODY ||
	       (int32_t)(arch_flag_read(bsp.me, meet_reply(b)) -
			 time_of(bsp_buffers.mine[b].turn)) >= 0;
}

void chunk_await_free(uint32_t b, uint64_t deadline)
{
	int32_t partner = bsp_buffers.mine[b].partner;

	if (partner != CHUNK_NOBODY &&
	    rt_await(meet_reply(b), time_of(bsp_buffers.mine[b].turn), deadline,
		     (uint32_t)partner,
		     "a chunk of bsp_sync to be taken") == WEFT_OK) {
		bsp_buffers.mine[b].partner = CHUNK_NOBODY;
	}
}

void chunk_send(struct partner *p, uint32_t to, uint32_t n)
{
	uint32_t b = bsp_buffers.next;

	bsp_buffers.next ^= 1;
	chunk_await_free(b, ARCH_NEVER);
	chunk_fill(p, bsp.me, chunk_buffer(b), n);
	/* Pairs with chunk_take: its reader reads the chunk after my word. */
	FENCE(bsp_settle, arch_settle(bsp.me));
	bsp_buffers.mine[b].partner = (int32_t)to;
	bsp_buffers.mine[b].turn = ++bsp_buffers.turn;
	arch_flag_write(to, meet_ready(bsp.me),
			chunk_word(p, ++p->sent, bsp_buffers.turn));
}

void chunk_take(struct partner *p, uint32_t from, uint32_t n)
{
	uint32_t turn = chunk_await(meet_ready(from), ++p->taken, from,
				    "a chunk of bsp_sync");

	sink_get(p, from, chunk_buffer(turn & 1), n);
	arch_flag_write(from, meet_reply(turn & 1), time_of(turn));
}
