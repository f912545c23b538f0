/* SPDX-License-Identifier: Apache-2.0 */
/*
 * To wait for a word is to sleep on it in the kernel (futex), or a few processors could
 * not carry many cores.
 *
 * No lost wake-up: who is about to sleep counts itself as a watcher of the window, then
 * looks once more; who writes a word looks for watchers afterwards.  A full fence lies
 * between the two on both sides, so one of them sees the other.  The kernel compares the
 * word with what was seen as it puts the core to sleep.
 */
#include "arch/common/far/far_say.h"
#include "arch/common/window.h"
#include "arch/switch.h"

enum {
	PAUSE_TURNS = 8,
	RELAX_TURNS = 4,
	RELAX_YIELDS = 16,
	RELAX_MOST_US = 50,
	ANY_MOST = 128,
	ANY_AGAIN_NS = 1000000, /* with more words than that */
};

/* Between two looks: brief where each core has a processor, else others' turn. */
void vehicle_pause(volatile uint32_t *word, uint32_t value)
{
	if (mpi_host->yields) {
		mpi_host->yield();
		return;
	}
	for (int i = PAUSE_TURNS;
	     i > 0 && (int32_t)(window_load(word) - value) < 0; i--) {
		cpu_relax();
	}
}

static inline void watch(uint32_t rank, uint32_t more)
{
	__atomic_fetch_add(&mpi_cell_of(rank)->watchers, more,
			   __ATOMIC_SEQ_CST);
}

void vehicle_wait(volatile uint32_t *word, uint32_t rank, uint32_t offset,
		  uint32_t value, uint64_t deadline)
{
	uint32_t seen;

	(void)offset;
	far_hurry();
	watch(rank, 1);
	order_settle();
	seen = window_load(word);
	if ((int32_t)(seen - value) < 0) {
		mpi_host->sleep(word, seen, deadline);
	}
	watch(rank, (uint32_t)-1);
}

void vehicle_wake(uint32_t rank, volatile uint32_t *word)
{
	uint32_t watchers;

	order_settle();
	watchers =
		__atomic_load_n(&mpi_cell_of(rank)->watchers, __ATOMIC_RELAXED);
	if (watchers & (FAR_WATCH - 1)) {
		mpi_host->wake(word);
	}
	if (watchers >= FAR_WATCH) {
		mpi_host->ring();
	}
}

/* For the words of a list, and for an interrupt: that is what `pending` is. */
struct any {
	const volatile uint32_t *words[ANY_MOST];
	uint32_t seen[ANY_MOST];
	uint32_t n;
	bool reached, more;
};

static void look_at(struct any *any, const struct arch_words *words)
{
	for (; words && any->n < ANY_MOST; words = words->next) {
		const struct arch_word *what = words->word;
		uint32_t *seen = &any->seen[any->n];

		if (BOARD_FAR(what->rank)) {
			continue; /* that is news */
		}
		any->words[any->n] = window_word(what->rank, what->offset);
		*seen = window_load(any->words[any->n++]);
		any->reached |= (int32_t)(*seen - what->value) >= 0;
	}
	any->more = words;
}

static void watch_all(const struct arch_words *words, uint32_t more)
{
	for (; words; words = words->next) {
		if (BOARD_FAR(words->word->rank)) {
			far_watch(words->word, more == 1);
		} else {
			watch(words->word->rank, more);
		}
	}
}

void arch_await_any(const struct arch_words *words, uint64_t deadline)
{
	struct any any = {
		.words = {&mpi_cell_of(mpi_host->rank)->pending},
		.n = 1,
	};

	if (mpi_host->nodes > 1) {
		any.words[any.n] = &mpi_host->channel->news;
		any.seen[any.n++] = mpi_host->channel->news;
	}
	far_hurry();
	watch_all(words, 1);
	order_settle();
	look_at(&any, words);
	if (any.more) {
		uint64_t again = arch_cycles() + ANY_AGAIN_NS;

		deadline = deadline < again ? deadline : again;
	}
	if (!any.reached) {
		mpi_host->sleep_any(any.words, any.seen, any.n, deadline);
	}
	watch_all(words, (uint32_t)-1);
	order_reads();
	mpi_serve();
}

void arch_relax(uint32_t attempt)
{
	if (attempt < RELAX_TURNS && !mpi_host->yields) {
		cpu_relax();
	} else if (attempt < RELAX_YIELDS) {
		mpi_host->yield();
	} else {
		mpi_host->pause(attempt < RELAX_MOST_US ? attempt
							: RELAX_MOST_US);
	}
}
