/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exchange by pairs: recursive doubling (R. Thakur, R. Rabenseifner, W. Gropp,
 * "Optimization of Collective Communication Operations in MPICH", 2005, section 4.3), for
 * any number of cores, in the order of ranks.
 *
 * A group is cut into a lower half and an upper one, as even as can be, and so on, down
 * to single cores.  Core i of a half tells core i of the other; where the lower half has
 * one core more, the last one of the upper half tells that, too, which tells nobody.
 */
#include <string.h>

#include "arch/barrier.h"
#include "arch/own.h"
#include "collectives/reduce/exchange.h"
#include "runtime/mpb_map.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

/* Of rank i of a half, the other one having `n` ranks from `first` on. */
static ARCH_COLD void pair(struct pairs_step *s, const struct team *team,
			   uint32_t i, uint32_t first, uint32_t n)
{
	s->tells = 0;
	if (i < n) {
		s->to[s->tells++] = (uint16_t)team_rank(team, first + i);
	}
	s->from = (uint16_t)team_rank(team, first + (i < n ? i : n - 1));
}

void pairs_place(struct exchange *x, uint32_t flags, uint32_t epoch)
{
	const struct team *team = &x->team;
	uint32_t first = 0, n = team->size, h = arith_log2_ceil(n);

	x->pairs.call = epoch;
	x->pairs.flags = flags;
	x->pairs.steps = h;
	while (n > 1) {
		struct pairs_step *s = &x->pairs.step[--h];
		uint32_t low = (n + 1) >> 1, high = n - low;
		uint32_t i = team->me - first;

		s->upper = i >= low;
		s->even = low == high;
		if (!s->upper) {
			pair(s, team, i, first + low, high);
			n = low;
			continue;
		}
		i -= low;
		pair(s, team, i, first, low);
		if (i + 1 == high && high < low) {
			s->to[s->tells++] =
				(uint16_t)team_rank(team, first + high);
		}
		first += low;
		n = high;
	}
	x->pairs.first = h;
}

/* What the lower group has comes before the ranks that are known, if some are. */
static void lower_first(struct exchanged *e, const uint32_t *lower, bool known)
{
	_Alignas(16) uint32_t sum[EXCHANGE_MOST / 4];

	memcpy(sum, lower, e->bytes);
	if (known) {
		e->op->combine(sum, e->before, e->count);
	}
	memcpy(e->before, sum, e->bytes);
}

#if ARCH_REMOTE_AWAIT
static uint32_t chunk_flags(const struct exchange *x, uint32_t log2)
{
	return chunk_buffer(0) + (x->pairs.steps << log2);
}

/* What was there before may look like the flag of a later exchange. */
void exchange_chunks(const struct exchange *x, uint32_t log2)
{
	uint32_t words[PAIRS_STEPS], n = x->pairs.steps;

	if (ARCH_FLAG_STRIDE > sizeof(uint32_t)) {
		rt_flags_preset(chunk_flags(x, log2), n, x->pairs.call);
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		words[i] = x->pairs.call;
	}
	arch_flags_write(arch_rank(), chunk_flags(x, log2), words, n);
}
#endif

/* A value that has come: where it is, or in `room`. */
static inline uint32_t *come(uint32_t at, uint32_t *room, uint32_t words)
{
#if ARCH_OWN_WINDOW
	(void)room;
	(void)words;
	return arch_own_window(at);
#else
	arch_flags_read(room, arch_rank(), at, words);
	return room;
#endif
}

int pairs_values(struct exchange *x, struct exchanged *e, uint64_t deadline)
{
	uint32_t call = ++x->pairs.call, flag = x->pairs.flags;
	uint32_t words = (e->bytes + 7) >> 3 << 1; /* pairs */
	uint32_t at = x->values + (call & 1 ? x->bank : 0), each = x->fits;
	uint32_t *own = e->row, *room = e->row + EXCHANGE_MOST / 4;
	const struct pairs_step *s = x->pairs.step, *end = s + x->pairs.steps;
	bool known = false; /* what some before me combine to */
	int error = WEFT_OK;

	RT_TRACE("exchange by pairs", call, e->bytes);
	if (e->chunks) {
		at = chunk_buffer(call & 1);
		each = UINT32_C(1) << e->chunks;
#if ARCH_REMOTE_AWAIT
		flag = chunk_flags(x, e->chunks);
#endif
	}
	if (x->pairs.first) {
		at += each;
		flag += rt_flag_bytes(1);
		s++;
	}
	for (; s < end; s++) {
		uint32_t *into = own, *from;

		for (uint32_t i = 0; i < s->tells; i++) {
			arch_words_tell(s->to[i], at, own, words);
			arch_flag_tell(s->to[i], flag, call);
		}
		error = rt_await(flag, call, deadline, s->from,
				 "a step of an exchange by pairs");
		if (error) {
			break;
		}
		from = come(at, room, words);
		if (s->upper) {
			if (e->ask) {
				lower_first(e, from, known);
				known = true;
			}
			room = into;
			into = from;
			from = room;
		}
		e->op->combine(into, from, e->count);
		own = into;
		at += each;
		flag += rt_flag_bytes(1);
	}
	e->all = own;
	return error;
}
