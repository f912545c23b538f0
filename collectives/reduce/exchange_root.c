/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exchange by rows for one rank that wants it all.  Flags are those of exchange_rows.c, so
 * it is a barrier, and so what that says of two banks holds.  But of the last step the root
 * alone reads a row, and of the step before one core of each group, which writes the
 * group's value for it; so values are written into its own MPB, out of which nobody else
 * reads meanwhile, and not into the hub's.
 */
#include <string.h>

#include "collectives/reduce/exchange_rows.h"
#include "runtime/mpb_map.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#if ARCH_REMOTE_AWAIT

/* That rank reads a row of that step; is it this core, and does it write to its own row? */
static ARCH_COLD struct rows_reader
reader_of(const struct exchange *x, const struct rows_step *s, uint32_t rank)
{
	uint32_t cluster = parts_with(x->rows.cores, rank);
	struct rows_reader reader = {
		.core = (uint16_t)team_rank(&x->team, rank),
		.hub = (uint16_t)rows_hub(x, cluster),
	};

	for (uint32_t i = 0; i < s->tells; i++) {
		reader.own |= s->tell[i] == reader.hub;
	}
	reader.own &= rank == x->team.me;
	return reader;
}

static ARCH_COLD void choose_root(struct exchange *x, uint32_t root)
{
	struct rows *rows = &x->rows;
	const struct rows_step *last = rows->step + rows->steps - 1;
	uint32_t i = parts_with(rows->cores, root) - last->first;
	struct rows_group mine;

	rows->root = root;
	rows->reader[0] = reader_of(x, last, root);
	if (rows->steps == 1) {
		return;
	}
	/* Who of my group writes to the root's cluster. */
	mine = rows_group_of(x, rows->steps - 1, last->mine);
	while (i >= mine.cores) {
		i -= mine.cores;
	}
	rows->reader[1] = reader_of(x, last - 1, mine.core + i);
}

static inline void read_values(const struct rows_values *v, uint32_t from,
			       uint32_t at, uint32_t first, uint32_t end)
{
	if (first < end) {
		rows_get(rows_value(v, first), from, at + (first << v->log2),
			 (end - first) << (v->log2 - 2));
	}
}

/* The value that the reader has itself is not in its MPB. */
static void read_alone(struct exchanged *e, const struct rows_values *v,
		       const struct rows_reader *reader, uint32_t place,
		       uint32_t at)
{
	uint32_t own = reader->own ? place : v->n;

	if (reader->own && e->all != rows_value(v, own)) {
		memcpy(rows_value(v, own), e->all, e->bytes);
	}
	read_values(v, reader->core, at, 0, own);
	read_values(v, reader->core, at, own + 1, v->n);
}

/* A step that one core of each group reads, or, with no reader, all. */
static void exchange_root_tell(const struct rows_step *s,
			       const struct rows_reader *reader,
			       const struct exchanged *e, uint32_t at,
			       uint32_t flag, uint32_t call)
{
	uint32_t words = (e->bytes + 3) >> 2;

	for (uint32_t i = 0; i < s->tells; i++) {
		if (!reader) {
			rows_put(s->tell[i], at, e->all, words);
		} else if (reader->hub == s->tell[i] &&
			   reader->core != arch_rank()) {
			rows_put(reader->core, at, e->all, words);
			/* Pairs with read_alone, after the hub's flag. */
			FENCE(exchange_reader_quiet, arch_quiet());
		}
		arch_flag_write(s->tell[i], flag, call);
	}
}

int rows_reduce(struct exchange *x, struct exchanged *e, uint32_t root,
		uint64_t deadline)
{
	uint32_t call = ++x->rows.call, at = x->values, flags = x->rows.flags;
	uint32_t left = x->rows.steps;
	struct rows_values v = {e, rows_log2(e->bytes), 0};

	RT_TRACE("reduction by rows", call, e->bytes);
	if (root != x->rows.root) {
		choose_root(x, root);
	}
	at += call & 1 ? x->bank : 0;
	e->all = e->row;
	for (const struct rows_step *s = x->rows.step; left-- > 0; s++) {
		const struct rows_reader *reader =
			left < 2 ? &x->rows.reader[left] : NULL;
		int error;

		exchange_root_tell(s, reader, e, at + (s->place << v.log2),
				   rt_flag(flags, s->mine), call);
		v.n = s->groups;
		error = rt_await_all(x->rows.hub, flags, v.n, call, deadline,
				     rows_writer, s, "a step of a reduction");
		if (error) {
			return error;
		}
		if (!reader) {
			read_values(&v, x->rows.hub, at, 0, v.n);
		} else if (reader->core == arch_rank()) {
			read_alone(e, &v, reader, s->place, at);
		}
		if (!reader || reader->core == arch_rank()) {
			rows_combine(&v);
			e->all = rows_value(&v, v.n - 1);
		}
		flags += rt_flag_bytes(ROWS_ROW);
		at += x->fits << ROWS_LOG2;
	}
	return WEFT_OK;
}

#endif
