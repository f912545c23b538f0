/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The discrete Fourier transform of n numbers of a finite field (examples/field.h), in
 * four supersteps: the numbers are a square, of whose rows each process has some.  Rows
 * are transformed, and between that the square is transposed, number by number: so this
 * lives from how well many puts of a word go (D. Bailey, "FFTs in External or Hierarchical
 * Memory", 1990: six steps).
 *
 *   bspfft [n=<numbers>]     a power of 4, up to 65536
 *
 * Each process computes some of its numbers once more by the definition.
 */
#include "examples/bspkernel.h"
#include "examples/field.h"

enum {
	CHECKED = 3
};

static uint32_t p, me, n, side, first, rows;
static uint32_t *mine, *other; /* my rows, before and after a transposition */
static uint32_t root;          /* of order n */

/* What is to be transformed. */
static uint32_t number(uint32_t i)
{
	return random_at(i) & 0xffff;
}

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

/* Radix 2: bits reversed, then butterflies of growing width (J. Cooley, J. Tukey, 1965). */
static void transform(uint32_t *row)
{
	for (uint32_t i = 1, j = 0; i < side; i++) {
		uint32_t bit = side >> 1, value = row[i];

		for (; j & bit; bit >>= 1) {
			j ^= bit;
		}
		j ^= bit;
		if (i < j) {
			row[i] = row[j];
			row[j] = value;
		}
	}
	for (uint32_t half = 1; half < side; half *= 2) {
		uint32_t turn = field_power(root, n / (2 * half)), factor = 1;

		for (uint32_t k = 0; k < half; k++) {
			for (uint32_t i = k; i < side; i += 2 * half) {
				uint32_t odd = field_mul(row[i + half], factor);

				row[i + half] = field_sub(row[i], odd);
				row[i] = field_add(row[i], odd);
			}
			factor = field_mul(factor, turn);
		}
	}
}

static void twist(uint32_t *row, uint32_t y)
{
	uint32_t turn = field_power(root, y), factor = 1;

	for (uint32_t x = 0; x < side; x++) {
		row[x] = field_mul(row[x], factor);
		factor = field_mul(factor, turn);
	}
}

static void fft(void)
{
	transpose();
	for (uint32_t y = 0; y < rows; y++) {
		transform(mine + y * side);
		twist(mine + y * side, first + y);
	}
	transpose();
	for (uint32_t y = 0; y < rows; y++) {
		transform(mine + y * side);
	}
	transpose();
}

/* Number k of the transform, by its definition. */
static uint32_t defined(uint32_t k)
{
	uint32_t turn = field_power(root, k), sum = 0;

	for (uint32_t i = n; i-- > 0;) {
		sum = field_add(field_mul(sum, turn), number(i));
	}
	return sum;
}

static uint32_t check(void)
{
	uint32_t wrong = 0;

	for (uint32_t i = 0; rows > 0 && i < CHECKED; i++) {
		uint32_t k = random_at(i) % (rows * side);

		wrong += mine[k] != defined(first * side + k);
	}
	return wrong;
}

int main(int argc, char **argv)
{
	uint64_t start;
	size_t bytes;

	n = argument(argc, argv, "n", 1024);
	for (side = 1; side * side < n;) {
		side *= 2;
	}
	if (side * side != n || n > 65536) {
		bsp_abort("bspfft: n=%u is no power of 4 up to 65536",
			  (unsigned)n);
	}
	bsp_begin(bsp_nprocs());
	p = (uint32_t)bsp_nprocs();
	me = (uint32_t)bsp_pid();
	first = first_of(me, p, side);
	rows = first_of(me + 1, p, side) - first;
	root = field_power(FIELD_ROOT, (FIELD_PRIME - 1) / n);
	bytes = rows * side * sizeof(*mine);
	mine = room(bytes);
	other = room(bytes);
	for (uint32_t i = 0; i < rows * side; i++) {
		mine[i] = number(first * side + i);
	}
	bsp_push_reg(mine, (int)bytes);
	bsp_push_reg(other, (int)bytes);
	bsp_sync();
	start = bsp_cycles();
	fft();
	start = bsp_cycles() - start;
	return kernel_end("bspfft", n, check(), start);
}
