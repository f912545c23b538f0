/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=mpi modes=fork cores=2 o=window_kb=256 */
/* weft-test: boards=mpi modes=mpirun cores=3 o=window_kb=256+nodes=2 */
/*
 * Puts, gets and copies of more than one record or message takes between nodes, of
 * sizes and addresses around its edges, while the others do the same and interrupts
 * come.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "tests/target/tap.h"

enum {
	AREA = 70000,
	SKEW = 8,
	PIECE = 16384, /* arch/mpi/far_port.h has these two */
	ANSWER = 2 * PIECE,
};

static const uint32_t sizes[] = {
	255,        256,
	257,        PIECE - 1,
	PIECE,      PIECE + 1,
	ANSWER - 1, ANSWER,
	ANSWER + 1, ANSWER + PIECE,
	2 * ANSWER, 2 * ANSWER + 1,
};

static uint8_t *data, *back;
static uint32_t area, other, to;

/* There and back, from core to core, and back from there. */
static bool moves(uint32_t bytes, uint32_t skew)
{
	uint32_t me = weft_rank(), key = bytes + me, at = area + skew;
	bool ok;

	tap_fill(data + skew / 2, bytes, key);
	memset(back, 0xee, AREA);
	ok = !weft_put(weft_at(to, at), data + skew / 2, bytes);
	arch_raise(to, 1);
	ok &= !weft_get(back + SKEW, weft_at(to, at), bytes);
	ok &= tap_same(back + SKEW, bytes, key);
	ok &= back[SKEW - 1] == 0xee && back[SKEW + bytes] == 0xee;
	ok &= !weft_copy(weft_at(to, other + skew), weft_at(to, at), bytes);
	ok &= !weft_get(back, weft_at(to, other + skew), bytes);
	return ok && tap_same(back, bytes, key);
}

int main(void)
{
	tap_begin();
	to = weft_rank() + 1 < weft_size() ? weft_rank() + 1 : 0;
	data = tap_room(AREA);
	back = tap_room(AREA);
	if (weft_mpb_alloc(AREA, &area) || weft_mpb_alloc(AREA, &other)) {
		return 1;
	}
	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		bool ok = true;

		for (uint32_t skew = 0; skew < SKEW; skew++) {
			ok &= moves(sizes[i], skew);
		}
		tap_ok(ok, "%u bytes", (unsigned)sizes[i]);
	}
	return tap_end();
}
