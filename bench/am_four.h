/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SAMPLE, CON, the Fourier transform and EM3D, one after the other, as small as a simulated
 * board asks for (S. Lumetta, "Multi-Protocol Communication", Berkeley 1998, section 5.3.3).
 * A program that includes this may have replaced their calls before.
 */
#ifndef BENCH_AM_FOUR_H
#define BENCH_AM_FOUR_H

#include "examples/am_connect.h"
#include "examples/am_em3d.h"
#include "examples/am_fft.h"
#include "examples/am_sample.h"

#include "am_timed.h"

enum {
	FOUR_KEYS = 12288,
	FOUR_POINTS = 128, /* squared */
};

static struct sample sorted;
static struct connect connected = {.side = 24, .dims = 3, .edges = 25};
static struct em3d field = {.n = 960, .degree = 10, .remote = 40};
static struct transpose points;

/* SAMPLE's phase of messages. */
static void four_distribute(void)
{
	sample_splitters(&sorted);
	sample_distribute(&sorted);
}

static void four_sample(void)
{
	sample_run(&sorted);
}

static void four_connect(void)
{
	connect_run(&connected);
}

static void four_step(void)
{
	em3d_run(&field, 1);
}

static void four_transform(void)
{
	fft_run(&points);
}

/* All four, by polling; row is told each one's cycles. */
static void four_kernels(void (*row)(const char *kernel, uint64_t cycles))
{
	sample_open(&sorted, FOUR_KEYS);
	row("sample", am_timed(four_sample));
	sample_close(&sorted);
	sample_open(&sorted, FOUR_KEYS);
	row("sample,part=messages", am_timed(four_distribute));
	sample_close(&sorted);
	connect_open(&connected);
	row("components_3d", am_timed(four_connect));
	amk_close(0, connected.there);
	free(connected.segment.memory);
	points.by = BY_BLOCK;
	transpose_open(&points, FOUR_POINTS);
	fft_fill(&points);
	row("fft", am_timed(four_transform));
	transpose_close(&points);
	em3d_open(&field);
	four_step(); /* so that all paths are warm */
	row("em3d", am_timed(four_step));
}

/* Before them. */
static void four_begin(void)
{
	sample_endpoint(&sorted);
	amk_begin("poll");
}

#endif
