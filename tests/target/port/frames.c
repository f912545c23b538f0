/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,8 boards=scc-sim-chips,scc-qemu-chips,arm-qemu-chips args=2000 */
/* weft-test: cores=2,4 boards=wormhole-emu-chips args=200 o=link=loss:1%,burst:50% */
/* weft-test: cores=2 boards=wormhole-emu-chips args=25000 o=link=loss:0 time-out=300 full=1 */
/* weft-test: cores=2 boards=wormhole-emu-chips args=25000 o=link=loss:10%,burst:50%
   time-out=300 full=1 */
/* weft-test: cores=4 boards=scc-sim-chips args=20000 o=link=loss:10%,burst:50% full=1 */
/* weft-test: cores=4 boards=scc-qemu-chips args=50000 o=link=loss:1%,burst:50% full=1 */
/*
 * Each core of the first half sends messages to its partner in the other one, and gets as many
 * back: so many that the frames, of which the doors tell, are as many as one wants.  A message
 * is known by its number, by its bytes, and by its place among those under way.  One that was
 * lost is waited for; one that came twice is found in the place of a later one.
 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/nodes.h"
#ifdef ARCH_LINKS
#include "arch/common/far/far_links.h"
#include "links/link.h"
#endif

#include "tests/target/tap.h"

enum {
	UNDER_WAY = 4, /* messages */
	BYTES = 160,
	WAIT_US = 60000000,
	USUAL = 2000,
};

static uint32_t area, come, read; /* two flags: messages to me; of mine, read */

static bool sends(uint32_t to, uint32_t number)
{
	static uint8_t data[BYTES];
	uint32_t at = area + (number & (UNDER_WAY - 1)) * BYTES;

	/* The one whose place it takes has been read. */
	if (number > UNDER_WAY &&
	    weft_flag_wait(read, number - UNDER_WAY, WAIT_US)) {
		return false;
	}
	tap_fill(data, BYTES, number);
	return !weft_put(weft_at(to, at), data, BYTES) &&
	       !weft_flag_write(to, come, number);
}

static bool receives(uint32_t from, uint32_t number)
{
	static uint8_t data[BYTES];
	uint32_t at = area + (number & (UNDER_WAY - 1)) * BYTES;
	bool ok = !weft_flag_wait(come, number, WAIT_US) &&
		  !weft_get(data, weft_at(weft_rank(), at), BYTES);

	return ok && tap_same(data, BYTES, number) &&
	       !weft_flag_write(from, read, number);
}

static void tell_frames(void)
{
#ifdef ARCH_LINKS
	if (arch_nodes() > 1 && weft_rank() == arch_link_door()) {
		const struct link_counts *counts = far_links_counts();

		printf("frames: data %u, resent %u, others %u; came %u, twice "
		       "%u, damaged %u\n",
		       (unsigned)counts->sent, (unsigned)counts->resent,
		       (unsigned)(counts->acks + counts->prods +
				  counts->backoffs),
		       (unsigned)counts->came, (unsigned)counts->twice,
		       (unsigned)counts->damaged);
	}
#endif
}

int main(int argc, char **argv)
{
	uint32_t messages = argc > 1 ? (uint32_t)atoi(argv[1]) : USUAL;
	uint32_t half = weft_size() / 2, me = weft_rank(), flags;
	uint32_t other = me < half ? me + half : me - half;
	bool ok = true;

	tap_begin();
	ok &= !weft_mpb_alloc(UNDER_WAY * BYTES, &area);
	ok &= !weft_flags_alloc(2, &flags);
	come = weft_flag_at(flags, 0);
	read = weft_flag_at(flags, 1);
	tap_ok(ok, "room for messages");
	for (uint32_t number = 1; ok && number < messages + UNDER_WAY;
	     number++) {
		ok = (number > messages || sends(other, number)) &&
		     (number < UNDER_WAY ||
		      receives(other, number - UNDER_WAY + 1));
	}
	tap_ok(ok, "%u messages each way, none lost, none twice",
	       (unsigned)messages);
	tell_frames();
	return tap_end();
}
