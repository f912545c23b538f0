/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "topology/arith.h"
#include "runtime/panic.h"
#include "runtime/table.h"

#if ARCH_NEAR
static ARCH_COLD void *near(size_t bytes)
{
	static size_t used;
	void *base;
	size_t left = arch_near(&base) - used;
	uint64_t *words;

	bytes = (bytes + 7) & ~(size_t)7;
	if (bytes > left) {
		return NULL;
	}
	words = (uint64_t *)base + used / sizeof(*words);
	used += bytes;
	for (size_t i = 0; i < bytes / sizeof(*words); i++) {
		words[i] = 0;
	}
	return words;
}
#else
static void *near(size_t bytes)
{
	(void)bytes;
	return NULL;
}
#endif

void *rt_table(uint32_t n, uint32_t size, const char *what)
{
	void *table = near(arith_mul(n, size));

	if (!table) {
		table = calloc(n, size);
	}
	if (!table) {
		rt_panic(what);
	}
	return table;
}
