/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu cores=1,2,3,4,16,17,48 time-out=240 */
/* weft-test: boards=mpi,epiphany-sim cores=1,3,4,16 time-out=240 */
/* weft-test: boards=epiphany-emu cores=16,64 */
/*
 * e-lib beside weft: numbers of cores and neighbours, reads and writes, a mutex that all
 * count under, barriers in their order, copies in one and two dimensions, and a product of
 * matrices whose blocks go round the group.
 */
#include <string.h>

#include <weft/core.h>

#include "tests/target/tap.h"

#include <e-lib.h>

enum {
	N = 4, /* a block of the matrices */
	ROUNDS = 20,
	TURNS = 10
};

static unsigned me, rows, cols, cores;
static e_mutex_t mutex, own, counter;
static volatile e_barrier_t bars[64];
static volatile e_barrier_t *tgt_bars[64];
static volatile int box[3], seen[ROUNDS + 1];
static int32_t grid[6][8] ALIGN(8), flat[12] ALIGN(8);
static int32_t a[2][N][N] ALIGN(8), b[2][N][N] ALIGN(8), c[N][N];
static volatile int came_a, came_b;
static const int one = 1;

static void barrier(void)
{
	e_barrier(bars, tgt_bars);
}

/* The calls let others run where nothing interrupts them. */
static void wait_for(volatile int *word, int value)
{
	while (*word < value) {
		e_dma_busy(E_DMA_0);
	}
}

static bool ids(void)
{
	unsigned row, col, up, left;
	int here = 1;
	void *mine = e_get_global_address((unsigned)E_SELF, (unsigned)E_SELF,
					  &counter);

	e_coords_from_coreid(e_get_coreid(), &row, &col);
	e_neighbor_id(E_PREV_CORE, E_COL_WRAP, &up, &left);
	return here && row == e_group_config.core_row &&
	       col == e_group_config.core_col && row < rows && col < cols &&
	       e_coreid_from_coords(row, col) == e_get_coreid() &&
	       up == (row + rows - 1) % rows && left == col &&
	       e_get_global_address(0, 0, mine) == mine &&
	       mine != (void *)&counter && e_is_on_core(mine) &&
	       e_is_on_core(&here) &&
	       (cores == 1 ||
		!e_is_on_core(e_get_global_address(row ? 0 : rows - 1,
						   col ? 0 : cols - 1, &counter)));
}

/* Round the whole group, a write to the next and a read of what the one before has. */
static bool reads_and_writes(void)
{
	unsigned row, col;
	int mark = (int)me + 1, got = 0, prev = (int)(me + cores - 1) % (int)cores;
	void *there;

	e_neighbor_id(E_NEXT_CORE, E_GROUP_WRAP, &row, &col);
	there = e_write(&e_group_config, &mark, row, col, (void *)&box[1],
			sizeof(mark));
	wait_for(&box[1], 1);
	e_neighbor_id(E_PREV_CORE, E_GROUP_WRAP, &row, &col);
	box[2] = mark;
	do {
		e_read(&e_group_config, &got, row, col, (void *)&box[2],
		       sizeof(got));
	} while (got == 0);
	return there && box[1] == prev + 1 && got == prev + 1;
}

/* The counter is no part of the mutex: two at once would lose a turn. */
static bool counts(void)
{
	unsigned busy = e_mutex_trylock(e_group_config.core_row,
					e_group_config.core_col, &own);
	bool ok = busy == 0 &&
		  e_mutex_trylock(e_group_config.core_row,
				  e_group_config.core_col,
				  &own) == e_get_coreid();

	for (int i = 0; i < TURNS; i++) {
		int value;

		e_mutex_lock(0, 0, &mutex);
		e_read(&e_group_config, &value, 0, 0, &counter, sizeof(value));
		value++;
		e_write(&e_group_config, &value, 0, 0, &counter, sizeof(value));
		e_mutex_unlock(0, 0, &mutex);
	}
	if (me == 0) {
		wait_for(&counter, TURNS * (int)cores);
		ok = ok && counter == TURNS * (int)cores;
	}
	return ok;
}

/* Nobody is a round behind: each tells the first core, which must have all of a round. */
static bool rounds(void)
{
	bool ok = true;

	for (int i = 1; i <= ROUNDS; i++) {
		int value;

		e_mutex_lock(0, 0, &mutex);
		e_read(&e_group_config, &value, 0, 0, (void *)&seen[i],
		       sizeof(value));
		value++;
		e_write(&e_group_config, &value, 0, 0, (void *)&seen[i],
			sizeof(value));
		e_mutex_unlock(0, 0, &mutex);
		barrier();
		if (me == 0) {
			ok = ok && seen[i] == (int)cores;
		}
	}
	return ok;
}

