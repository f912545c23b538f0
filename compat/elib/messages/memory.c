/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A global address is a number that no core has memory at, 1 MB a core as on the chip: so
 * one that a program follows itself faults, and is never taken for its own.  What is in it
 * is a place as compat/shmem names them, from the first that is the image's.
 */
#include "compat/elib/messages/messages.h"

enum {
	CORE = 20,
	BYTES = 1 << CORE,
	SOON = 8 /* us: more than an agent's answer takes */
};

#define GLOBAL (UINTPTR_MAX - 0x0fffffff)

static char elib_anchor = 1; /* in .data; what others may reach is less than half a MB away */

bool elib_is_global(const void *address)
{
	return (uintptr_t)address >= GLOBAL;
}

static unsigned elib_rank(const void *global)
{
	return (unsigned)((uintptr_t)global - GLOBAL) >> CORE;
}

static void *elib_mine(const void *global)
{
	return &elib_anchor + (((uintptr_t)global - GLOBAL) & (BYTES - 1)) -
	       BYTES / 2;
}

void *elib_global(unsigned row, unsigned col, const void *mine)
{
	uintptr_t place = (uintptr_t)mine - (uintptr_t)&elib_anchor + BYTES / 2;
	unsigned rank = row * e_group_config.group_cols + col;

	if (rank >= elib_cores() || col >= e_group_config.group_cols) {
		own_panic("a global address", "the group has no such core");
	}
	if (place >= BYTES) {
		own_panic("a global address",
			  "that is no variable of the program");
	}
	return (void *)(GLOBAL + ((uintptr_t)rank << CORE) + place);
}

e_bool_t e_is_on_core(const void *address)
{
	bool mine = !elib_is_global(address) ||
		    elib_rank(address) == weft_rank();

	return mine ? E_TRUE : E_FALSE;
}

/* My own by its address here. */
static const void *elib_home(const void *address)
{
	return elib_is_global(address) && e_is_on_core(address)
		       ? elib_mine(address)
		       : address;
}

void *elib_no_memory(void)
{
	own_panic("e_read or e_write", "only the group's cores are here");
}

/* At most one end is another core's, as for a channel of the chip's DMA. */
void elib_copy(void *to, const void *from, size_t n)
{
	void *t = (void *)(uintptr_t)elib_home(to);
	const void *f = elib_home(from);

	if (elib_is_global(t) && elib_is_global(f)) {
		own_panic("a copy", "from one other core to another");
	}
	if (elib_is_global(t)) {
		shmem_putmem(elib_mine(t), f, n, (int)elib_rank(t));
	} else if (elib_is_global(f)) {
		shmem_getmem(t, elib_mine(f), n, (int)elib_rank(f));
	} else {
		shmem_putmem(t, f, n, shmem_my_pe());
	}
}

unsigned elib_test_set(volatile int *word, int value)
{
	static unsigned pause; /* us */
	const void *there = (const void *)(uintptr_t)word;
	int *mine = elib_is_global(there) ? elib_mine(there) : (int *)(uintptr_t)word;
	int pe = elib_is_global(there) ? (int)elib_rank(there) : shmem_my_pe();
	int was = shmem_int_atomic_compare_swap(mine, 0, value, pe);

	/*
	 * Many that ask all the time would leave the word's owner no time of its own.  So a
	 * core that asks in vain asks again after twice the time.
	 */
	if (!was) {
		pause = 0;
	} else {
		agent_relax(pause);
		pause = pause == 0                ? SOON
			: pause < SOON * elib_cores() ? 2 * pause
						      : pause;
	}
	return (unsigned)was;
}

void elib_await(volatile char *byte)
{
	uint32_t turn = 0;

	for (uint32_t seen = agent_seen(); !*byte; seen = agent_seen()) {
		agent_wait(seen, ++turn);
	}
	agent_waited();
}
