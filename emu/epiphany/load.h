/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loader: what the chip's host does before it starts the cores.
 *
 * Segments go to their physical addresses: those below 1 MB to each core that
 * takes part, the others to one core or to external memory.  The workgroup block
 * goes where the sections workgroup_cfg, ext_mem_cfg and loader_cfg are, as the
 * usual host library has it; what is not there is not written.
 */
#ifndef EMU_EPIPHANY_LOAD_H
#define EMU_EPIPHANY_LOAD_H

#include <stdint.h>

/* The image, for all cores with `loaded` set; `arguments`: 0 for none. */
void load_image(const char *path, uint32_t arguments);

/* A file's bytes at an address: of external memory, or of each loaded core. */
void load_file(const char *path, uint32_t address);

#endif
