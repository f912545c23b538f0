/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SUMMA (R. van de Geijn, J. Watts, "SUMMA: scalable universal matrix multiplication
 * algorithm", 1997): cores are a grid, matrices lie on it in blocks, and in each step a few
 * columns of A go along the grid's rows and as many rows of B along its columns, by
 * broadcasts of teams.  The grid need not be square, nor blocks of one size.
 */
#ifndef SUMMA_H
#define SUMMA_H

#include <stdint.h>

/* Collective: c = a b, of the root's n by n matrices, by rows; sums wrap. */
void summa(const uint32_t *a, const uint32_t *b, uint32_t *c, uint32_t n,
	   uint32_t root);

/* c += a b of any rows, `inner` and columns: what each core does with its pieces. */
void multiply_add(const uint32_t *a, const uint32_t *b, uint32_t *c,
		  uint32_t rows, uint32_t inner, uint32_t columns);

#endif
