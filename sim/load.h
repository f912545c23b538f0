/* SPDX-License-Identifier: Apache-2.0 */
/* One image a core, each from a copy of its own. */
#ifndef SIM_LOAD_H
#define SIM_LOAD_H

#include "sim/engine.h"

void load_image(const char *path);

/*
 * What the image's symbol table calls the instruction at this offset from the
 * image's base, and how far past the name's start it is; null if nothing.
 */
const char *symbol_at(uintptr_t offset, uintptr_t *past);

#endif
