/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorts n numbers by regular sampling (H. Shi, J. Schaeffer, 1992), in three supersteps:
 * each process sorts its own and tells all of its samples; each sends its numbers to the
 * processes that the samples say; each sorts what has come.
 *
 *   bspsort [n=<numbers>]
 *
 * The answer is right if each process' numbers are in order, the first not below the
 * last of the process before, and together as many and of the same sums as at the start.
 */
#include "examples/bspkernel.h"

enum {
	SAMPLES = 8 /* of each process */
};

static uint32_t p, me;

static int order(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static void sort(uint32_t *keys, uint32_t n)
{
	qsort(keys, n, sizeof(*keys), order);
}

/* All samples, sorted; a process without numbers has samples 0. */
static uint32_t *sample(const uint32_t *keys, uint32_t n)
{
	uint32_t *all = room(p * SAMPLES * sizeof(*all)), own[SAMPLES] = {0};

	bsp_push_reg(all, (int)(p * sizeof(own)));
	bsp_sync();
	for (uint32_t i = 0; n > 0 && i < SAMPLES; i++) {
		own[i] = keys[first_of(i, SAMPLES, n)];
	}
	for (uint32_t i = 0; i < p; i++) {
		bsp_put((int)i, own, all, (int)(me * sizeof(own)), sizeof(own));
	}
	bsp_pop_reg(all);
	bsp_sync();
	sort(all, p * SAMPLES);
	return all;
}

/* Each run of sorted numbers to its process; returns what came here, sorted. */
static uint32_t *exchange(const uint32_t *keys, uint32_t n, uint32_t *count)
{
	uint32_t *splitter = sample(keys, n), *came, *at, from = 0;
	int messages, bytes;

	for (uint32_t to = 0; to < p; to++) {
		uint32_t end = from;

		while (end < n && (to + 1 == p ||
				   keys[end] < splitter[(to + 1) * SAMPLES])) {
			end++;
		}
		if (end > from) {
			bsp_send((int)to, NULL, keys + from,
				 (int)((end - from) * sizeof(*keys)));
		}
		from = end;
	}
	bsp_sync();
	bsp_qsize(&messages, &bytes);
	came = at = room((size_t)bytes);
	for (; messages > 0; messages--) {
		int size;

		bsp_get_tag(&size, NULL);
		bsp_move(at, size);
		at += (uint32_t)size / sizeof(*at);
	}
	*count = (uint32_t)bytes / sizeof(*came);
	sort(came, *count);
	free(splitter);
	return came;
}

/* What all numbers have together, whatever their order; and their largest one. */
struct sums {
	uint32_t count, sum, mixed, largest;
};

static struct sums sums_of(const uint32_t *keys, uint32_t n)
{
	struct sums s = {n, 0, 0, n > 0 ? keys[n - 1] : 0};

	for (uint32_t i = 0; i < n; i++) {
		s.sum += keys[i];
		s.mixed += random_at(keys[i]);
	}
	return s;
}

/* Everybody hears of all: the answer's sums are the question's, and in order. */
static uint32_t check(struct sums asked, const uint32_t *keys, uint32_t n)
{
	struct sums pair[2] = {asked, sums_of(keys, n)}, *all;
	struct sums left = {0, 0, 0, 0};
	uint32_t wrong = 0;

	all = room(p * sizeof(pair));
	bsp_push_reg(all, (int)(p * sizeof(pair)));
	bsp_sync();
	for (uint32_t i = 0; i < p; i++) {
		bsp_put((int)i, pair, all, (int)(me * sizeof(pair)),
			sizeof(pair));
	}
	bsp_sync();
	for (uint32_t i = 1; i < n; i++) {
		wrong += keys[i - 1] > keys[i];
	}
	for (uint32_t i = 0; i < p; i++) {
		left.count += all[2 * i].count - all[2 * i + 1].count;
		left.sum += all[2 * i].sum - all[2 * i + 1].sum;
		left.mixed += all[2 * i].mixed - all[2 * i + 1].mixed;
		wrong += i < me && n > 0 && all[2 * i + 1].largest > keys[0];
	}
	free(all);
	return wrong + ((left.count | left.sum | left.mixed) != 0);
}

int main(int argc, char **argv)
{
	uint32_t n = argument(argc, argv, "n", 4000), first, mine, count;
	uint32_t *keys, *came;
	struct sums asked;
	uint64_t start;

	bsp_begin(bsp_nprocs());
	p = (uint32_t)bsp_nprocs();
	me = (uint32_t)bsp_pid();
	first = first_of(me, p, n);
	mine = first_of(me + 1, p, n) - first;
	keys = room(mine * sizeof(*keys));
	for (uint32_t i = 0; i < mine; i++) {
		keys[i] = random_at(first + i);
	}
	asked = sums_of(keys, mine);
	bsp_sync();
	start = bsp_cycles();
	sort(keys, mine);
	came = exchange(keys, mine, &count);
	bsp_sync();
	start = bsp_cycles() - start;
	return kernel_end("bspsort", n, check(asked, came, count), start);
}
