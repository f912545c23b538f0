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
	LOST_NS = 200000, /* ten times what looks take */
	FEW = 6, /* looks that find nothing are dear enough to be timed */
	PENALTY_MOST = 1023,
	ANY_MOST = 128,
	ANY_AGAIN_NS = 1000000, /* with more words than that */
};

/* Between two looks: brief where each core has a processor, else others' turn. */
void vehicle_pause(volatile uint32_t *word, uint32_t value)
{
	bool open = mpi_open();

	if (mpi_host->yields) {
		mpi_host->yield();
	} else {
		for (int i = PAUSE_TURNS;
		     i > 0 && (int32_t)(window_load(word) - value) < 0 &&
		     !(open && mpi_is_pending());
		     i--) {
			cpu_relax();
		}
	}
	if (open) {
		mpi_close();
	}
}

/*
 * Looks for an interrupt, before a core sleeps: where each has a processor, an answer comes
 * sooner than a sleeper wakes.  Where other programs want the processors it is the other way
 * round: the kernel wakes whoever has slept at once, and lets wait whoever has only
 * looked.  So looks that find nothing make the next ones rare, and a look in which this core
 * lost its processor makes them rare for long.
 */
static uint32_t left_out, penalty; /* waits: now without looks; after the next in vain */

bool mpi_look(volatile uint32_t *word, uint32_t value)
{
	uint32_t seen = mpi_served, looks = 0;
	uint64_t since = ARCH_NEVER;
	bool come = false;

	if (left_out > 0) {
		left_out--;
		return false;
	}
	while (looks++ < mpi_host->looks && !come) {
		if (looks == FEW) {
			since = arch_cycles(); /* which takes as long as some looks */
		}
		vehicle_pause(word, value);
		come = seen != mpi_served ||
		       (int32_t)(window_load(word) - value) >= 0;
	}
	if (looks > FEW && arch_cycles() - since > LOST_NS) {
		left_out = PENALTY_MOST;
	} else if (come) {
		penalty >>= 1;
	} else {
		penalty = 2 * penalty < PENALTY_MOST ? 2 * penalty + 1 : penalty;
		left_out = penalty;
	}
	return come;
}

static inline void watch(uint32_t rank, uint32_t more)
{
	__atomic_fetch_add(&mpi_cell_of(rank)->watchers, more,
			   __ATOMIC_SEQ_CST);
}

void vehicle_wait(volatile uint32_t *word, uint32_t rank, uint32_t offset,
		  uint32_t value, uint64_t deadline)
{
	static uint32_t served;
	uint32_t seen;

	(void)offset;
	far_hurry();
	if (served != mpi_served) { /* after one interrupt comes another */
		served = mpi_served;
		if (mpi_look(word, value)) {
			return;
		}
	}
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
