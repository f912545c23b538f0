/* SPDX-License-Identifier: Apache-2.0 */
/* What cores of other nodes say, done on the windows of this one: the longer steps. */
#include <string.h>

#include "host/host.h"
#include "host/mpi/serve.h"

_Noreturn void site_refuse(const char *what, const struct far_record *record)
{
	die(STATUS_FAULT, "node %u: rank %u says %u about rank %u: %s",
	    core.node, record->from, record->op, record->rank, what);
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
void serve_copy(uint8_t *to, const uint8_t *from, uint32_t n, bool reads)
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

/* As a core of this node that has written a word.  One watcher may be who looks here. */
void serve_wake(uint32_t rank, const uint32_t *word)
{
	uint32_t watchers;

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	watchers = __atomic_load_n(&core.cells[rank - core.first].watchers,
				   __ATOMIC_RELAXED) &
		   (FAR_WATCH - 1);
	if (watchers > 1 || (watchers == 1 && !stand_in_looks(word))) {
		calls_wake(word);
	}
}

uint32_t site_update(const struct far_record *record)
{
	uint32_t *word = serve_place(record->rank, record->offset);
	uint32_t was = record->expected;

	if (record->op == FAR_SWAP) {
		was = __atomic_exchange_n(word, record->value,
					  __ATOMIC_SEQ_CST);
	} else if (record->op == FAR_ADD) {
		was = __atomic_fetch_add(word, record->value, __ATOMIC_SEQ_CST);
	} else {
		__atomic_compare_exchange_n(word, &was, record->value, false,
					    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	}
	serve_wake(record->rank, word);
	return was;
}

/* As raise_one of arch/mpi/irq.c. */
void site_raise(uint32_t rank)
{
	uint32_t *pending = &core.cells[rank - core.first].pending;

	if (!(__atomic_fetch_or(pending, MPI_NOTIFY, __ATOMIC_SEQ_CST) &
	      MPI_NOTIFY)) {
		calls_signal(rank, SIGNAL_INTERRUPT);
	}
}
