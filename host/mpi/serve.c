/* SPDX-License-Identifier: Apache-2.0 */
/* What cores of other nodes say, done on the windows of this one. */
#include <string.h>

#include "host/host.h"
#include "host/mpi/serve.h"

uint32_t serve_node(uint32_t rank)
{
	return far_node(core.firsts, core.nodes, rank);
}

/* Others' records are looked at before they are believed. */
uint32_t serve_near(uint32_t rank)
{
	if (rank - core.first >= core.near) {
		die(STATUS_FAULT, "a record for rank %u came to node %u", rank,
		    core.node);
	}
	return rank - core.first;
}

static uint8_t *place(uint32_t rank, uint32_t offset, uint32_t bytes)
{
	uint32_t index = serve_near(rank);

	if (offset > core.window_bytes || bytes > core.window_bytes - offset) {
		die(STATUS_FAULT, "a record for %u bytes at 0x%x of rank %u",
		    bytes, offset, rank);
	}
	return core.windows + ((size_t)index << core.window_shift) + offset;
}

uint32_t *serve_word(const struct far_record *record)
{
	if (record->offset % sizeof(uint32_t)) {
		die(STATUS_FAULT, "a record for a word at 0x%x",
		    record->offset);
	}
	return (void *)place(record->rank, record->offset, sizeof(uint32_t));
}

enum {
	MANY = 256 /* bytes; words that are waited for are fewer */
};

/* An access that crosses a line crosses it between words, if it begins at one. */
typedef uint32_t four_words
	__attribute__((vector_size(16), aligned(1), may_alias));

/* One word, in order, as arch_flags_read has them. */
static void copy_word(uint8_t *to, const uint8_t *from, bool reads)
{
	uint32_t word;

	if (reads) {
		word = __atomic_load_n((const uint32_t *)(const void *)from,
				       __ATOMIC_ACQUIRE);
		memcpy(to, &word, sizeof(word));
	} else {
		memcpy(&word, from, sizeof(word));
		__atomic_store_n((uint32_t *)(void *)to, word,
				 __ATOMIC_RELAXED);
	}
}

/* From a window, or to one: each aligned word of it at once, ARCH_ATOM. */
static void copy(uint8_t *to, const uint8_t *from, uint32_t n, bool reads)
{
	for (uint32_t step; n > 0; n -= step, to += step, from += step) {
		uintptr_t at = (uintptr_t)(reads ? from : to);

		if (at % sizeof(uint32_t) || n < sizeof(uint32_t)) {
			step = 1;
			__atomic_store_n(
				to, __atomic_load_n(from, __ATOMIC_ACQUIRE),
				__ATOMIC_RELAXED);
		} else if (n < MANY) {
			step = sizeof(uint32_t);
			copy_word(to, from, reads);
		} else {
			step = sizeof(four_words);
			*(volatile four_words *)to =
				*(const volatile four_words *)from;
		}
	}
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
}

/* As a core of this node that has written a word. */
static void wake(uint32_t rank, const uint32_t *word)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (__atomic_load_n(&core.cells[rank - core.first].watchers,
			    __ATOMIC_RELAXED) &
	    (FAR_WATCH - 1)) {
		calls_wake(word);
	}
}

static void answer(uint32_t from, uint32_t value, const void *bytes, uint32_t n)
{
	server_say(serve_node(from),
		   (struct far_record){
			   .op = FAR_ANSWERED,
			   .rank = from,
			   .value = value,
			   .bytes = n,
		   },
		   bytes);
}

static void answer_get(const struct far_record *record)
{
	uint8_t piece[FAR_PIECE];
	const uint8_t *from;

	if (record->bytes > FAR_PIECE) {
		die(STATUS_FAULT, "a get of %u bytes", record->bytes);
	}
	from = place(record->rank, record->offset, record->bytes);
	copy(piece, from, record->bytes, true);
	answer(record->from, record->value, piece, record->bytes);
}

static uint32_t update(const struct far_record *record)
{
	uint32_t *word = serve_word(record), was = record->expected;

	if (record->op == FAR_SWAP) {
		was = __atomic_exchange_n(word, record->value,
					  __ATOMIC_SEQ_CST);
	} else if (record->op == FAR_ADD) {
		was = __atomic_fetch_add(word, record->value, __ATOMIC_SEQ_CST);
	} else {
		__atomic_compare_exchange_n(word, &was, record->value, false,
					    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	}
	wake(record->rank, word);
	return was;
}

/* As raise_one of arch/mpi/irq.c. */
static void raise_at(uint32_t rank)
{
	uint32_t *pending = &core.cells[serve_near(rank)].pending;

	if (!(__atomic_fetch_or(pending, MPI_NOTIFY, __ATOMIC_SEQ_CST) &
	      MPI_NOTIFY)) {
		calls_signal(rank, SIGNAL_INTERRUPT);
	}
}

bool serve(const struct far_record *record, const uint8_t *bytes)
{
	uint32_t *word;

	switch (record->op) {
	case FAR_PUT:
		copy(place(record->rank, record->offset, record->bytes), bytes,
		     record->bytes, false);
		return true;
	case FAR_FLAG:
		word = serve_word(record);
		__atomic_store_n(word, record->value, __ATOMIC_RELEASE);
		wake(record->rank, word);
		return true;
	case FAR_FREE:
		__atomic_store_n(&core.cells[serve_near(record->rank)].tas, 0,
				 __ATOMIC_RELEASE);
		return true;
	case FAR_RAISE:
		raise_at(record->rank);
		return true;
	case FAR_WATCH_IT:
		watch_add(record);
		return true;
	case FAR_FORGET:
		watch_forget(record);
		return true;
	case FAR_MEET:
		answer(record->from, 0, NULL, 0);
		return true;
	case FAR_GET:
		answer_get(record);
		return true;
	case FAR_SWAP:
	case FAR_COMPARE:
	case FAR_ADD:
		answer(record->from, update(record), NULL, 0);
		return true;
	case FAR_TAKE:
		answer(record->from,
		       !__atomic_exchange_n(
			       &core.cells[serve_near(record->rank)].tas, 1,
			       __ATOMIC_SEQ_CST),
		       NULL, 0);
		return true;
	case FAR_CONSOLE:
		core.host.console((const char *)bytes, record->bytes);
		return true;
	default:
		return false;
	}
}
