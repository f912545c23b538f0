/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1,2,4,8,16,32,48 args=table=B o=table=B */
/*
 * The kernels of examples/, from the root's memory to the root's memory, with inputs that do
 * not depend on the number of cores: 20 steps of a plate of 120 by 480 cells, the
 * product of matrices of 96 by 96, 8000 words.  From when the last core enters until the
 * last one leaves; once, after one that is dropped.
 */
#include "examples/heat/heat.c"
#include "examples/matmul/summa.c"
#include "examples/wordsort/sort.c"

#include "common.h"

enum {
	WIDTH = 120,
	HEIGHT = 480,
	STEPS = 20,
	MATRIX = 96,
	WORDS = 8000,
	LETTERS = 8,
};

static uint16_t *plate;
static uint32_t *matrix, *product;
static word *words;

static void run_heat(void)
{
	heat_run(plate, WIDTH, HEIGHT, STEPS, 0);
}

static void run_matmul(void)
{
	summa(matrix, matrix, product, MATRIX, 0);
}

static void draw_words(void)
{
	uint32_t seed = 1;

	for (uint32_t i = 0; weft_rank() == 0 && i < WORDS * LETTERS; i++) {
		seed = seed * 1664525 + 1013904223;
		words[i / LETTERS][i % LETTERS] =
			(char)('a' + (seed >> 16) % 26);
	}
}

static void run_wordsort(void)
{
	sort_run(words, WORDS, 0);
}

static void measure(const char *name, void (*kernel)(void))
{
	uint64_t enter = 0, leave = 0;

	for (int i = 0; i < 2; i++) {
		draw_words();
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		enter = weft_cycles();
		kernel();
		leave = weft_cycles();
		enter = bench_max(enter);
		leave = bench_max(leave);
	}
	bench_row("kernel", "time", "us", bench_ns(leave - enter),
		  "table=%s,kernel=%s,cores=%u", bench_arg("table", "B"), name,
		  (unsigned)weft_size());
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	if (weft_rank() == 0) {
		plate = room(WIDTH * HEIGHT * sizeof(*plate));
		matrix = room(MATRIX * MATRIX * sizeof(*matrix));
		product = room(MATRIX * MATRIX * sizeof(*product));
		words = room(WORDS * sizeof(*words));
	}
	heat_setup(WIDTH);
	measure("heat", run_heat);
	measure("matmul", run_matmul);
	measure("wordsort", run_wordsort);
	return 0;
}
