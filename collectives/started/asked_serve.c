/* SPDX-License-Identifier: Apache-2.0 */
/* What rounds do about asks of other cores; asked.h says how. */
#include "collectives/started/asked.h"
#include "collectives/started/asked_map.h"
#include "topology/arith.h"
#include "topology/bits.h"

void asked_give(struct asked *a, struct asked_call *c, uint32_t j,
		uint32_t word, const void *piece, size_t bytes, size_t total)
{
	uint32_t to = team_rank(&a->team, j);
	uint32_t place = asked_room_of(a, word >> ASKED_ROOM_SHIFT);
	uint32_t words[2] = {word, (uint32_t)total};

	bits_flip(a->answered, j);
	a->given[j] = word & ASKED_LAST ? 0 : a->given[j] + 1;
	if (bytes > 0) {
		arch_put(to, ARCH_WINDOW_MPB, asked_data(a, place), piece,
			 bytes < c->piece ? bytes : c->piece);
	}
	arch_flags_write(to, asked_word(a, place), words, 2);
	arch_raise(to, 1);
	c->askers -= word & ASKED_LAST ? 1 : 0;
}

/* One that has not begun; or that has ended with an error, while its rest goes on. */
static ARCH_COLD bool give_nothing(struct asked *a, uint32_t j, uint32_t word,
				   uint32_t n)
{
	struct asked_call none = {0};

	if ((int32_t)(n - a->begun) > 0) {
		return false;
	}
	asked_give(a, &none, j, word, NULL, 0, ASKED_APART);
	return true;
}

static void give(struct asked *a, struct asked_call *c, uint32_t j,
		 uint32_t word)
{
	uint32_t i = asked_place_of(j, c->one_send);
	size_t total, at = arith_mul(c->piece, a->given[j]);
	const char *block;

	if (c->way && c->way->block) {
		block = c->way->block(c, j, &total);
	} else {
		block = blocks_at(&c->send, i);
		total = asked_block(c, &c->send, i);
	}
	at = at < total ? at : total;
	asked_give(a, c, j, word, block + at, total - at,
		   asked_total(c, total));
}

/* All of it; half a word comes byte by byte. */
static bool is_new(const struct asked *a, uint32_t j, uint32_t word)
{
	uint32_t bits = bits_has(a->answered, j) ? 0 : ASKED_BITS;

	return (word & ASKED_BITS) == bits;
}

/* The number of the collective, by its last bits: others are little behind, and far ahead. */
static uint32_t number(const struct asked *a, uint32_t word)
{
	uint32_t least = a->ended - ASKED_N_BEHIND;

	return least + (((word >> ASKED_N_SHIFT) - least) & ASKED_N_MASK);
}

bool asked_wants(struct asked *a, uint32_t j, uint32_t *word, uint32_t *n)
{
	uint32_t at = asked_ask(a, j), beside = at & (sizeof(*word) - 1);
	uint32_t words[1] = {arch_flag_read(arch_rank(), at - beside)};

	*word = asked_among(a, words, beside >> 1);
	*n = number(a, *word);
	return is_new(a, j, *word);
}

/* Rank j, whose word is new. */
static bool serve(struct asked *a, uint32_t j, uint32_t word)
{
	uint32_t n = number(a, word);
	struct asked_call *c;

	if (n - a->ended - 1 >= a->begun - a->ended) {
		return give_nothing(a, j, word, n);
	}
	c = asked_call(a, n);
	if (c->way && c->way->may_give &&
	    !c->way->may_give(a, n, j, a->given[j])) {
		return false;
	}
	give(a, c, j, word);
	return true;
}

/* Who may ask: true: all; false: rank *root, or none if that is NOBODY. */
static bool all_may(struct asked *a, uint32_t *root)
{
	*root = WEFT_TEAM_NOBODY;
	for (uint32_t n = a->ended; n++ != a->begun;) {
		const struct asked_call *c = asked_call(a, n);

		if (c->all_may) {
			return true;
		}
		if (c->askers > 0) {
			if (c->root == WEFT_TEAM_NOBODY ||
			    c->root == a->team.me ||
			    (*root != WEFT_TEAM_NOBODY && *root != c->root)) {
				return true;
			}
			*root = c->root;
		}
	}
	return false;
}

/* A few words of them at a time. */
uint32_t asked_serve(struct asked *a)
{
	uint32_t words[ASKED_AT_ONCE], served = 0, root, j, word, n;
	uint32_t most = ASKED_HALVES ? sizeof(words) >> asked_stride(a) : 1;

	if (!all_may(a, &root)) {
		return root != WEFT_TEAM_NOBODY &&
		       asked_wants(a, root, &word, &n) && serve(a, root, word);
	}
	j = a->first;
	for (uint32_t seen = 0; seen < a->team.size && served < ASKED_BURST;) {
		uint32_t rest = a->team.size - j;

		n = rest < most ? rest : most;
		arch_flags_read(words, arch_rank(), asked_ask(a, j),
				((n << asked_stride(a)) + 3) >> 2);
		for (uint32_t i = 0; i < n; i++) {
			word = asked_among(a, words, i);
			if (is_new(a, j + i, word)) {
				served += serve(a, j + i, word);
			}
		}
		seen += n;
		j = j + n == a->team.size ? 0 : j + n;
	}
	a->first = j;
	return served;
}
