/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What cores of other chips say, done on the windows of this one.
 *
 * Rules (a) and (b) hold for what one core writes to one core; but what two cores of
 * another chip say may end in windows of two cores here.  So before a flag, an interrupt or
 * an answer all that was done to other windows has landed.
 */
#include "arch/common/far/chip/door.h"
#include "arch/common/far/far_serve.h"

#include <board.h>
#include <far_site.h>

#include "arch/atomic.h"

static uint32_t written = UINT32_MAX; /* the only window since .. */
static bool several;                  /* .. unless there are more */

static uint32_t taken[FAR_NEAR], answers[FAR_NEAR], news[FAR_NEAR];

static uint32_t index_of(uint32_t rank)
{
	return rank - site_first();
}

static void wrote(uint32_t rank)
{
	several |= written != UINT32_MAX && written != rank;
	written = rank;
}

static void landed_but(uint32_t rank)
{
	if (several || (written != UINT32_MAX && written != rank)) {
		board_near_quiet();
		several = false;
		written = UINT32_MAX;
	}
}

void site_met(void)
{
	landed_but(UINT32_MAX);
}

void site_refuse(const char *what, const struct far_record *record)
{
	(void)record;
	far_links_fault(what);
}

/*
 * By words, since a copy of bytes goes through to memory on some chips, and the next reader of
 * these is this core.
 */
const void *site_ring(uint32_t rank, uint32_t at, uint32_t n)
{
	static uint32_t record[FAR_ALIGN / 4] __attribute__((aligned(8)));
	static uint32_t bytes[FAR_PIECE / 4] __attribute__((aligned(8)));
	uint32_t *to = n == FAR_ALIGN ? record : bytes;

	arch_flags_read(to, rank, far_at(FAR_RING_AT) + at, (n + 3) >> 2);
	return to;
}

uint32_t site_taken(uint32_t rank)
{
	return taken[index_of(rank)];
}

void site_take(uint32_t rank, uint32_t count)
{
	taken[index_of(rank)] = count;
	arch_flag_write(rank, far_at(FAR_TAKEN_AT), count);
}

void site_put(uint32_t rank, uint32_t offset, const uint8_t *from, uint32_t n)
{
	wrote(rank);
	arch_put(rank, ARCH_WINDOW_MPB, offset, from, n);
}

void site_get(uint8_t *to, uint32_t rank, uint32_t offset, uint32_t n)
{
	site_met();
	arch_settle(rank);
	arch_get(to, rank, ARCH_WINDOW_MPB, offset, n);
}

void site_flag(uint32_t rank, uint32_t offset, uint32_t value)
{
	landed_but(rank);
	wrote(rank);
	arch_flag_write(rank, offset, value);
}

void site_raise(uint32_t rank)
{
	landed_but(rank);
	arch_raise(rank, 1);
}

uint32_t site_update(const struct far_record *record)
{
#if ARCH_SWAP && ARCH_COMPARE_SWAP && ARCH_FETCH_ADD
	site_met();
	arch_settle(record->rank);
	if (record->op == FAR_SWAP) {
		return arch_swap(record->rank, record->offset, record->value);
	}
	return record->op == FAR_ADD
		       ? arch_fetch_add(record->rank, record->offset,
					record->value)
		       : arch_compare_swap(record->rank, record->offset,
					   record->expected, record->value);
#else
	site_refuse("this chip has no atomic operations", record);
#endif
}

void site_answer(uint32_t rank, uint32_t at, const uint8_t *from, uint32_t n)
{
	arch_put(rank, ARCH_WINDOW_MPB, far_at(FAR_ANSWER_AT) + at, from, n);
}

/* The value, then that it is there. */
void site_answered(uint32_t rank, uint32_t value)
{
	uint32_t words[] = {++answers[index_of(rank)], value};

	landed_but(rank);
	arch_flags_write(rank, far_at(FAR_ANSWERS_AT), words, 2);
}

void site_news(uint32_t rank)
{
	landed_but(rank);
	arch_flag_write(rank, far_at(FAR_NEWS_AT), ++news[index_of(rank)]);
}

void site_say(uint32_t node, const struct far_record *record, const void *bytes)
{
	far_links_add(node, record, bytes, true);
}
