/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where everything lies in the MPB.  Bytes for so many cores, 48 on the SCC:
 *
 *                        full, of s slots      lean
 *   news, and a byte     4 + count             4 + count
 *   reception, a zero    4                     8
 *   credit               4 * count             none
 *   slots                2 * s * 32 * count    32 * count
 *   rest                 2 * s * 8 * count     8 * count
 *   48 cores             4128                  1984
 *
 * The zero is where a lean layout has slots for replies: none ever comes there.
 */
#include "arch/annotate.h"
#include "arch/arch.h"
#include "messages/am/am_lean.h"
#include "runtime/mpb_map.h"
#include "runtime/table.h"

#define SHIFT_LEAN UINT32_MAX /* one below that of a single slot */

static ARCH_COLD uint32_t notice_words(uint32_t count)
{
	uint32_t words = (count + 3) >> 2;

	return (words + AM_WORDS_LOOK - 1) & ~(uint32_t)(AM_WORDS_LOOK - 1);
}

static ARCH_COLD uint32_t notice_bytes(uint32_t count)
{
	return 4 + 4 * notice_words(count);
}

static ARCH_COLD uint32_t full_bytes(uint32_t count, uint32_t shift)
{
	return rt_to_line(notice_bytes(count)) + rt_to_line(4) +
	       rt_to_line(4 * count) +
	       (count << (shift + 1)) * (AM_LINE_BYTES + AM_REST_BYTES);
}

static ARCH_COLD uint32_t lean_bytes(uint32_t count)
{
	return rt_to_line(notice_bytes(count) + 8) +
	       count * (AM_LINE_BYTES + AM_REST_BYTES);
}

/* No more than five eighths of the MPB, which 48 cores on the SCC need for the full layout. */
static ARCH_COLD uint32_t most_bytes(void)
{
	uint32_t eighth = arch_window_bytes(ARCH_WINDOW_MPB) >> 3;

	return (eighth << 2) + eighth;
}

/* More than one slot takes no more than half of that. */
static ARCH_COLD bool is_full(uint32_t count, uint32_t shift, uint32_t bytes)
{
	uint32_t most = shift > 0 ? most_bytes() >> 1 : most_bytes(),
		 n = full_bytes(count, shift);

	return !AM_LEAST && n <= most && n <= bytes;
}

/* Of the full layout that has so many bytes; or SHIFT_LEAN. */
static ARCH_COLD uint32_t shift_of(uint32_t count, uint32_t bytes)
{
	uint32_t shift = AM_SHIFT_MOST;

	while (shift != SHIFT_LEAN && !is_full(count, shift, bytes)) {
		shift--;
	}
	return shift;
}

ARCH_COLD uint32_t am_bytes(const struct rt_run *run, uint32_t offered)
{
	uint32_t least, shift;

	if (!AM_FITS || run->count > 255) {
		return 0;
	}
	least = lean_bytes(run->count);
	if (least > most_bytes()) {
		return 0;
	}
	shift = shift_of(run->count, offered);
	return shift == SHIFT_LEAN ? least : full_bytes(run->count, shift);
}

/* Numbers begin with the run's epoch, at both ends. */
static ARCH_COLD void preset(uint32_t epoch)
{
	uint32_t byte = (epoch & 15) << 4 | (epoch & 15);

	for (uint32_t i = 0; i < am.count; i++) {
		struct am_peer *p = &am.peer[i];

		p->sent[AM_REQUEST] = p->sent[AM_REPLY] = epoch;
		am.from[am_key(i, AM_REQUEST)].got = epoch;
		am.from[am_key(i, AM_REPLY)].got = epoch;
		am_freed(p, epoch);
		p->byte = (uint8_t)byte;
		p->reception = am.lean ? AM_LEAN : 0;
	}
	for (uint32_t i = 0; i < am.words; i++) {
		am.known[i] = byte * UINT32_C(0x01010101);
	}
	if (epoch) {
		rt_flags_preset(am.notice + 4, am.words, am.known[0]);
	}
}

/* Slots from `first` on. */
static ARCH_COLD void place_full(uint32_t first, uint32_t shift, uint32_t epoch)
{
	uint32_t slots = (am.count * 2) << AM_LINE_SHIFT; /* one each */

	am.mask = (UINT32_C(1) << shift) - 1;
	am.room = am.mask + 1;
	am.change = am.mask;
	am.long_look = AM_ELSE_SCAN;
	am.freed = first;
	am.credit = rt_flag(am.freed, am.me);
	if (epoch) {
		rt_flags_preset(am.freed, am.count, epoch);
	}
	first += rt_to_line(4 * am.count);
	am.rest = first + (slots << shift);
	for (uint32_t i = 0; i <= am.mask; i++, first += slots) {
		am.first[i] = first;
	}
	for (uint32_t key = 0; key < 2 * am.count; key++) {
		am.from[key].line = key << AM_LINE_SHIFT;
	}
}

/* There is no room but by the long way, which keeps a copy (am_lean.c). */
static ARCH_COLD void place_lean(uint32_t first, uint32_t zero)
{
	am.lean = AM_REPLY;
	am.mask = am.room = 0;
	am.change = AM_REPLIED - 1;
	am.long_look = 0;
	am.first[0] = first;
	am.rest = first + (am.count << AM_LINE_SHIFT);
	for (uint32_t i = 0; i < am.count; i++) {
		am.from[am_key(i, AM_REQUEST)].line = i << AM_LINE_SHIFT;
		am.from[am_key(i, AM_REPLY)].line = zero - first;
	}
	am.kept = rt_table(am.count, sizeof(*am.kept), "no memory for am");
}

ARCH_COLD void am_place(const struct rt_run *run, uint32_t offset,
			uint32_t bytes)
{
	uint32_t mine = am_key(arch_rank(), AM_REQUEST), shift, end;

	am.me = arch_rank();
	am.own = arch_inline_reach(am.me);
	am.count = run->count;
	if (bytes == 0) {
		return;
	}
	am.placed = true;
	am.usual = AM_UNUSUAL;
	am.words = notice_words(run->count);
	am.notice = offset;
	am.byte = am.notice + 4 + am.me;
	am.mine = AM_NEWS_MESSAGE | mine;
	arch_annotate_marks(am.notice, notice_bytes(run->count));
	am.peer = rt_table(run->count, sizeof(*am.peer), "no memory for am");
	am.from =
		rt_table(2 * run->count, sizeof(*am.from), "no memory for am");
	am.known = rt_table(am.words, 4, "no memory for am");
	am.seen = rt_table(am.words, 4, "no memory for am");
	shift = shift_of(run->count, bytes);
	end = am.notice + notice_bytes(run->count);
	if (shift == SHIFT_LEAN) {
		am.reception = end;
		place_lean(offset + rt_to_line(end + 8 - offset), end + 4);
	} else {
		am.reception = offset + rt_to_line(end - offset);
		place_full(am.reception + rt_to_line(4), shift, run->epoch);
	}
	for (uint32_t i = 0; i <= am.mask; i++) {
		am.ask[i] = am.first[i] + am.from[mine].line;
	}
	am.answer = am.from[mine | AM_REPLY].line;
	preset(run->epoch);
}
