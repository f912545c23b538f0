/* SPDX-License-Identifier: Apache-2.0 */
#include "messages/sendrecv_apart.h"

#if ARCH_BULK

#include <string.h>

#include "arch/barrier.h"
#include "arch/nodes.h"
#include "runtime/mpb_map.h"
#include "runtime/part.h"
#include "runtime/table.h"
#include "runtime/trace.h"
#include "runtime/wait.h"
#include "topology/arith.h"

#include <weft/types.h>

enum {
	SLOTS_LOG2 = 1, /* for each sender */
	SLOT_MOST = 2048,
	SHARE_LOG2 = 5,       /* of a window that slots may take */
	CHUNK_MOST = 1 << 26, /* bytes of a piece */
	WORDS = 32,           /* of a copy that is aligned */
};

/* With each core: how many pieces. */
struct apart_pieces {
	uint32_t sent, taken;
};

static struct apart_pieces *pieces;
static uint32_t news, slots, slot_bytes;

static ARCH_COLD uint32_t bytes_of_slot(uint32_t count)
{
	uint32_t share =
		arch_window_bytes(ARCH_WINDOW_MPB) >> SHARE_LOG2 >> SLOTS_LOG2;
	uint32_t most = SLOT_MOST;

	while (most >= ARCH_LINE && arith_mul(most, count) > share) {
		most >>= 1;
	}
	return most < ARCH_LINE ? 0 : most;
}

static ARCH_COLD uint32_t apart_bytes(const struct rt_run *run, uint32_t left)
{
	(void)left;
	return arch_nodes() == 1 ? 0
				 : rt_to_line(rt_flag_bytes(run->count)) +
					   (arith_mul(bytes_of_slot(run->count),
						      run->count)
					    << SLOTS_LOG2);
}

