/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A product of matrices of float, as the chip's known example makes it: each core takes its
 * blocks from external memory, in turn by a mutex; the blocks of A go round the rows, those
 * of B round the columns, by DMA into the other of two buffers; the host compares.
 *
 * host:
 * file ext 0x01000000 @a
 * file ext 0x01001000 @b
 * load -
 * start
 * wait 0-15 0x7000 1
 * save ext 0x01002000 4096 @c
 * end
 */
#include <e-lib.h>

enum {
	SIDE = 32,
	RING = 4,
	N = SIDE / RING, /* of a block */
	BYTES = N * N * 4,
	A = 0x01000000,
	B = 0x01001000,
	C = 0x01002000,
};

typedef float block[N][N];

static block a[2] SECTION(".data_bank1"), b[2] SECTION(".data_bank2");
static block c;
static volatile e_barrier_t bars[RING * RING], *tgt_bars[RING * RING];
static volatile unsigned came[2];
static e_mutex_t token;
static e_dma_desc_t d;

/* A block of a matrix in external memory, row by row; from there or to there. */
static void block_at(unsigned base, unsigned row, unsigned col, void *mine,
		     int back)
{
	char *there = (char *)e_emem_config.base + base +
		      (row * N * SIDE + col * N) * 4;
	unsigned step = SIDE * 4 - N * 4 + 8;

	e_dma_set_desc(E_DMA_0,
		       E_DMA_ENABLE | E_DMA_MASTER | E_DMA_DWORD |
			       (back ? 0 : E_DMA_MSGMODE),
		       0, 8, 8, N / 2, N, back ? 8 : step, back ? step : 8,
		       back ? mine : there, back ? there : mine, &d);
	e_dma_start(&d, E_DMA_0);
	e_dma_wait(E_DMA_0);
}

static void pass(e_coreid_wrap_t wrap, block *from, block *to,
		 volatile unsigned *word, unsigned turn)
{
	unsigned row, col;

	e_neighbor_id(E_PREV_CORE, wrap, &row, &col);
	e_dma_copy(e_get_global_address(row, col, to), from, BYTES);
	e_write(&e_group_config, &turn, row, col, (void *)word, sizeof(turn));
}

static void add_product(block *x, block *y)
{
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < N; j++) {
			float sum = c[i][j];

			for (int k = 0; k < N; k++) {
				sum += (*x)[i][k] * (*y)[k][j];
			}
			c[i][j] = sum;
		}
	}
}

int main(void)
{
	unsigned row = e_group_config.core_row, col = e_group_config.core_col;
	unsigned first = (row + col) & (RING - 1);

	e_barrier_init(bars, tgt_bars);
	e_mutex_lock(0, 0, &token);
	block_at(A, row, first, a[0], 0);
	block_at(B, first, col, b[0], 0);
	e_mutex_unlock(0, 0, &token);
	for (unsigned turn = 0; turn < RING; turn++) {
		int side = (int)turn & 1;

		add_product(&a[side], &b[side]);
		e_barrier(bars, tgt_bars);
		pass(E_ROW_WRAP, &a[side], &a[!side], &came[0], turn + 1);
		pass(E_COL_WRAP, &b[side], &b[!side], &came[1], turn + 1);
		while (came[0] <= turn || came[1] <= turn) {
		}
	}
	block_at(C, row, col, c, 1);
	e_barrier(bars, tgt_bars);
	*(volatile unsigned *)0x7000 = 1;
	return 0;
}
