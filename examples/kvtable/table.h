/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A table of KEYS values.  Of all writes to a key the latest holds: that of the
 * greatest time, and of those of one time, that of the greatest rank.  So the order
 * in which writes are applied does not matter, nor whether one comes twice.
 */
#ifndef KVTABLE_TABLE_H
#define KVTABLE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

enum {
	KEYS_SHIFT = 6,
	KEYS = 1 << KEYS_SHIFT
};

/* A write, as it is broadcast and logged. */
struct write {
	uint32_t key, value;
	uint32_t time; /* L. Lamport's, from 1 */
	uint32_t rank; /* who wrote */
};

struct table {
	struct write last[KEYS]; /* time 0: never written */
};

/* False: a later write of that key has been here before. */
bool table_apply(struct table *table, const struct write *write);

/* All of it in one word. */
uint32_t table_hash(const struct table *table);

/* A line for 8 keys: who wrote it last, and the value. */
void table_show(const struct table *table);

#endif
