/* SPDX-License-Identifier: Apache-2.0 */
/* The chip's host: it loads, prints consoles, sees verdicts (arch/tensix/host.h). */
#ifndef EMU_TENSIX_HOST_H
#define EMU_TENSIX_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "host/host.h"

struct tile;

/* The block changes then: the host looks at it some time later. */
void host_look_soon(struct tile *tile, uint64_t clock);

/* Print what is new on its console; end the run if there is a verdict. */
void host_look(struct tile *tile);

/* The image, for all tiles with `loaded` set, which then know where `record` is. */
void host_load_image(const char *path, uint32_t record);

/* A file's bytes at an address, in these tiles or, without any, in all that are loaded. */
void host_load_file(const char *path, uint32_t address, const bool *tiles);

#endif
