/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include <weft/types.h>

#include "table.h"

enum {
	IN_A_LINE = 8
};

bool table_apply(struct table *table, const struct write *write)
{
	struct write *last = &table->last[write->key];

	if (write->time < last->time ||
	    (write->time == last->time && write->rank < last->rank)) {
		return false;
	}
	*last = *write;
	return true;
}

static uint32_t mix(uint32_t hash, uint32_t word)
{
	return ((hash << 5 | hash >> 27) ^ word) * 0x9e3779b1;
}

uint32_t table_hash(const struct table *table)
{
	uint32_t hash = 0;

	for (uint32_t key = 0; key < KEYS; key++) {
		const struct write *last = &table->last[key];

		hash = mix(mix(mix(hash, last->value), last->time), last->rank);
	}
	return hash;
}

WEFT_COLD void table_show(const struct table *table)
{
	for (uint32_t key = 0; key < KEYS; key++) {
		const struct write *last = &table->last[key];

		if (key % IN_A_LINE == 0) {
			printf("key %2u", (unsigned)key);
		}
		if (last->time == 0) {
			printf("  --:........");
		} else {
			printf(" %3u:%08x", (unsigned)last->rank,
			       (unsigned)last->value);
		}
		if (key % IN_A_LINE == IN_A_LINE - 1) {
			printf("\n");
		}
	}
}
