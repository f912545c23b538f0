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
#include <string.h>

#include "arch/annotate.h"
#include "arch/arch.h"
#include "messages/am/am_lean.h"
#include "runtime/mpb_map.h"
#include "runtime/table.h"

#define SHIFT_LEAN UINT32_MAX /* one below that of a single slot */

enum {
	BYTES_FIT = ARCH_FLAG_STRIDE == 4, /* of many writers, in a word */
};

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

	if (!BYTES_FIT || run->count > 255) {
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
	uint32_t low = epoch & AM_BYTE_LOW, byte = low << AM_BYTE_SHIFT | low;

	for (uint32_t i = 0; i < am.count; i++) {
		struct am_peer *p = &am.peer[i];

		p->sent[AM_REQUEST] = p->sent[AM_REPLY] = epoch;
		am_freed(p, epoch);
		p->byte = (uint8_t)byte;
		p->reception = am.form.lean ? AM_LEAN : 0;
	}
	for (uint32_t key = 0; key < 2 * am.count; key++) {
		am.from[key].got = epoch;
	}
	memset(am.look.known, (int)byte, am.at.words * sizeof(*am.look.known));
	if (epoch) {
		rt_flags_preset(am.at.notice + 4, am.at.words,
				am.look.known[0]);
	}
}

/* Slots from `first` on. */
static ARCH_COLD void place_full(uint32_t first, uint32_t shift, uint32_t epoch)
{
	uint32_t slots = (am.count * 2) << AM_LINE_SHIFT; /* one each */

	am.form.mask = (UINT32_C(1) << shift) - 1;
	am.form.long_look = AM_ELSE_SCAN;
	am.form.room = am.form.mask + 1;
	am.form.change = am.form.mask;
	am.at.freed = first;
	am.at.credit = rt_flag(am.at.freed, am.me);
	if (epoch) {
		rt_flags_preset(am.at.freed, am.count, epoch);
	}
	first += rt_to_line(4 * am.count);
	am.at.rest = first + (slots << shift);
	for (uint32_t i = 0; i <= am.form.mask; i++, first += slots) {
		am.at.first[i] = first;
	}
	for (uint32_t key = 0; key < 2 * am.count; key++) {
		am.from[key].line = key << AM_LINE_SHIFT;
	}
}

/* There is no room but by the long way, which keeps a copy (am_lean.c). */
static ARCH_COLD void place_lean(uint32_t first, uint32_t zero)
{
	am.form.lean = AM_REPLY;
	am.form.mask = am.form.room = am.form.long_look = 0;
	am.form.change = AM_REPLIED - 1;
	am.at.first[0] = first;
	am.at.rest = first + (am.count << AM_LINE_SHIFT);
	for (uint32_t i = 0; i < am.count; i++) {
		am.from[am_key(i, AM_REQUEST)].line = i << AM_LINE_SHIFT;
		am.from[am_key(i, AM_REPLY)].line = zero - first;
	}
	am.form.kept =
		rt_table(am.count, sizeof(*am.form.kept), "no memory for am");
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
	am.mode.placed = true;
	am.usual.head = AM_NO_HEAD;
	am.at.words = notice_words(run->count);
	am.at.notice = offset;
	am.at.byte = am.at.notice + 4 + am.me;
	am.news_sent = AM_NEWS_MESSAGE | mine;
	am.at.news_freed = AM_NEWS_FREED | am.me;
	arch_annotate_marks(am.at.notice, notice_bytes(run->count));
	am.peer = rt_table(run->count, sizeof(*am.peer), "no memory for am");
	am.from =
		rt_table(2 * run->count, sizeof(*am.from), "no memory for am");
	am.look.known = rt_table(am.at.words, 4, "no memory for am");
	am.look.seen = rt_table(am.at.words, 4, "no memory for am");
	shift = shift_of(run->count, bytes);
	end = am.at.notice + notice_bytes(run->count);
	if (shift == SHIFT_LEAN) {
		am.at.reception = end;
		place_lean(offset + rt_to_line(end + 8 - offset), end + 4);
	} else {
		am.at.reception = offset + rt_to_line(end - offset);
		place_full(am.at.reception + rt_to_line(4), shift, run->epoch);
	}
	for (uint32_t i = 0; i <= am.form.mask; i++) {
		am.at.ask[i] = am_line(mine, i);
	}
	am.at.answer = am.from[mine | AM_REPLY].line;
	preset(run->epoch);
}
