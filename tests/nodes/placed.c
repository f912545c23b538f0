/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/nodes/placed.h"

#include "arch/inline.h"
#include "arch/nodes.h"
#include "runtime/boot.h"

struct placed placed;

uint32_t arch_node(uint32_t rank)
{
	const char *nodes = rt_env("PLACED");
	uint32_t n = 0;

	if (!nodes || !*nodes) {
		return 0;
	}
	while (nodes[n]) {
		n++;
	}
	while (rank >= n) {
		rank -= n;
	}
	return (uint32_t)(nodes[rank] - 'a');
}

uint32_t arch_nodes(void)
{
	static uint32_t nodes;

	for (uint32_t i = 0; nodes == 0 && i < arch_count(); i++) {
		uint32_t node = arch_node(i) + 1;

		for (uint32_t j = i; j < arch_count(); j++) {
			node = arch_node(j) < node ? node : arch_node(j) + 1;
		}
		nodes = node;
	}
	return nodes;
}

/* To a core; n bytes of data went to the core `into`. */
static void say(uint32_t rank, uint32_t into, size_t n)
{
	if (arch_node(rank) != arch_node(arch_rank())) {
		placed.said[arch_node(rank)]++;
		placed.data[arch_node(into)] +=
			n >= PLACED_DATA ? (uint32_t)n : 0;
	}
}

#define WRAPPED(type, name, parameters, arguments, rank, into, n)              \
	type __real_arch_##name parameters;                                    \
	type __wrap_arch_##name parameters;                                    \
	type __wrap_arch_##name parameters                                     \
	{                                                                      \
		say(rank, into, n);                                            \
		return __real_arch_##name arguments;                           \
	}

WRAPPED(void, put,
	(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	 size_t n),
	(rank, window, offset, src, n), rank, rank, n)
WRAPPED(void, get,
	(void *dst, uint32_t rank, uint32_t window, uint32_t offset, size_t n),
	(dst, rank, window, offset, n), rank, arch_rank(), n)
WRAPPED(void, copy, (struct arch_addr dst, struct arch_addr src, size_t n),
	(dst, src, n), dst.rank == arch_rank() ? src.rank : dst.rank, dst.rank,
	n)
WRAPPED(void, flag_write, (uint32_t rank, uint32_t offset, uint32_t value),
	(rank, offset, value), rank, rank, 0)
WRAPPED(void, flags_write,
	(uint32_t rank, uint32_t offset, const uint32_t *words, uint32_t n),
	(rank, offset, words, n), rank, rank, 0)
WRAPPED(uint32_t, flag_read, (uint32_t rank, uint32_t offset), (rank, offset),
	rank, rank, 0)
WRAPPED(void, flags_read,
	(uint32_t * words, uint32_t rank, uint32_t offset, uint32_t n),
	(words, rank, offset, n), rank, rank, 0)
WRAPPED(enum arch_result, await,
	(const struct arch_word *word, uint64_t deadline), (word, deadline),
	word->rank, word->rank, 0)
WRAPPED(void, raise, (uint32_t first, uint32_t n), (first, n), first, first, 0)
WRAPPED(void, raise_list, (const uint32_t *ranks, uint32_t n), (ranks, n),
	*ranks, *ranks, 0)
WRAPPED(void, inline_put_byte, (uint32_t rank, uint32_t offset, uint8_t byte),
	(rank, offset, byte), rank, rank, 0)
WRAPPED(void, inline_put_words,
	(uint32_t rank, uint32_t offset, uint32_t first, uint32_t second,
	 const uint32_t *words, uint32_t n),
	(rank, offset, first, second, words, n), rank, rank, 0)
WRAPPED(void, inline_get_words,
	(uint32_t * words, uint32_t rank, uint32_t offset, uint32_t n),
	(words, rank, offset, n), rank, rank, 0)
