/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,epiphany-emu cores=2,17 time-out=60 */
/* weft-test: boards=scc-sim cores=3 env=WEFT_MPB_LEAST=1 time-out=60 */
/*
 * Half a word comes byte by byte: an ask of which one byte has come is not answered.  Rank 0
 * writes that byte of rank 1's ask itself, while rank 1 has not asked.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "collectives/started/asked.h"
#include "collectives/started/asked_map.h"
#include "tests/target/tap.h"

enum {
	MOST = 17,
	TURNS = 5 /* the bits that change are set, and are not */
};

static uint32_t all[MOST];

/* With the bits of byte i of an ask changed: has it been answered?  Beside it is rank 0's own. */
static bool byte_is_answered(struct weft_request *request, uint32_t i)
{
	const struct asked *a = &asked_world;
	uint32_t was = a->answered[0], at = asked_ask(a, 1), beside = at & 3;
	uint32_t old = arch_flag_read(0, at - beside);
	uint32_t byte = ASKED_BITS & UINT32_C(0xff) << 8 * i;

	arch_flag_write(0, at - beside, old ^ byte << 8 * beside);
	arch_settle(0);
	weft_test(request, WEFT_COMPLETE);
	arch_flag_write(0, at - beside, old);
	arch_settle(0);
	return a->answered[0] != was;
}

static bool gathers(uint32_t turn, bool *answered)
{
	uint32_t mine = weft_rank() + turn;
	struct weft_request request;
	bool ok = true;

	memset(all, 0xff, sizeof(all));
	if (weft_rank() != 0) {
		ok &= weft_barrier(WEFT_WORLD, WEFT_FOREVER) == WEFT_OK;
	}
	ok &= weft_allgather_start(&mine, all, sizeof(mine), WEFT_WORLD,
				   &request) == WEFT_OK;
	if (weft_rank() == 0) {
		*answered |= byte_is_answered(&request, 0);
		*answered |= byte_is_answered(&request, 1);
		ok &= weft_barrier(WEFT_WORLD, WEFT_FOREVER) == WEFT_OK;
	}
	ok &= weft_wait(&request, WEFT_COMPLETE, 1000000) == WEFT_OK;
	for (uint32_t i = 0; i < weft_size(); i++) {
		ok &= all[i] == i + turn;
	}
	return ok;
}

int main(void)
{
	bool ok = true, answered = false;

	tap_begin();
	for (uint32_t turn = 0; turn < TURNS; turn++) {
		ok &= gathers(turn, &answered);
	}
	tap_ok(!answered, "an ask of which one byte has come is not answered");
	tap_ok(ok, "it is when all has come");
	return tap_end();
}
