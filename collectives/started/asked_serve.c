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
	uint32_t place = word >> ASKED_ROOM_SHIFT & (ASKED_ROOMS - 1);
	uint32_t words[2] = {word, (uint32_t)total};

	bits_flip(a->answered, j);
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
	size_t total, at = arith_mul(c->piece, word >> ASKED_INDEX_SHIFT);
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

static bool is_new(const struct asked *a, uint32_t j, uint32_t word)
{
	return (word & ASKED_BIT) != bits_has(a->answered, j);
}

bool asked_wants(struct asked *a, uint32_t j, uint32_t *word, uint32_t *n)
{
	uint32_t words[2];

	arch_flags_read(words, arch_rank(), asked_ask(a, j), 2);
	*word = words[0];
	*n = words[1];
	return is_new(a, j, *word);
}

/* Rank j, whose word is new: then the other one has been written, too. */
static bool serve(struct asked *a, uint32_t j, uint32_t word)
{
	uint32_t n = arch_flag_read(arch_rank(), asked_ask(a, j) + sizeof(n));
	struct asked_call *c;

	if (n - a->ended - 1 >= a->begun - a->ended) {
		return give_nothing(a, j, word, n);
	}
	c = asked_call(a, n);
	if (c->way && c->way->may_give &&
	    !c->way->may_give(a, n, j, word >> ASKED_INDEX_SHIFT)) {
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
	uint32_t words[ASKED_AT_ONCE * ASKED_WORDS], served = 0, root, j;

	if (!all_may(a, &root)) {
		return root != WEFT_TEAM_NOBODY &&
		       asked_wants(a, root, &words[0], &words[1]) &&
		       serve(a, root, words[0]);
	}
	j = a->first;
	for (uint32_t seen = 0; seen < a->team.size && served < ASKED_BURST;) {
		uint32_t rest = a->team.size - j;
		uint32_t n = rest < ASKED_AT_ONCE ? rest : ASKED_AT_ONCE;

		arch_flags_read(words, arch_rank(), asked_ask(a, j),
				n * ASKED_WORDS);
		for (uint32_t i = 0; i < n; i++) {
			uint32_t word = words[i * ASKED_WORDS];

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
