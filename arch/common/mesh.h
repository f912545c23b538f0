/* SPDX-License-Identifier: Apache-2.0 */
/* mesh.c has arch_hops by arch_coords, and this. */
#ifndef WEFT_ARCH_COMMON_MESH_H
#define WEFT_ARCH_COMMON_MESH_H

#include <stdint.h>

#include "arch/small.h"

/* The lowest address of this rank's files, or `end` if that is lower.  Any context. */
ARCH_COLD uintptr_t port_below_files(uintptr_t end);

#endif
