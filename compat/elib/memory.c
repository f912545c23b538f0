/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of others: a core of the group, external memory, or a segment of that. */
#include "compat/elib/elib_own.h"

static void *elib_remote(const void *remote, unsigned row, unsigned col,
			 const void *there)
{
	const e_memseg_t *segment = remote;

	switch (*(const e_objtype_t *)remote) {
	case E_EPI_GROUP:
		return e_get_global_address(row, col, there);
	case E_SHARED_MEM:
		return (void *)((uintptr_t)segment->ephy_base + (uintptr_t)there);
	case E_EXT_MEM:
		return (void *)(e_emem_config.base + (uintptr_t)there);
	default:
		return elib_no_memory();
	}
}

/* Where that returns, both are null for what is no memory, and nothing is moved. */
void *e_read(const void *remote, void *dst, unsigned row, unsigned col,
	     const void *src, size_t n)
{
	void *from = elib_remote(remote, row, col, src);

	if (from) {
		elib_copy(dst, from, n);
	}
	return from;
}

void *e_write(const void *remote, const void *src, unsigned row, unsigned col,
	      void *dst, size_t n)
{
	void *to = elib_remote(remote, row, col, dst);

	if (to) {
		elib_copy(to, src, n);
	}
	return to;
}
