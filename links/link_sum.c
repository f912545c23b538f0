/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What finds a damaged frame: J. Fletcher's two sums, "An Arithmetic Checksum for Serial
 * Transmissions" (IEEE Transactions on Communications, 1982), of 32-bit words modulo 2^32 - 1.
 * A CRC-32 took its doors 17 ns a byte, most of what a link cost them, and this takes 3.
 *
 * Both sums are folded into one word: a + 2^16 b.  So a word counts 1 + 2^16 m times, where
 * m is its distance from the end, from 2 on.  A flipped bit adds or takes a power of 2 so
 * many times, and that is never 0 modulo 2^32 - 1.  Neither is the sum of two flipped bits, as
 * long as m has 16 bits.  More of them pass once in 2^32 times if they are at random.  What passes
 * always is a word of which all 32 bits were 0 and are 1 now.  A medium has a checksum of its
 * own against long bursts.
 */
#include "links/link_state.h"

/* Modulo 2^32 - 1: the upper half counts as much as the lower one. */
static uint32_t link_folded(uint64_t sum)
{
	sum = (sum & UINT32_MAX) + (sum >> 32);
	return (uint32_t)((sum & UINT32_MAX) + (sum >> 32));
}

/* `data` lies at a word, and has at most 64 KB. */
void link_sum_add(struct link_sum *sum, const void *data, uint32_t bytes)
{
	const uint32_t *word = data;
	uint64_t a = sum->a, b = sum->b;

	for (; bytes >= 4 * sizeof(*word); bytes -= 4 * sizeof(*word)) {
		b += a += word[0];
		b += a += word[1];
		b += a += word[2];
		b += a += word[3];
		word += 4;
	}
	for (; bytes >= sizeof(*word); bytes -= (uint32_t)sizeof(*word)) {
		b += a += *word++;
	}
	if (bytes > 0) {
		const uint8_t *byte = (const uint8_t *)word;
		uint32_t last = 0;

		while (bytes-- > 0) {
			last = last << 8 | byte[bytes];
		}
		b += a += last;
	}
	sum->a = link_folded(a);
	sum->b = link_folded(b);
}

/* Once more, so that the last word counts twice in b. */
uint32_t link_sum_word(const struct link_sum *sum)
{
	uint64_t b = link_folded((uint64_t)sum->a + sum->b);

	return link_folded(sum->a + (b << 16));
}
