/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two-sided messages as RCCE has them (see weft/sendrecv.h): put into the
 * sender's own MPB, tell, get by the receiver, tell back.
 *
 * Flag i of a core is written by core i alone, for both directions: while a pair
 * passes its chunk number c, either way, the sender writes 2c at the receiver and
 * the receiver writes 2c + 1 at the sender.  Both count the chunks of the pair
 * alike, so values of one flag only grow, and never by more than 2 beyond
 * what its reader waits for.  Two cores that both send to each other wait for
 * 2c + 1 and see 2c: a time-out, not a lost message.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "collectives/chunk_pool.h"
#include "collectives/sendrecv.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/sendrecv.h>

static uint32_t flags;
static uint32_t pair[SENDRECV_CORES]; /* 2c of the last chunk with each core */

static ARCH_COLD uint32_t bytes(const struct rt_shape *shape, uint32_t left)
{
	(void)left;
	return shape->count > SENDRECV_CORES ? 0 : rt_flag_bytes(shape->count);
}

static ARCH_COLD void place(const struct rt_shape *shape, uint32_t offset,
			    uint32_t size)
{
	uint32_t even = shape->epoch & ~UINT32_C(1);

	flags = offset;
	if (even != 0 && size > 0) {
		rt_flags_preset(flags, shape->count, even);
		for (uint32_t i = 0; i < shape->count; i++) {
			pair[i] = even;
		}
	}
}

static const struct rt_feature feature = {
	.name = "sendrecv",
	.bytes = bytes,
	.place = place,
};
RT_FEATURE(feature);

/* Both chunk buffers are one: only one chunk is under way. */
static uint32_t next_chunk(size_t left)
{
	uint32_t most = chunk_pool_bytes();

	return left < most ? (uint32_t)left : most;
}

int send_until(const void *data, size_t size, uint32_t to, uint64_t deadline)
{
	const char *from = data;
	uint32_t me = arch_rank();
	int error = WEFT_OK;

	while (size > 0 && !error) {
		uint32_t n = next_chunk(size);

		pair[to] += 2;
		arch_put(me, ARCH_WINDOW_MPB, chunk_buffer(0), from, n);
		/* In my MPB before its reader hears of it. */
		FENCE(sendrecv_settle, arch_settle(me));
		RT_TRACE("chunk sent", to, n);
		arch_flag_write(to, rt_flag(flags, me), pair[to]);
		error = rt_await(rt_flag(flags, to), pair[to] + 1, deadline, to,
				 "a sent chunk to be taken");
		from += n;
		size -= n;
	}
	return error;
}

int recv_until(void *data, size_t size, uint32_t from, uint64_t deadline)
{
	char *to = data;
	uint32_t me = arch_rank();

	while (size > 0) {
		uint32_t n = next_chunk(size);
		int error;

		pair[from] += 2;
		error = rt_await(rt_flag(flags, from), pair[from], deadline,
				 from, "a chunk to be sent");
		if (error) {
			return error;
		}
		arch_get(to, from, ARCH_WINDOW_MPB, chunk_buffer(0), n);
		arch_flag_write(from, rt_flag(flags, me), pair[from] + 1);
		to += n;
		size -= n;
	}
	return WEFT_OK;
}

static int check(const void *data, size_t size, uint32_t other)
{
	if (arch_count() > SENDRECV_CORES) {
		return WEFT_ERR_LIMIT;
	}
	if (other >= arch_count() || other == arch_rank()) {
		return WEFT_ERR_RANK;
	}
	return size > 0 && !data ? WEFT_ERR_NULL : WEFT_OK;
}

int weft_send(const void *data, size_t size, weft_rank_t to, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	int error = check(data, size, to);

	RT_THREAD_ONLY();
	return error ? error : send_until(data, size, to, deadline);
}

int weft_recv(void *data, size_t size, weft_rank_t from, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	int error = check(data, size, from);

	RT_THREAD_ONLY();
	return error ? error : recv_until(data, size, from, deadline);
}
