/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The discrete Fourier transform of n numbers of a finite field, in four supersteps
 * (examples/fourier.h): the numbers are a square, of whose rows each process has some.
 * Rows are transformed, and between that the square is transposed, number by number: so
 * this lives from how well many puts of a word go.
 *
 *   bspfft [n=<numbers>]     a power of 4, up to 65536
 *
 * Each process computes some of its numbers once more by the definition.
 */
#include "examples/bspkernel.h"
#include "examples/fourier.h"

enum {
	CHECKED = 3
};

static uint32_t p, me, n, side, first, rows;
static uint32_t *mine, *other; /* my rows, before and after a transposition */
static uint32_t root;          /* of order n */

static void transpose(void)
{
	uint32_t *was = mine;

	for (uint32_t x = 0; x < side; x++) {
		uint32_t to = part_of(x, p, side);
		uint32_t row = x - first_of(to, p, side);

		for (uint32_t y = 0; y < rows; y++) {
			bsp_put((int)to, &mine[y * side + x], other,
				(int)((row * side + first + y) * sizeof(*mine)),
				sizeof(*mine));
		}
	}
	bsp_sync();
	mine = other;
	other = was;
}

static void fft(void)
{
	transpose();
	for (uint32_t y = 0; y < rows; y++) {
		fourier_row(mine + y * side, side, root);
		fourier_twist(mine + y * side, side, root, first + y);
	}
	transpose();
	for (uint32_t y = 0; y < rows; y++) {
		fourier_row(mine + y * side, side, root);
	}
	transpose();
}

static uint32_t check(void)
{
	uint32_t wrong = 0;

	for (uint32_t i = 0; rows > 0 && i < CHECKED; i++) {
		uint32_t k = random_at(i) % (rows * side);

		wrong += mine[k] != fourier_defined(n, root, first * side + k);
	}
	return wrong;
}

int main(int argc, char **argv)
{
	uint64_t start;
	size_t bytes;

	n = argument(argc, argv, "n", 1024);
	side = fourier_side(n);
	if (side == 0) {
		bsp_abort("bspfft: n=%u is no power of 4 up to 65536",
			  (unsigned)n);
	}
	bsp_begin(bsp_nprocs());
	p = (uint32_t)bsp_nprocs();
	me = (uint32_t)bsp_pid();
	first = first_of(me, p, side);
	rows = first_of(me + 1, p, side) - first;
	root = fourier_root(n);
	bytes = rows * side * sizeof(*mine);
	mine = room(bytes);
	other = room(bytes);
	for (uint32_t i = 0; i < rows * side; i++) {
		mine[i] = fourier_number(first * side + i);
	}
	bsp_push_reg(mine, (int)bytes);
	bsp_push_reg(other, (int)bytes);
	bsp_sync();
	start = bsp_cycles();
	fft();
	start = bsp_cycles() - start;
	return kernel_end("bspfft", n, check(), start);
}
