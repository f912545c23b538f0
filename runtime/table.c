/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/near.h"
#include "runtime/panic.h"
#include "runtime/table.h"
#include "topology/arith.h"

void *rt_table(uint32_t n, uint32_t size, const char *what)
{
	void *table = rt_near_alloc(arith_mul(n, size));

	if (!table) {
		rt_panic(what);
	}
	return table;
}
