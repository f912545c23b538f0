/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EM3D: electric and magnetic nodes, each of which depends on some of the other kind,
 * at random (D. Culler and others, "Parallel Programming in Split-C", SC 1993;
 * S. Lumetta, "Multi-Protocol Communication", Berkeley 1998, section 5.3.3).  In a half
 * step a core pushes each value to whoever needs it, a message each, waits until all
 * that its own nodes need have come, and computes these.
 */
#ifndef EXAMPLES_AM_EM3D_H
#define EXAMPLES_AM_EM3D_H

#include "examples/amkernel.h"

struct em3d_push {
	uint32_t source; /* of my nodes of the other kind */
	uint32_t core, slot;
};

struct em3d_kind {
	uint32_t number;
	double *value, *in; /* my nodes'; what they need, `degree` for each */
	uint32_t pushes, expected, awaited; /* bytes: a half step, so far */
	struct em3d_push *push;
	struct weft_am_segment segment;
	struct weft_am_remote *there;
};

struct em3d {
	uint32_t n, degree,
		remote; /* nodes of a kind; edges of a node; per cent */
	/* The core that a remote edge of a core comes from; 0: any other core, at random. */
	uint32_t (*near)(uint32_t core, uint32_t random);
	uint32_t first, mine;
	uint64_t cycles; /* of half steps, until barriers */
	struct em3d_kind kind[2];
};

static inline uint32_t em3d_edge(const struct em3d *m, uint32_t kind,
				 uint32_t node, uint32_t j)
{
	return random_at((kind * m->n + node) * m->degree + j + 1);
}

/* The node of the other kind, and its core, that edge j of a node comes from. */
static inline uint32_t em3d_source(const struct em3d *m, uint32_t kind,
				   uint32_t node, uint32_t j, uint32_t *core)
{
	uint32_t r = em3d_edge(m, kind, node, j), begin, count;
	uint32_t owner = part_of(node, amk_cores, m->n);

	*core = owner;
	if (amk_cores > 1 && r % 100 < m->remote) {
		*core = m->near ? m->near(owner, random_at(r))
				: (owner + 1 + random_at(r) % (amk_cores - 1)) %
					  amk_cores;
	}
	if (*core >= m->n) {
		*core = owner; /* that one has no nodes */
	}
	begin = first_of(*core, amk_cores, m->n);
	count = first_of(*core + 1, amk_cores, m->n) - begin;
	return begin + random_at(r + 1) % count;
}

/* Not inlined: it rounds alike wherever it is called. */
static __attribute__((noinline)) double em3d_next(const struct em3d *m,
						  uint32_t kind, uint32_t node,
						  double value,
						  const double *in)
{
	for (uint32_t j = 0; j < m->degree; j++) {
		uint32_t weight = em3d_edge(m, kind, node, j) >> 24;

		value -= (double)weight / 2048 * in[j];
	}
	return value;
}

static inline double em3d_begin(uint32_t kind, uint32_t node)
{
	return (double)(random_at(2 * node + kind) & 0xffff) / 256;
}

/* What is pushed from here, listed if there is a list; and what is awaited here. */
static inline void em3d_list(struct em3d *m, struct em3d_kind *k)
{
	uint32_t core;

	k->pushes = k->expected = 0;
	for (uint32_t node = 0; node < m->n; node++) {
		uint32_t owner = part_of(node, amk_cores, m->n);
		uint32_t slot = node - first_of(owner, amk_cores, m->n);

		for (uint32_t j = 0; j < m->degree; j++) {
			uint32_t from =
				em3d_source(m, k->number, node, j, &core);

			if (owner == amk_me && core != amk_me) {
				k->expected += sizeof(*k->in);
			}
			if (core == amk_me && k->push) {
				k->push[k->pushes] = (struct em3d_push){
					from - m->first, owner,
					slot * m->degree + j};
			}
			k->pushes += core == amk_me;
		}
	}
}

static inline void em3d_open(struct em3d *m)
{
	m->first = first_of(amk_me, amk_cores, m->n);
	m->mine = first_of(amk_me + 1, amk_cores, m->n) - m->first;
	for (uint32_t i = 0; i < 2; i++) {
		struct em3d_kind *k = &m->kind[i];

		k->number = i;
		em3d_list(m, k);
		k->push = room(k->pushes * sizeof(*k->push));
		em3d_list(m, k);
		k->value = room(m->mine * sizeof(*k->value));
		for (uint32_t node = 0; node < m->mine; node++) {
			k->value[node] = em3d_begin(i, m->first + node);
		}
		k->segment.bytes =
			m->mine * m->degree * (uint32_t)sizeof(*k->in);
		k->segment.memory = k->in = room(k->segment.bytes);
		k->there = amk_open(i, &k->segment);
	}
}

static inline void em3d_close(struct em3d *m)
{
	for (uint32_t i = 0; i < 2; i++) {
		struct em3d_kind *k = &m->kind[i];

		amk_close(i, k->there);
		free(k->in);
		free(k->value);
		free(k->push);
		*k = (struct em3d_kind){0};
	}
}

static inline void em3d_half(struct em3d *m, uint32_t kind)
{
	struct em3d_kind *k = &m->kind[kind];
	const double *from = m->kind[!kind].value;
	uint64_t start = weft_cycles();

	for (uint32_t i = 0; i < k->pushes; i++) {
		const struct em3d_push *p = &k->push[i];

		if (p->core == amk_me) {
			k->in[p->slot] = from[p->source];
		} else {
			amk_store(&k->there[p->core], p->slot * sizeof(*k->in),
				  &from[p->source], sizeof(*k->in));
		}
	}
	k->awaited += k->expected;
	need(weft_am_wait(&k->segment.stored, k->awaited, WEFT_FOREVER));
	for (uint32_t i = 0; i < m->mine; i++) {
		k->value[i] = em3d_next(m, kind, m->first + i, k->value[i],
					k->in + i * m->degree);
	}
	m->cycles += weft_cycles() - start;
	amk_barrier();
}

static inline void em3d_run(struct em3d *m, uint32_t steps)
{
	for (uint32_t i = 0; i < 2 * steps; i++) {
		em3d_half(m, i & 1);
	}
}

/* One core computes all nodes alone; how many of mine are others than those. */
static inline uint32_t em3d_wrong(const struct em3d *m, uint32_t steps)
{
	double *value = room(2 * m->n * sizeof(*value));
	double *in = room(m->degree * sizeof(*in));
	uint32_t wrong = 0, core;

	for (uint32_t i = 0; i < 2 * m->n; i++) {
		value[i] = em3d_begin(i >= m->n, i >= m->n ? i - m->n : i);
	}
	for (uint32_t half = 0; half < 2 * steps; half++) {
		double *to = value + (half & 1 ? m->n : 0);
		const double *from = value + (half & 1 ? 0 : m->n);

		for (uint32_t i = 0; i < m->n; i++) {
			for (uint32_t j = 0; j < m->degree; j++) {
				in[j] = from[em3d_source(m, half & 1, i, j,
							 &core)];
			}
			to[i] = em3d_next(m, half & 1, i, to[i], in);
		}
	}
	for (uint32_t i = 0; i < m->mine; i++) {
		wrong += m->kind[0].value[i] != value[m->first + i];
		wrong += m->kind[1].value[i] != value[m->n + m->first + i];
	}
	free(value);
	free(in);
	return wrong;
}

#endif
