/* SPDX-License-Identifier: Apache-2.0 */
/* Segments of external memory by name: the host keeps a table of them. */
#include <string.h>

#include "compat/elib/elib_own.h"

enum {
	TABLE = 0x01000000, /* from the beginning of external memory */
	MAGIC = 0xabcdef00,
	SEGMENTS = 64,
};

/* Addresses have 8 bytes there, whatever the host. */
struct elib_segment {
	uint32_t host, host_high;
	char name[256];
	uint32_t size, size_high;
	uint32_t here, here_high;
	uint32_t offset, offset_high;
	uint32_t users, valid;
};
struct elib_table {
	uint32_t magic, begun;
	struct elib_segment segment[SEGMENTS];
};
_Static_assert(sizeof(struct elib_segment) == 296 &&
		       offsetof(struct elib_table, segment) == 8,
	       "as the host lays it out");

static struct elib_segment *elib_find(const char *name)
{
	struct elib_table *table =
		(struct elib_table *)(e_emem_config.base + TABLE);

	for (unsigned i = 0; table->magic == MAGIC && i < SEGMENTS; i++) {
		struct elib_segment *s = &table->segment[i];

		if (s->valid && !strncmp(s->name, name, sizeof(s->name))) {
			return s;
		}
	}
	return NULL;
}

int e_shm_attach(e_memseg_t *segment, const char *name)
{
	const struct elib_segment *s = elib_find(name);

	if (!segment || !s) {
		return E_ERR;
	}
	*segment = (e_memseg_t){
		.objtype = E_SHARED_MEM,
		.type = E_RDWR,
		.size = s->size,
		.phy_base = (off_t)s->offset,
		.ephy_base = (off_t)s->here,
	};
	return E_OK;
}

/* The host gives it back. */
int e_shm_release(const char *name)
{
	return elib_find(name) ? E_OK : E_ERR;
}
