/* SPDX-License-Identifier: Apache-2.0 */
/* What follows from coordinates and boot record alike on all chips with a mesh. */
#include "arch/common/mesh.h"

#include "arch/arch.h"
#include "arch/boot.h"

static ARCH_COLD uint32_t distance(uint32_t a, uint32_t b)
{
	return a < b ? b - a : a - b;
}

uint32_t arch_hops(uint32_t a, uint32_t b)
{
	struct arch_coords from = arch_coords(a), to = arch_coords(b);

	return distance(from.x, to.x) + distance(from.y, to.y) + 1;
}

uintptr_t port_below_files(uintptr_t end)
{
	const struct arch_boot *record = arch_boot();
	const struct arch_boot_file *file =
		(const struct arch_boot_file *)((uintptr_t)record +
						record->files);

	for (uint32_t i = 0; i < record->filec; i++) {
		if (file[i].rank == arch_rank() && file[i].addr < end) {
			end = (uintptr_t)file[i].addr;
		}
	}
	return end;
}
