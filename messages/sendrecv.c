/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two-sided messages, in one of two ways (see weft/sendrecv.h).
 *
 * Flag i of a core is written by core i alone, for both directions.  Both cores of
 * a pair count its chunks, either way, alike.
 *
 * Pull, as RCCE has it: the sender puts chunk c into its own MPB and writes 2c at
 * the receiver, which gets it and writes 2c + 1 at the sender.
 *
 * Push, where gets are dear: the receiver, when it has come, writes 2c - 1 at the
 * sender once it has room for chunk c; the sender puts it there and writes 2c.
 * Who waits for a chunk has room for the next one, too, so one is put while
 * another goes to memory.
 *
 * So values of one flag only grow, by no more than 4 beyond what its reader waits
 * for.  Two cores that both send to each other wait for an odd number and see
 * the even one below: a time-out, not a lost message.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "messages/chunk_pool.h"
#include "messages/sendrecv.h"
#include "runtime/context.h"
#include "runtime/part.h"
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

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "sendrecv",
	.bytes = bytes,
	.placed = place,
};
RT_PART(part);

#ifndef SENDRECV_PUSHES /* a test has its own */
#define SENDRECV_PUSHES (ARCH_GET_COST > 200)
#endif

/* Pulled, both buffers are one: only one chunk is under way. */
static uint32_t next_chunk(size_t left)
{
	uint32_t most = SENDRECV_PUSHES ? chunk_bytes() : chunk_pool_bytes();

	return left < most ? (uint32_t)left : most;
}

/* Where a chunk is, at the sender or at the receiver. */
static uint32_t buffer_of(uint32_t chunk)
{
	return chunk_buffer(SENDRECV_PUSHES ? chunk >> 1 & 1 : 0);
}

static int send_chunk(const char *from, uint32_t n, uint32_t to,
		      uint64_t deadline)
{
	uint32_t me = arch_rank(), chunk = pair[to] += 2;
	uint32_t into = SENDRECV_PUSHES ? to : me;
	int error = WEFT_OK;

	if (SENDRECV_PUSHES) {
		error = rt_await(rt_flag(flags, to), chunk - 1, deadline, to,
				 "room for a chunk to send");
	}
	if (error) {
		return error;
	}
	arch_put(into, ARCH_WINDOW_MPB, buffer_of(chunk), from, n);
	if (!SENDRECV_PUSHES) {
		/* In my MPB before its reader hears of it. */
		FENCE(sendrecv_settle, arch_settle(me));
	}
	RT_TRACE("chunk sent", to, n);
	arch_flag_write(to, rt_flag(flags, me), chunk);
	if (!SENDRECV_PUSHES) {
		error = rt_await(rt_flag(flags, to), chunk + 1, deadline, to,
				 "a sent chunk to be taken");
	}
	return error;
}

int send_until(const void *data, size_t size, uint32_t to, uint64_t deadline)
{
	const char *from = data;
	int error = WEFT_OK;

	while (size > 0 && !error) {
		uint32_t n = next_chunk(size);

		error = send_chunk(from, n, to, deadline);
		from += n;
		size -= n;
	}
	return error;
}

int recv_until(void *data, size_t size, uint32_t from, uint64_t deadline)
{
	char *to = data;
	uint32_t me = arch_rank(), at = SENDRECV_PUSHES ? me : from;
	uint32_t mine = rt_flag(flags, me);
	int error = WEFT_OK;

	while (size > 0 && !error) {
		uint32_t n = next_chunk(size), chunk = pair[from] += 2;

		if (SENDRECV_PUSHES) {
			arch_flag_write(from, mine, chunk + (size > n) * 2 - 1);
		}
		error = rt_await(rt_flag(flags, from), chunk, deadline, from,
				 "a chunk to be sent");
		if (error) {
			break;
		}
		arch_get(to, at, ARCH_WINDOW_MPB, buffer_of(chunk), n);
		if (!SENDRECV_PUSHES) {
			arch_flag_write(from, mine, chunk + 1);
		}
		to += n;
		size -= n;
	}
	return error;
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
