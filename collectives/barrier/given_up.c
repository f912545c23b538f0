/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "collectives/barrier/barrier.h"

#include <weft/rma.h>

/* All who write a flag write the same; it was 0. */
static ARCH_COLD void give_up(const struct barrier_best *barrier)
{
	const struct team *team = &barrier->team;

	for (uint32_t i = 0; i < team->size; i++) {
		arch_flag_write(team_rank(team, i), barrier->given_up, 1);
	}
	/*
	 * Pairs with barrier_given_up(): who has read what comes to my buffers after this
	 * call looks at its flag then.  No run is known that fails without this.
	 */
	weft_quiet();
}

bool barrier_given_up(const struct barrier_best *barrier)
{
	return arch_flag_read(arch_rank(), barrier->given_up) != 0;
}

int barrier_end_call(struct barrier_best *barrier, int error)
{
	if (error == WEFT_ERR_TIMEOUT) {
		give_up(barrier);
	}
	return barrier_look(barrier, error);
}

int barrier_shared(struct barrier_best *barrier, uint64_t deadline)
{
	int error = barrier_until(barrier, deadline);

	return error ? barrier_end_call(barrier, error)
		     : barrier_look(barrier, WEFT_OK);
}
