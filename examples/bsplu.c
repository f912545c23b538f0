/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Solves n linear equations by LU decomposition with row exchanges, over a finite field
 * (examples/field.h); the factors stay where the matrix was.  Row i is process i mod p's.
 * A column takes two supersteps: who has a row with a pivot tells all; the pivot's row
 * goes to all, and changes places with the row that is there (R. Bisseling, "Parallel
 * Scientific Computation", 2004, section 2.3).
 *
 *   bsplu [n=<equations>]
 *
 * The matrix and the solution are numbers that look random; the right side is computed
 * from them.  Each process compares the solution.
 */
#include "examples/bspkernel.h"
#include "examples/field.h"

#define NONE UINT32_MAX

static uint32_t p, me, n,
	width;          /* of a row: the right side is its last number */
static uint32_t *rows;  /* mine: i / p is the place of row i */
static uint32_t *pivot; /* the present one's row */
static uint32_t *offer; /* by each process: a row with a pivot */

static uint32_t matrix(uint32_t y, uint32_t x)
{
	return random_at(y * n + x) & 0xffff;
}

static uint32_t solution(uint32_t x)
{
	return random_at(~x) & 0xffff;
}

static uint32_t *row(uint32_t i)
{
	return rows + i / p * width;
}

static int place(uint32_t i)
{
	return (int)(i / p * width * sizeof(*rows));
}

/* My first row from k on. */
static uint32_t my_first(uint32_t k)
{
	uint32_t i = k - k % p + me;

	return i < k ? i + p : i;
}

static void fill(void)
{
	for (uint32_t y = me; y < n; y += p) {
		uint32_t sum = 0;

		for (uint32_t x = 0; x < n; x++) {
			row(y)[x] = matrix(y, x);
			sum = field_add(sum, field_mul(row(y)[x], solution(x)));
		}
		row(y)[n] = sum;
	}
}

static void to_all(const uint32_t *from, uint32_t *to, uint32_t at,
		   uint32_t words)
{
	for (uint32_t i = 0; i < p; i++) {
		bsp_put((int)i, from, to, (int)(at * sizeof(*to)),
			(int)(words * sizeof(*to)));
	}
}

/* The lowest row that has a pivot for column k. */
static uint32_t choose(uint32_t k)
{
	uint32_t mine = my_first(k), best = NONE;

	while (mine < n && row(mine)[k] == 0) {
		mine += p;
	}
	mine = mine < n ? mine : NONE;
	to_all(&mine, offer, me, 1);
	bsp_sync();
	for (uint32_t i = 0; i < p; i++) {
		best = offer[i] < best ? offer[i] : best;
	}
	if (best == NONE) {
		bsp_abort("bsplu: column %u has no pivot", (unsigned)k);
	}
	return best;
}

/* It changes places with row k; from column k on, all have it. */
static void exchange(uint32_t k, uint32_t best)
{
	if (best % p == me) {
		to_all(row(best) + k, pivot, k, width - k);
	}
	if (best % p == me && best != k) {
		bsp_put((int)(k % p), row(best), rows, place(k),
			(int)(k * sizeof(*rows)));
	}
	if (k % p == me && best != k) {
		bsp_put((int)(best % p), row(k), rows, place(best),
			(int)(width * sizeof(*rows)));
	}
	bsp_sync();
	if (k % p == me) {
		memcpy(row(k) + k, pivot + k, (width - k) * sizeof(*pivot));
	}
}

static void eliminate(uint32_t k)
{
	uint32_t inverse = field_inverse(pivot[k]);

	for (uint32_t y = my_first(k + 1); y < n; y += p) {
		uint32_t *to = row(y), factor = field_mul(to[k], inverse);

		to[k] = factor;
		for (uint32_t x = k + 1; x < width; x++) {
			to[x] = field_sub(to[x], field_mul(factor, pivot[x]));
		}
	}
}

/* From the last unknown to the first: each goes to all, who take it to the right side. */
static void substitute(uint32_t *x)
{
	for (uint32_t k = n; k-- > 0;) {
		if (k % p == me) {
			uint32_t value =
				field_mul(row(k)[n], field_inverse(row(k)[k]));

			to_all(&value, x, k, 1);
		}
		bsp_sync();
		for (uint32_t y = me; y < k; y += p) {
			row(y)[n] = field_sub(row(y)[n],
					      field_mul(row(y)[k], x[k]));
		}
	}
}

int main(int argc, char **argv)
{
	uint32_t *x, wrong = 0;
	uint64_t start;
	size_t bytes;

	n = argument(argc, argv, "n", 24);
	width = n + 1;
	bsp_begin(bsp_nprocs());
	p = (uint32_t)bsp_nprocs();
	me = (uint32_t)bsp_pid();
	bytes = (n / p + 1) * width * sizeof(*rows);
	rows = room(bytes);
	pivot = room(width * sizeof(*pivot));
	offer = room(p * sizeof(*offer));
	x = room(n * sizeof(*x));
	fill();
	bsp_push_reg(rows, (int)bytes);
	bsp_push_reg(pivot, (int)(width * sizeof(*pivot)));
	bsp_push_reg(offer, (int)(p * sizeof(*offer)));
	bsp_push_reg(x, (int)(n * sizeof(*x)));
	bsp_sync();
	start = bsp_cycles();
	for (uint32_t k = 0; k < n; k++) {
		exchange(k, choose(k));
		eliminate(k);
	}
	substitute(x);
	start = bsp_cycles() - start;
	for (uint32_t k = 0; k < n; k++) {
		wrong += x[k] != solution(k);
	}
	return kernel_end("bsplu", n, wrong, start);
}