/* Three rows of four words, from every second row of my grid to the next core's. */
static bool copies(void)
{
	static e_dma_desc_t d;
	unsigned row, col;
	bool ok = true;

	e_neighbor_id(E_NEXT_CORE, E_GROUP_WRAP, &row, &col);
	for (int i = 0; i < 48; i++) {
		grid[i / 8][i % 8] = 100 * (int)me + i;
	}
	memset(flat, 0, sizeof(flat));
	barrier();
	e_dma_set_desc(E_DMA_0, E_DMA_ENABLE | E_DMA_MASTER | E_DMA_WORD, NULL,
		       4, 4, 4, 3, 64 - 12, 4, grid,
		       e_get_global_address(row, col, flat), &d);
	e_dma_start(&d, E_DMA_0);
	e_dma_wait(E_DMA_0);
	e_write(&e_group_config, &one, row, col, (void *)&box[0], sizeof(one));
	wait_for(&box[0], 1);
	for (int i = 0; i < 12; i++) {
		int from = (int)((me + cores - 1) % cores);

		ok = ok && flat[i] == 100 * from + i / 4 * 16 + i % 4;
	}
	e_dma_copy(flat, e_get_global_address(row, col, &grid[1][1]), 12);
	return ok && flat[2] == 100 * (int)((me + 1) % cores) + 8 + 3;
}

static void add_product(int side)
{
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < N; j++) {
			for (int k = 0; k < N; k++) {
				c[i][j] += a[side][i][k] * b[side][k][j];
			}
		}
	}
}

/* My block to a neighbour's other side, then the word that says so. */
static void pass(e_coreid_wrap_t wrap, void *block, void *other,
		 volatile int *came, int turn)
{
	unsigned row, col;

	e_neighbor_id(E_PREV_CORE, wrap, &row, &col);
	e_dma_copy(e_get_global_address(row, col, other), block,
		   sizeof(a[0]));
	e_write(&e_group_config, &turn, row, col, (void *)came, sizeof(turn));
}

static int32_t item_a(unsigned i, unsigned j)
{
	return (int32_t)(3 * i + j) % 7 - 3;
}

static int32_t item_b(unsigned i, unsigned j)
{
	return (int32_t)(i + 5 * j) % 11 - 5;
}

/* Cannon's algorithm: blocks of A go left, those of B up. */
static bool multiplies(void)
{
	unsigned row = e_group_config.core_row, col = e_group_config.core_col;
	unsigned ring = rows, first = (row + col) % ring;
	bool ok = true;

	for (unsigned i = 0; i < N; i++) {
		for (unsigned j = 0; j < N; j++) {
			a[0][i][j] = item_a(N * row + i, N * first + j);
			b[0][i][j] = item_b(N * first + i, N * col + j);
		}
	}
	barrier();
	for (unsigned turn = 0; turn < ring; turn++) {
		int side = (int)turn & 1;

		add_product(side);
		barrier(); /* the other side has been read */
		pass(E_ROW_WRAP, a[side], a[!side], &came_a, (int)turn + 1);
		pass(E_COL_WRAP, b[side], b[!side], &came_b, (int)turn + 1);
		wait_for(&came_a, (int)turn + 1);
		wait_for(&came_b, (int)turn + 1);
	}
	for (unsigned i = 0; i < N; i++) {
		for (unsigned j = 0; j < N; j++) {
			int32_t sum = 0;

			for (unsigned k = 0; k < N * ring; k++) {
				sum += item_a(N * row + i, k) *
				       item_b(k, N * col + j);
			}
			ok = ok && c[i][j] == sum;
		}
	}
	return ok;
}

int main(void)
{
	rows = e_group_config.group_rows;
	cols = e_group_config.group_cols;
	cores = rows * cols;
	me = e_group_config.core_row * cols + e_group_config.core_col;
	tap_begin();
	tap_cores(64);
	tap_ok(cores == weft_size() && e_group_config.objtype == E_EPI_GROUP,
	       "the group is all cores of the run");
	tap_ok(ids(), "numbers, addresses, neighbours");
	e_barrier_init(bars, tgt_bars);
	tap_ok(true, "barriers are made");
	tap_ok(reads_and_writes(), "reads and writes round the group");
	tap_ok(counts(), "a mutex: no turn is lost");
	tap_ok(rounds(), "barriers hold all back");
	tap_ok(copies(), "copies in one and in two dimensions");
	tap_ok(rows != cols || multiplies(), "a product of matrices");
	return tap_end();
}
