/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The square of a matrix, given by INPUT= as a Matrix Market file of integers: square,
 * `coordinate` or `array`, `general` or `symmetric`.
 *
 *   matmul [write=1]
 *
 * write=1: the result, as a Matrix Market array, is on the console.  The root, the core that has
 * the file, multiplies once more alone and compares.  Sums are modulo 2^32.
 */
#include <string.h>

#include "examples/input.h"
#include "examples/matmul/summa.h"
#include "examples/mtx.h"

enum {
	MOST = 1024 /* rows */
};

static uint32_t size;

/* Null: that is no such file. */
static uint32_t *parse(const char *text, size_t bytes)
{
	struct mtx m = mtx_open(text, bytes, MOST);
	uint32_t *matrix, y, x;
	int32_t value;

	if (!m.ok) {
		return NULL;
	}
	size = m.size;
	matrix = room((size_t)size * size * sizeof(*matrix));
	while (mtx_next(&m, &y, &x, &value)) {
		matrix[y * size + x] = (uint32_t)value;
		if (m.symmetric) {
			matrix[x * size + y] = (uint32_t)value;
		}
	}
	return m.ok ? matrix : NULL;
}

static void write_matrix(const uint32_t *c)
{
	printf("%%%%MatrixMarket matrix array integer general\n%u %u\n",
	       (unsigned)size, (unsigned)size);
	for (uint32_t i = 0; i < size * size; i++) {
		printf("%d\n", (int)c[i % size * size + i / size]);
	}
}

int main(int argc, char **argv)
{
	bool writes = argc > 1 && strcmp(argv[1], "write=1") == 0, right = true;
	uint32_t root, *a = NULL, *c = NULL, *alone = NULL;
	const char *text;
	size_t bytes = 0;
	uint64_t start, cycles;

	root = input_root(&text, &bytes);
	if (root < weft_size() && weft_rank() == root) {
		a = parse(text, bytes);
		size = a ? size : 0;
	}
	if (root < weft_size()) {
		need(weft_bcast(&size, sizeof(size), root, WEFT_WORLD,
				WEFT_FOREVER));
	}
	if (size == 0) {
		weft_panic("matmul needs INPUT=, a square integer matrix in "
			   "Matrix Market's format");
	}
	bytes = (size_t)size * size * sizeof(*a);
	if (a) {
		c = room(bytes);
		alone = room(bytes);
		multiply_add(a, a, alone, size, size, size);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	summa(a, a, c, size, root);
	cycles = weft_cycles() - start;
	if (a) {
		right = memcmp(c, alone, bytes) == 0;
	}
	if (a && writes) {
		write_matrix(c);
	}
	return verdict(right, root, "matmul", cycles);
}
