/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The computation: a plate that is heated at its edge, relaxed in integers.  It
 * calls nothing, least of all weft; every word of it depends on all that was
 * computed before.
 */
#ifndef OVERLAP_PLATE_H
#define OVERLAP_PLATE_H

#include <stdint.h>

/* Begin anew.  The same seed makes the same plate. */
void plate_begin(uint32_t seed);

/* One sweep over the plate: some 12 000 instructions. */
void plate_sweep(void);

/* What has been computed so far, in a word. */
uint32_t plate_hash(void);

#endif
