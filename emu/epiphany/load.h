/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loader: what the chip's host does before it starts the cores.
 *
 * Segments go to their physical addresses: those below 1 MB to each core that
 * takes part, the others to one core or to external memory.  Every core gets
 * the workgroup block at 0x28, as the usual host library writes it.
 */
#ifndef EMU_EPIPHANY_LOAD_H
#define EMU_EPIPHANY_LOAD_H

#include <stdint.h>

/* The image, for all cores with `loaded` set; `arguments`: 0 for none. */
void load_image(const char *path, uint32_t arguments);

/* A file's bytes at an address: of external memory, or of each loaded core. */
void load_file(const char *path, uint32_t address);

#endif
