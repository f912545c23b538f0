/* SPDX-License-Identifier: Apache-2.0 */
/* A short allgather as a reduction: gather_bits.c. */
#ifndef COLLECTIVES_GATHER_BITS_H
#define COLLECTIVES_GATHER_BITS_H

#include "collectives/gather/rounds.h"
#include "collectives/reduce/across.h"

#ifdef ARCH_CHUNK_SHIFT
#define GATHER_BITS ARCH_NODES
#else
#define GATHER_BITS 0
#endif

#if GATHER_BITS
/* Is it to be done so?  The same on all cores. */
bool gather_by_bits(const struct rounds *x, const struct blocks *recv);

/* My own block is where it belongs. */
int gather_bits(const struct rounds *x, const struct blocks *recv);
#endif

#endif
