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
 * Who waits for a chunk has room for the next one of the same message, too, so one
 * is put while another goes to memory.
 *
 * A flag's number is in its upper bits: numbers only grow, by no more than 3 beyond
 * what its reader waits for.  Two cores that both send to each other wait for an odd
 * number and see the even one below; two that both receive wait for an even one and see
 * the odd one below: a time-out, not a lost message.
 *
 * Below the number is the size of the message, as its writer has it.  Who moves the
 * data (the receiver of a pull, the sender of a push) compares it with its own, and
 * then says by a bit whether they differ, in all that it writes until it compares
 * again.  The other has seen that bit before it comes to the next comparison.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "messages/chunk_pool.h"
#include "messages/sendrecv.h"
#include "messages/sendrecv_apart.h"
#include "messages/sound.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/sendrecv.h>

static uint32_t flags;

/* With each core: 2c of the last chunk, and whether sizes that I compared differ. */
static uint32_t pair[SENDRECV_CORES];

static ARCH_COLD uint32_t sendrecv_bytes(const struct rt_run *run,
					 uint32_t left)
{
	(void)left;
	return run->count > SENDRECV_CORES ? 0 : rt_flag_bytes(run->count);
}

static ARCH_COLD void sendrecv_place(const struct rt_run *run, uint32_t offset,
				     uint32_t size)
{
	uint32_t even = run->epoch & ~(2u * NUMBER - 1);

	flags = offset;
	if (even != 0 && size > 0) {
		rt_flags_preset(flags, run->count, even);
		for (uint32_t i = 0; i < run->count; i++) {
			pair[i] = even;
		}
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "sendrecv",
	.bytes = sendrecv_bytes,
	.placed = sendrecv_place,
};
RT_PART(part);

#ifndef SENDRECV_PUSHES /* an image of a test has its own */
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
	return chunk_buffer(SENDRECV_PUSHES ? chunk >> 29 & 1 : 0);
}

/*
 * What follows is compiled once for each of the two callers that it has, so that
 * who compares no sizes does not pay for it.
 */
#define ONCE_EACH static inline __attribute__((always_inline))

ONCE_EACH void sendrecv_tell(const struct sendrecv_job *job, uint32_t number)
{
	arch_flag_write(job->other, rt_flag(flags, job->me),
			number | sendrecv_size(job));
}

/* Its number, without a size, is the least that the flag may hold. */
ONCE_EACH int sendrecv_await(const struct sendrecv_job *job, uint32_t number,
			     const char *what)
{
	return rt_await(rt_flag(flags, job->other), number & -NUMBER,
			job->deadline, job->other, what);
}

static uint32_t word_of_other(const struct sendrecv_job *job)
{
	return arch_flag_read(job->me, rt_flag(flags, job->other));
}

/* I have been told its size, and decide for both. */
static int compare(const struct sendrecv_job *job)
{
	uint32_t size = sendrecv_size(job);
	bool differ = (word_of_other(job) & SIZE_MOST) != size;

	pair[job->other] &= ~(uint32_t)DIFFER;
	pair[job->other] |= differ ? DIFFER : 0;
	return differ ? WEFT_ERR_MISMATCH : WEFT_OK;
}

/* The other has decided. */
static int decided(const struct sendrecv_job *job)
{
	return word_of_other(job) & DIFFER ? WEFT_ERR_MISMATCH : WEFT_OK;
}

/* Room for the chunk, and for its first one the receiver's size. */
static int sendrecv_await_room(const struct sendrecv_job *job, uint32_t chunk,
			       bool first)
{
	uint32_t room = chunk - (first ? NUMBER : 3 * NUMBER);
	int error = sendrecv_await(job, room, "room for a chunk to send");

	if (!error && first && job->compares) {
		error = compare(job);
		if (error) {
			sendrecv_tell(job, pair[job->other]);
		}
	}
	return error;
}

ONCE_EACH int send_chunk(const struct sendrecv_job *job, const char *from,
			 uint32_t n, bool first)
{
	uint32_t chunk = pair[job->other] += 2 * NUMBER;
	uint32_t into = SENDRECV_PUSHES ? job->other : job->me;
	int error = WEFT_OK;

	if (SENDRECV_PUSHES) {
		error = sendrecv_await_room(job, chunk, first);
	}
	if (error) {
		return error;
	}
	arch_put(into, ARCH_WINDOW_MPB, buffer_of(chunk), from, n);
	if (!SENDRECV_PUSHES) {
		/* Pairs with recv_chunk: it reads the chunk after my flag. */
		FENCE(sendrecv_settle, arch_settle(job->me));
	}
	RT_TRACE("chunk sent", job->other, n);
	sendrecv_tell(job, pair[job->other]);
	if (!SENDRECV_PUSHES) {
		error = sendrecv_await(job, chunk + NUMBER,
				       "a sent chunk to be taken");
		if (!error && first && job->compares) {
			error = decided(job);
		}
	}
	return error;
}

