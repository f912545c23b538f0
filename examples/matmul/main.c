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
#include <ctype.h>
#include <string.h>

#include "examples/input.h"
#include "examples/matmul/summa.h"

enum {
	MOST = 1024 /* rows */
};

static uint32_t size;

/* The next whole number behind blanks; *ok: there is one. */
static int32_t number(const char **at, const char *end, bool *ok)
{
	bool minus;
	uint32_t n = 0;

	while (*at < end && isspace((unsigned char)**at)) {
		++*at;
	}
	minus = *at < end && **at == '-';
	*at += minus;
	*ok &= *at < end && isdigit((unsigned char)**at);
	while (*at < end && isdigit((unsigned char)**at)) {
		n = n * 10 + (uint32_t)(*(*at)++ - '0');
	}
	return (int32_t)(minus ? 0 - n : n);
}

static const char *next_line(const char *at, const char *end)
{
	while (at < end && *at != '\n') {
		at++;
	}
	return at < end ? at + 1 : end;
}

/* Has the first line that word? */
static bool says(const char *text, const char *end, const char *what)
{
	size_t n = strlen(what);

	for (; text + n < end && *text != '\n'; text++) {
		if (strncmp(text, what, n) == 0) {
			return true;
		}
	}
	return false;
}

static void entries(const char *at, const char *end, uint32_t *matrix,
		    uint32_t n, bool sparse, bool symmetric, bool *ok)
{
	for (uint32_t i = 0; *ok && i < n; i++) {
		uint32_t y = i % size, x = i / size;
		int32_t value;

		if (sparse) {
			y = (uint32_t)number(&at, end, ok) - 1;
			x = (uint32_t)number(&at, end, ok) - 1;
		}
		*ok &= y < size && x < size;
		value = number(&at, end, ok);
		if (*ok) {
			matrix[y * size + x] = (uint32_t)value;
		}
		if (*ok && symmetric) {
			matrix[x * size + y] = (uint32_t)value;
		}
	}
}

/* Null: that is no such file. */
static uint32_t *parse(const char *text, size_t bytes)
{
	const char *at = text, *end = text + bytes;
	bool sparse = says(text, end, "coordinate");
	bool symmetric = says(text, end, "symmetric"), ok = true;
	uint32_t *matrix, n;

	ok = says(text, end, "%%MatrixMarket matrix") &&
	     says(text, end, "integer") && (sparse || !symmetric);
	while (at < end && *at == '%') {
		at = next_line(at, end);
	}
	size = (uint32_t)number(&at, end, &ok);
	ok &= (uint32_t)number(&at, end, &ok) == size && size - 1 < MOST;
	if (!ok) {
		return NULL;
	}
	n = sparse ? (uint32_t)number(&at, end, &ok) : size * size;
	matrix = room((size_t)size * size * sizeof(*matrix));
	entries(at, end, matrix, n, sparse, symmetric, &ok);
	return ok ? matrix : NULL;
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
		need(weft_bcast(&size, sizeof(size), root, WEFT_FOREVER));
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
	weft_barrier(WEFT_FOREVER);
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
