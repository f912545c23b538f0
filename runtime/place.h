/* SPDX-License-Identifier: Apache-2.0 */
/* Where cores of this run are, for geometry (topology/). */
#ifndef RUNTIME_PLACE_H
#define RUNTIME_PLACE_H

#include "arch/small.h"
#include "topology/place.h"

ARCH_COLD mesh_where rt_place;

#endif
