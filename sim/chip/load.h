/* SPDX-License-Identifier: Apache-2.0 */
/* One image a core, each from a copy of its own. */
#ifndef SIM_CHIP_LOAD_H
#define SIM_CHIP_LOAD_H

#include "sim/chip/engine.h"

void load_read(const char *path);
void load_images(void);
uintptr_t load_bytes(void); /* of an image in memory */

/*
 * What the image's symbol table calls the instruction at this offset from the
 * image's base, and how far past the name's start it is; null if nothing.
 */
const char *symbol_at(uintptr_t offset, uintptr_t *past);

/* The name of the image's function of that number, of a table in no order; null: there
 * are not so many. */
const char *symbol_function(size_t number);

/* Where a function lies, from the image's base; 0 if there is none. */
uintptr_t symbol_find(const char *name, uintptr_t *size);

#endif