ONCE_EACH struct sendrecv_apart apart(const struct sendrecv_job *job)
{
	return (struct sendrecv_apart){*job, flags, &pair[job->other]};
}

ONCE_EACH int send_all(struct sendrecv_job job, const char *from)
{
	size_t size = job.size;
	int error = WEFT_OK;

	if (arch_bulk(job.other)) {
		return sendrecv_apart_send(apart(&job), from);
	}
	while (size > 0 && !error) {
		uint32_t n = next_chunk(size);

		error = send_chunk(&job, from, n, size == job.size);
		from += n;
		size -= n;
	}
	return error;
}

ONCE_EACH int recv_chunk(const struct sendrecv_job *job, char *to, uint32_t n,
			 bool first)
{
	uint32_t at = SENDRECV_PUSHES ? job->me : job->other;
	uint32_t chunk = pair[job->other] += 2 * NUMBER;
	int error;

	if (SENDRECV_PUSHES) {
		sendrecv_tell(job, chunk - NUMBER);
	}
	error = sendrecv_await(job, chunk, "a chunk to be sent");
	if (!error && first && job->compares) {
		error = SENDRECV_PUSHES ? decided(job) : compare(job);
		chunk = pair[job->other];
	}
	if (!error) {
		arch_get(to, at, ARCH_WINDOW_MPB, buffer_of(chunk), n);
	}
	if (!SENDRECV_PUSHES && error != WEFT_ERR_TIMEOUT) {
		sendrecv_tell(job, chunk + NUMBER);
	}
	return error;
}

int send_until(const void *data, size_t size, uint32_t to, uint64_t deadline)
{
	return send_all(
		(struct sendrecv_job){arch_rank(), to, size, deadline, false},
		data);
}

ONCE_EACH int recv_all(struct sendrecv_job job, char *to)
{
	size_t size = job.size;
	int error = WEFT_OK;

	if (arch_bulk(job.other)) {
		return sendrecv_apart_recv(apart(&job), to);
	}
	while (size > 0 && !error) {
		uint32_t n = next_chunk(size);

		error = recv_chunk(&job, to, n, size == job.size);
		to += n;
		size -= n;
	}
	return error;
}

int recv_until(void *data, size_t size, uint32_t from, uint64_t deadline)
{
	return recv_all(
		(struct sendrecv_job){arch_rank(), from, size, deadline, false},
		data);
}

static int sendrecv_check(const void *data, size_t size, uint32_t other)
{
	if (arch_count() > SENDRECV_CORES) {
		return RT_WHY(WEFT_ERR_LIMIT, "more than 1024 cores");
	}
	if (other >= arch_count() || other == arch_rank()) {
		return RT_WHY(WEFT_ERR_RANK, "no such core, or this one");
	}
	return size > 0 && !data ? RT_WHY(WEFT_ERR_NULL, "data") : WEFT_OK;
}

int weft_send(const void *data, size_t size, weft_rank_t to, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	struct sendrecv_job job = {arch_rank(), to, size, deadline, true};
	int error = sendrecv_check(data, size, to);

	RT_THREAD_ONLY();
	RT_ALONE()
	if (error) {
		return error;
	}
	error = send_all(job, data);
	for (uint32_t try = 1; WEFT_CHECK && !error && size > 0; try++) {
		error = sound_sent(data, size, to, deadline);
		if (error != WEFT_ERR_DAMAGED || try == SOUND_TRIES) {
			return error;
		}
		error = send_until(data, size, to, deadline);
	}
	return error;
}

int weft_recv(void *data, size_t size, weft_rank_t from, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	struct sendrecv_job job = {arch_rank(), from, size, deadline, true};
	int error = sendrecv_check(data, size, from);

	RT_THREAD_ONLY();
	RT_ALONE()
	if (error) {
		return error;
	}
	error = recv_all(job, data);
	for (uint32_t try = 1; WEFT_CHECK && !error && size > 0; try++) {
		error = sound_received(data, size, from, deadline);
		if (error != WEFT_ERR_DAMAGED || try == SOUND_TRIES) {
			return error;
		}
		error = recv_until(data, size, from, deadline);
	}
	return error;
}

/* A pushed message does not begin before its receiver has come. */
int weft_recv_test(weft_rank_t from, bool *there)
{
	uint32_t next, word;
	int error;

	RT_THREAD_ONLY();
	error = sendrecv_check(NULL, 0, from);
	if (!error && !there) {
		error = RT_WHY(WEFT_ERR_NULL, "there");
	}
	if (error || SENDRECV_PUSHES) {
		return error ? error : WEFT_ERR_LIMIT;
	}
	next = (pair[from] + 2 * NUMBER) & -NUMBER;
	word = arch_flag_read(arch_rank(), rt_flag(flags, from));
	*there = (int32_t)(word - next) >= 0 &&
		 !sendrecv_apart_receives(word, next);
	if (!*there) {
		rt_in_vain();
	}
	return WEFT_OK;
}
