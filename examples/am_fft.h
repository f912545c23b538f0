/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Fourier transform of examples/fourier.h by Active Messages: between its local
 * phases all cores send each other points, a message each, as the remap of a
 * butterfly does (T. von Eicken, "Active Messages", Berkeley 1993, section 4.3.6).
 */
#ifndef EXAMPLES_AM_FFT_H
#define EXAMPLES_AM_FFT_H

#include "examples/am_transpose.h"
#include "examples/fourier.h"

static inline void fft_fill(struct transpose *t)
{
	for (uint32_t i = 0; i < t->rows * t->n; i++) {
		t->mine[i] = fourier_number(t->first * t->n + i);
	}
}

static inline void fft_rows(struct transpose *t, uint32_t root, bool twist)
{
	for (uint32_t y = 0; y < t->rows; y++) {
		uint32_t *row = t->mine + (size_t)y * t->n;

		fourier_row(row, t->n, root);
		if (twist) {
			fourier_twist(row, t->n, root, t->first + y);
		}
	}
}

/* All cores; t->cycles are those of the transpositions alone. */
static inline void fft_run(struct transpose *t)
{
	uint32_t root = fourier_root(t->n * t->n);

	transpose_run(t);
	fft_rows(t, root, true);
	transpose_run(t);
	fft_rows(t, root, false);
	transpose_run(t);
}

/* How many of `count` numbers of mine, by their definition, are wrong. */
static inline uint32_t fft_wrong(const struct transpose *t, uint32_t count)
{
	uint32_t n = t->n * t->n, root = fourier_root(n), wrong = 0;

	for (uint32_t i = 0; t->rows > 0 && i < count; i++) {
		uint32_t k = random_at(i) % (t->rows * t->n);

		wrong += t->mine[k] !=
			 fourier_defined(n, root, t->first * t->n + k);
	}
	return wrong;
}

#endif
