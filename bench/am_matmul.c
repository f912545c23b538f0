/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=B,via=irq o=table=B */
/*
 * A product of matrices by split-phase gets (T. von Eicken, "Active Messages", Berkeley 1993,
 * section 4.2.6.1): C = A B, each core with as many columns of each.  A core adds to its columns
 * of C what each column of A gives, which it gets from its owner, 1 KB, while it computes with
 * the one before: two vectors.  It begins with its own, so all cores ask different
 * owners.  With m columns of B and C a core does 256 m operations for each KB.
 *
 * peak_share: the time of the operations alone, by the time of all.  predicted: the same
 * by the published model, the longer one of computing and getting in each step, of which
 * the time of a get alone is measured.  prefetch=no: it waits for each column before it
 * computes.
 */
#include "am_timed.h"

enum {
	N = 128,          /* rows of A and C */
	COLUMN = N * 8,   /* bytes */
	OPERATIONS = 256, /* for each column of B or C: N times two */
	WHOLE = 768,      /* columns of A: those that a core has, by m */
	LEAST = 1,
	MOST = 32,
};

static struct weft_am_segment columns;
static struct weft_am_remote *there;
static double *a, *b, *c,
	vector[2][N];    /* my columns; b by rows of my columns */
static uint32_t mine, m; /* columns of A, and of B and C */
static bool prefetch;

static double entry(uint32_t row, uint32_t column)
{
	return (double)((row * 7 + column * 3) % 11);
}

static void get(uint32_t k, double *to)
{
	need(weft_am_get(to, &there[k / mine], k % mine * COLUMN, COLUMN,
			 &amk_counter, WEFT_FOREVER));
}

static void settle(void)
{
	need(weft_am_sync(&amk_counter, WEFT_FOREVER));
}

/* Column k of A with row k of my part of B. */
static void add(uint32_t k, const double *column)
{
	for (uint32_t j = 0; j < m; j++) {
		double factor = b[k * m + j], *to = c + (size_t)j * N;

		for (uint32_t i = 0; i < N; i += 4) {
			to[i] += column[i] * factor;
			to[i + 1] += column[i + 1] * factor;
			to[i + 2] += column[i + 2] * factor;
			to[i + 3] += column[i + 3] * factor;
		}
	}
}

static void multiply(void)
{
	uint32_t all = mine * amk_cores, k = amk_me * mine;

	get(k, vector[0]);
	for (uint32_t n = 0; n < all; n++) {
		uint32_t next = k + 1 < all ? k + 1 : 0;

		settle();
		if (n + 1 < all && prefetch) {
			get(next, vector[(n + 1) & 1]);
		}
		add(k, vector[n & 1]);
		if (n + 1 < all && !prefetch) {
			get(next, vector[(n + 1) & 1]);
		}
		k = next;
	}
}

static void compute_alone(void)
{
	for (uint32_t k = 0; k < mine * amk_cores; k++) {
		add(k, vector[k & 1]);
	}
}

static void get_alone(void)
{
	uint32_t all = mine * amk_cores;

	for (uint32_t n = 0; n < all; n++) {
		get((amk_me * mine + n) % all, vector[n & 1]);
		settle();
	}
}

static void check(void)
{
	for (uint32_t j = 0; j < m; j++) {
		double sum = 0;

		for (uint32_t k = 0; k < mine * amk_cores; k++) {
			sum += entry(j, k) * b[k * m + j];
		}
		if (sum != c[(size_t)j * N + j]) {
			weft_panic("am_matmul: a wrong product");
		}
	}
}

static void row(const char *metric, uint64_t part, uint64_t whole)
{
	uint32_t quarters = m; /* operations by bytes, times 4 */

	bench_row("am_kernel", metric, "%", part * 100000 / (whole + !whole),
		  "table=%s,via=%s,kernel=matmul,prefetch=%s,flops_per_byte=%u."
		  "%02u,cores=%u",
		  bench_arg("table", "B"), bench_arg("via", "poll"),
		  prefetch ? "yes" : "no", (unsigned)(quarters / 4),
		  (unsigned)(quarters % 4 * 25), (unsigned)amk_cores);
}

static void fill(void)
{
	for (uint32_t k = 0; k < mine; k++) {
		for (uint32_t i = 0; i < N; i++) {
			a[k * N + i] = entry(i, amk_me * mine + k);
		}
	}
	for (uint32_t k = 0; k < mine * amk_cores * m; k++) {
		b[k] = k % 5;
	}
	memset(c, 0, (size_t)m * N * sizeof(*c));
}

/* R M is constant, so there are as many operations each time. */
static void measure(void)
{
	uint64_t alone, gets, all;

	mine = WHOLE * LEAST / m / amk_cores ? WHOLE / m / amk_cores : 1;
	fill();
	columns.bytes = mine * COLUMN;
	there = amk_open(0, &columns);
	all = am_timed(multiply);
	check();
	alone = am_timed(compute_alone);
	gets = am_timed(get_alone);
	row("peak_share", alone, all);
	if (prefetch) {
		row("predicted", alone, alone > gets ? alone : gets);
	}
	amk_close(0, there);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	amk_begin(bench_arg("via", "poll"));
	a = room(WHOLE * COLUMN);
	b = room((size_t)WHOLE * MOST * sizeof(*b));
	c = room((size_t)MOST * COLUMN);
	columns.memory = a;
	for (uint32_t i = 0; i < 2; i++) {
		prefetch = i == 0;
		for (m = LEAST; m <= MOST; m *= 2) {
			measure();
		}
	}
	return 0;
}
