/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/boot.h"
#include "runtime/why.h"

#include <weft/core.h>

weft_rank_t weft_rank(void)
{
	return arch_rank();
}

uint32_t weft_size(void)
{
	return arch_count();
}

ARCH_COLD struct weft_coords weft_coords(weft_rank_t rank)
{
	struct weft_coords none = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
	struct arch_coords c;

	if (rank >= arch_count()) {
		return none;
	}
	c = arch_coords(rank);
	return (struct weft_coords){c.x, c.y, c.core};
}

ARCH_COLD uint32_t weft_hops(weft_rank_t a, weft_rank_t b)
{
	if (a >= arch_count() || b >= arch_count()) {
		return 0;
	}
	return arch_hops(a, b);
}

void weft_relax(void)
{
	arch_relax(0);
}

uint64_t weft_cycles(void)
{
	return arch_cycles();
}

ARCH_COLD uint64_t weft_cycles_in_us(weft_us_t us)
{
	return arch_cycles_in_us(us);
}

ARCH_COLD int weft_file(const char *name, const void **data, size_t *bytes)
{
	const struct arch_boot_file *file;

	if (!name || !data || !bytes) {
		return RT_WHY(WEFT_ERR_NULL, "name, data or bytes");
	}
	file = rt_boot_file(name);
	if (!file) {
		return RT_WHY(WEFT_ERR_NAME,
			      "this core has no file of that name");
	}
	*data = (const void *)(uintptr_t)file->addr;
	*bytes = (size_t)file->bytes;
	return WEFT_OK;
}
