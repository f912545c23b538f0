/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/place.h"

#include "arch/arch.h"

struct mesh_place rt_place(uint32_t rank)
{
	struct arch_coords at = arch_coords(rank);

	return (struct mesh_place){at.x, at.y};
}
