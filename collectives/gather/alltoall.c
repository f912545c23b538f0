/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All-to-all: every core puts its blocks into the MPBs of those that they are for.
 *
 * Short: all blocks for a core are in its MPB at once, by rank, and it reads them in one
 * copy.  Long: in each round as many partners of the schedule as there are slots, in
 * the order of its steps; while their blocks, or pieces, are copied to memory, those of
 * the next round are put.  A core exchanges the same pieces with its partner, so in
 * place nothing is overwritten that has not been sent: what comes into a block in a
 * round has left it before that round's barrier.
 */
#include "arch/bulk.h"
#include "collectives/barrier/agree.h"
#include "collectives/gather/rounds.h"
#include "collectives/gather/swaps.h"
#include "topology/latin.h"

/* For swaps_bulk.c; nobody else needs it. */
#if ARCH_BULK
#define OWN
#else
#define OWN static
#endif

struct alltoall {
	const struct rounds *x;
	const struct blocks *send, *recv;
};

static void put_block(const struct alltoall *a, const struct round *r,
		      uint32_t other, uint32_t slot)
{
	uint32_t n = round_bytes(a->x, r, blocks_bytes(a->send, other));

	rounds_put(a->x, other, slot, blocks_at(a->send, other) + r->at, n);
}

static void get_block(const struct alltoall *a, const struct round *r,
		      uint32_t other, uint32_t slot)
{
	const struct rounds *x = a->x;
	uint32_t n = round_bytes(x, r, blocks_bytes(a->recv, other));

	rounds_get(x, blocks_at(a->recv, other) + r->at, x->team->me, slot, n);
}

static void get_all(const struct alltoall *a, const struct round *r)
{
	const struct rounds *x = a->x;
	uint32_t size = x->team->size, me = x->team->me;

	if (!a->recv->count && a->recv->each == x->slot) {
		rounds_get(x, a->recv->base, me, round_slot(x, r, 0),
			   arith_mul(x->slot, me));
		rounds_get(x, blocks_at(a->recv, me) + x->slot, me,
			   round_slot(x, r, me + 1),
			   arith_mul(x->slot, size - 1 - me));
		return;
	}
	for (uint32_t i = 0; i < size; i++) {
		if (i != me) {
			get_block(a, r, i, round_slot(x, r, i));
		}
	}
}

static int at_once(const struct alltoall *a)
{
	const struct rounds *x = a->x;
	uint32_t size = x->team->size, me = x->team->me;
	struct round r = {0};
	uint32_t slot = round_slot(x, &r, me);
	int error = rounds_meet(x);

	for (uint32_t step = 0; !error && step < latin_steps(size); step++) {
		uint32_t other = latin_partner(me, size, step);

		if (other != me) {
			put_block(a, &r, other, slot);
		}
	}
	error = error ? error : rounds_meet(x);
	if (!error) {
		get_all(a, &r);
	}
	return error;
}

/* The partners of a round's steps: a slot each. */
static void each_partner(const struct alltoall *a, const struct round *r,
			 void (*move)(const struct alltoall *a,
				      const struct round *r, uint32_t other,
				      uint32_t slot))
{
	const struct rounds *x = a->x;
	uint32_t size = x->team->size, me = x->team->me;
	uint32_t n = round_blocks(x, r, latin_steps(size));
	uint32_t slot = chunk_buffer(r->buffer);

	for (uint32_t i = 0; i < n; i++, slot += x->slot) {
		uint32_t other = latin_partner(me, size, r->first + i);

		if (other != me) {
			move(a, r, other, slot);
		}
	}
}

static int in_rounds(const struct alltoall *a)
{
	const struct rounds *x = a->x;
	uint32_t steps = latin_steps(x->team->size);
	struct round r = {0};
	int error = rounds_meet(x);

	if (!error) {
		each_partner(a, &r, put_block);
	}
	for (bool more = true; more && !error;) {
		struct round full = r;

		error = rounds_meet(x);
		if (error) {
			return error;
		}
		more = round_next(x, &r, steps);
		if (more) {
			each_partner(a, &r, put_block);
		}
		each_partner(a, &full, get_block);
	}
	return error;
}

OWN int alltoall_rounds(const struct rounds *x, const struct blocks *send,
			const struct blocks *recv)
{
	struct alltoall a = {x, send, recv};

	return x->at_once ? at_once(&a) : in_rounds(&a);
}

int alltoall_blocks(struct rounds *x, const struct moves *m)
{
	const struct blocks *recv = &m->recv, *send = &m->send;

	send = send->base == WEFT_IN_PLACE ? recv : send;
	if (swaps_fit(x)) {
		return swaps_run(x, send, recv);
	}
	if (swaps_bulk_fit(x)) {
		return swaps_bulk_run(x, send, recv);
	}
	return alltoall_rounds(x, send, recv);
}

int weft_alltoall(const void *send, void *recv, size_t bytes,
		  struct weft_team *team, weft_us_t within)
{
	static const struct rounds_call call = {"alltoall", NULL,
						alltoall_blocks};
	struct moves m = MOVES_ALLTOALL(BLOCKS_OF(send, bytes),
					BLOCKS_OF(recv, bytes), team);

	RT_THREAD_ONLY();
	return rounds_call(&m, within, &call);
}
