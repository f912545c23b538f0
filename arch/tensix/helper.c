/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library is lent to NCRISC (arch/lend.h): it looks at bell and timer in BRISC's
 * place, and calls the handlers.  One of the two runs the library at a time, so
 * neither it nor the network interface's registers and counters need a lock, which
 * Wormhole has no instruction for.
 *
 * Two counts are all that they say to each other, each written by one of them: `lent`
 * is odd while BRISC lends, and NCRISC follows it.  Equal counts mean that it has seen
 * that; a mere mark would let BRISC go on before NCRISC has begun, and then both
 * run (models/lend.pml).
 *
 * What of this core's is in local RAM goes by `state`, as neither reaches the
 * other's.  Stores to L1 land in order, so the count comes last.  Those to the interface
 * are another matter: niu_settle.
 */
#include "arch/fence.h"
#include "arch/lend.h"
#include "arch/tensix/niu.h"

#include <board.h>

enum {
	RESET = 0xffb121b0,
	RESET_NC = 0x40000,
#if CHIP_INTERRUPTS
	START = 0xffb12238, /* where NCRISC begins, if the next word is 1 */
	START_BESIDE = RESET,
#else
	START_BESIDE = 0xffef0000, /* the configuration, words 162 and 163 */
	START = START_BESIDE + 4 * 162,
#endif
	QUEUE = 4, /* stores that have not left a core */
};

static struct {
	volatile uint32_t lent __attribute__((aligned(16)));     /* BRISC's */
	volatile uint32_t followed __attribute__((aligned(16))); /* NCRISC's */
	struct tensix state __attribute__((aligned(16)));
} hand;

static inline uint32_t seen(const volatile uint32_t *word)
{
	uint32_t value;

	tensix_refresh();
	value = *word;
	tensix_use(value);
	return value;
}

/* All that I know is there for the other one, who is told so by this word. */
static void give(volatile uint32_t *word, uint32_t value)
{
	hand.state = *tensix;
	FENCE(tensix_lend, niu_settle());
	tensix_barrier();
	*word = value;
}

static void take(uint32_t helps)
{
	tensix_refresh();
	*tensix = hand.state;
	tensix->helps = helps;
}

/*
 * It waits for the first lending.  Nobody else writes the resets.  The vendor's
 * simulator has no loads of these two words, so one of their neighbours is loaded: it
 * comes after a store that so many others have driven out of the queue.
 */
static ARCH_COLD void start(void)
{
	*tensix_reg(START) = (uint32_t)(uintptr_t)tensix_helper_start;
	for (uint32_t i = 0; i < (uint32_t)QUEUE; i++) {
		*tensix_reg(START + 4u) = 1;
	}
	tensix_use(*tensix_reg(START_BESIDE));
	*tensix_reg(RESET) &= ~(uint32_t)RESET_NC;
}

void arch_lend(void)
{
	if (tensix_polls() && !(hand.lent & 1)) {
		if (hand.lent == 0) {
			start();
		}
		give(&hand.lent, hand.lent + 1);
	}
}

bool arch_take_back(void)
{
	uint32_t turn = hand.lent + 1;

	if (tensix->helps || turn & 1) {
		return !tensix->helps;
	}
	hand.lent = turn;
	while (seen(&hand.followed) != turn) {
	}
	take(0);
	return true;
}

_Noreturn void tensix_helper(void)
{
	volatile uint32_t *canary = &tensix_local_canary;

	*canary = BOARD_CANARY;
	for (uint32_t turn = 1;; turn += 2) {
		/* It may be over already. */
		while ((int32_t)(seen(&hand.lent) - turn) < 0) {
		}
		take(1);
		while (seen(&hand.lent) == turn) {
			tensix_poll();
			if (*canary != BOARD_CANARY) {
				tensix_overflow(&tensix_local_canary);
			}
		}
		give(&hand.followed, turn + 1);
	}
}