static ARCH_COLD void apart_place(const struct rt_run *run, uint32_t offset,
				  uint32_t size)
{
	if (size == 0) {
		return;
	}
	news = offset;
	slots = offset + rt_to_line(rt_flag_bytes(run->count));
	slot_bytes = bytes_of_slot(run->count);
	rt_flags_preset(news, run->count, run->epoch);
	pieces = rt_table(run->count, sizeof(*pieces),
			  "no memory for messages between nodes");
	for (uint32_t i = 0; i < run->count; i++) {
		pieces[i] = (struct apart_pieces){run->epoch, run->epoch};
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "sendrecv_apart",
	.bytes = apart_bytes,
	.placed = apart_place,
};
RT_PART(part);

static uint32_t slot_of(uint32_t from, uint32_t chunk)
{
	return slots +
	       arith_mul((from << SLOTS_LOG2) + (chunk >> 29 & 1), slot_bytes);
}

static void apart_tell(const struct sendrecv_apart *how, uint32_t number)
{
	arch_flag_tell(how->job.other, rt_flag(how->flags, how->job.me),
		       number | sendrecv_size(&how->job));
}

static uint32_t apart_word(const struct sendrecv_apart *how)
{
	return arch_flag_read(how->job.me, rt_flag(how->flags, how->job.other));
}

static int apart_await(const struct sendrecv_apart *how, uint32_t number,
		       const char *what)
{
	return rt_await(rt_flag(how->flags, how->job.other), number & -NUMBER,
			how->job.deadline, how->job.other, what);
}

/* number: what the other one has written for this chunk. */
static int apart_compare(const struct sendrecv_apart *how, uint32_t number)
{
	uint32_t word = apart_word(how);
	bool differ = (word ^ number) & -NUMBER
			      ? word & DIFFER
			      : (word & SIZE_MOST) != sendrecv_size(&how->job);

	*how->pair &= ~(uint32_t)DIFFER;
	*how->pair |= differ ? DIFFER : 0;
	return differ ? WEFT_ERR_MISMATCH : WEFT_OK;
}

/* Into a slot: what lies behind the last byte there is nobody's. */
static void lay(uint32_t rank, uint32_t at, const char *from, uint32_t n)
{
	const uint32_t word = sizeof(uint32_t);
	uint32_t whole = (uintptr_t)from & (word - 1) ? 0 : n & -word;
	uint32_t words[WORDS];

	if (whole > 0) {
		arch_words_tell(rank, at, (const void *)from, whole >> 2);
	}
	for (uint32_t done = whole, more; done < n; done += more) {
		more = n - done < sizeof(words) ? n - done
						: (uint32_t)sizeof(words);
		words[(more - 1) >> 2] = 0;
		memcpy(words, from + done, more);
		arch_words_tell(rank, at + done, words, (more + word - 1) >> 2);
	}
}

static int send_apart(const struct sendrecv_apart *how, const char *from,
		      uint32_t n, bool first)
{
	uint32_t chunk = *how->pair += 2 * NUMBER, other = how->job.other;
	int error;

	if (n <= slot_bytes) {
		lay(other, slot_of(how->job.me, chunk), from, n);
	}
	RT_TRACE("chunk sent", other, n);
	apart_tell(how, chunk);
	error = apart_await(how, chunk + NUMBER, "its receiver");
	if (!error && first && how->job.compares) {
		error = apart_compare(how, chunk + NUMBER);
	}
	if (!error && n > slot_bytes) {
		arch_bulk_send(other, from, n, rt_flag(news, how->job.me),
			       ++pieces[other].sent);
		arch_bulk_sent(0);
	}
	return error;
}

/* Two that both receive see each other's 2c + 1, and wait for what does not come. */
static int await_sender(const struct sendrecv_apart *how, uint32_t chunk)
{
	int error = apart_await(how, chunk, "a chunk to be sent");

	if (!error &&
	    sendrecv_apart_receives(apart_word(how), chunk & -NUMBER)) {
		error = apart_await(how, chunk + 2 * NUMBER,
				    "a chunk to be sent");
	}
	return error;
}

static int await_piece(const struct sendrecv_apart *how, int error)
{
	struct apart_pieces *mine = &pieces[how->job.other];

	if (!error) {
		error = rt_await(rt_flag(news, how->job.other), mine->taken,
				 how->job.deadline, how->job.other,
				 "a message's piece of memory");
	}
	if (error) {
		arch_bulk_close();
	}
	if (error == WEFT_ERR_MISMATCH) {
		mine->taken--; /* the sender knows, too, and sends none */
	}
	return error;
}

static int recv_apart(const struct sendrecv_apart *how, char *to, uint32_t n,
		      bool first)
{
	uint32_t chunk = *how->pair += 2 * NUMBER, other = how->job.other;
	int error;

	if (n > slot_bytes) {
		arch_bulk_open(other, rt_flag(news, other),
			       ++pieces[other].taken, to, n);
	}
	apart_tell(how, chunk + NUMBER);
	error = await_sender(how, chunk);
	if (!error && first && how->job.compares) {
		error = apart_compare(how, chunk);
	}
	if (n > slot_bytes) {
		return await_piece(how, error);
	}
	if (!error) {
		arch_get(to, how->job.me, ARCH_WINDOW_MPB,
			 slot_of(other, chunk), n);
	}
	return error;
}

static uint32_t next_of(size_t left)
{
	return left < CHUNK_MOST ? (uint32_t)left : CHUNK_MOST;
}

int sendrecv_apart_send(struct sendrecv_apart how, const char *from)
{
	size_t left = how.job.size;
	int error = WEFT_OK;

	for (uint32_t n; left > 0 && !error; left -= n, from += n) {
		n = next_of(left);
		error = send_apart(&how, from, n, left == how.job.size);
	}
	return error;
}

int sendrecv_apart_recv(struct sendrecv_apart how, char *to)
{
	size_t left = how.job.size;
	int error = WEFT_OK;

	for (uint32_t n; left > 0 && !error; left -= n, to += n) {
		n = next_of(left);
		error = recv_apart(&how, to, n, left == how.job.size);
	}
	return error;
}

#endif
