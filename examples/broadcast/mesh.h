/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of the mesh with every core's verdict. */
#ifndef BROADCAST_MESH_H
#define BROADCAST_MESH_H

#include <weft/weft.h>

struct verdict {
	uint64_t cycles; /* from the common start to the last byte */
	uint32_t crc;    /* of what arrived */
	uint32_t ok;     /* it is what the host computed */
};

/*
 * Collective: gather the verdicts of all cores; rank 0 draws them.  True on
 * every core if its own verdict, and on rank 0 if every core's, is ok.
 */
bool draw_mesh(const struct verdict *mine);

#endif
