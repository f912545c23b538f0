/* SPDX-License-Identifier: Apache-2.0 */
/*
 * First light: the root broadcasts a real file to the private memory of all cores,
 * each checks length and CRC-32 against what the host computed, and rank 0 draws the
 * mesh with every core's verdict.
 *
 *   broadcast bytes=<n> crc=<hex> [root=<rank>] [k=<degree>]
 *
 * The file is loaded into the root's memory as "input" (see tools/weft-run).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "mesh.h"

enum {
	PIECES = 16,
	PIECE_UNIT = 3072
};

static struct {
	size_t bytes;
	uint32_t crc, root, k;
} job;

static bool parse(int argc, char **argv)
{
	static const char *const names[] = {"bytes=", "crc=", "root=", "k="};
	uint32_t values[4] = {0, 0, 0, 7};

	for (int i = 1; i < argc; i++) {
		int n = 0;

		while (n < 4 && strncmp(argv[i], names[n], strlen(names[n]))) {
			n++;
		}
		if (n == 4) {
			return false;
		}
		values[n] = (uint32_t)strtoul(argv[i] + strlen(names[n]), NULL,
					      n == 1 ? 16 : 10);
	}
	job.bytes = values[0];
	job.crc = values[1];
	job.root = values[2];
	job.k = values[3];
	return argc > 1;
}

/* CRC-32 as of IEEE 802.3 and zlib. */
static uint32_t crc32(const uint8_t *data, size_t n)
{
	static uint32_t table[256];
	uint32_t crc = 0xffffffff;

	for (uint32_t i = 0; i < 256; i++) {
		table[i] = i;
		for (int bit = 0; bit < 8; bit++) {
			table[i] =
				table[i] >> 1 ^ (0xedb88320 & -(table[i] & 1));
		}
	}
	for (size_t i = 0; i < n; i++) {
		crc = crc >> 8 ^ table[(crc ^ data[i]) & 255];
	}
	return ~crc;
}

static void *input(void)
{
	const void *data = NULL;
	size_t n;
	int error = weft_file("input", &data, &n);

	if (error || n != job.bytes) {
		printf("no input of %u bytes: %s\n", (unsigned)job.bytes,
		       weft_strerror(error));
		weft_panic("the run gave the root no such file");
	}
	return (void *)(uintptr_t)data; /* a broadcast only reads it there */
}

static void show_progress(size_t done)
{
	unsigned percent = job.bytes ? (unsigned)(done * 100 / job.bytes) : 100;

	if (weft_rank() == 0) {
		printf("%3u %%  %7u of %u bytes\n", percent, (unsigned)done,
		       (unsigned)job.bytes);
	}
}

/* The whole file, in pieces so that there is progress to show. */
static int broadcast(uint8_t *data)
{
	size_t piece = job.bytes / PIECES / PIECE_UNIT * PIECE_UNIT;
	size_t at = 0;

	piece = piece ? piece : job.bytes;
	while (at < job.bytes) {
		size_t left = job.bytes - at;
		size_t n = left < piece ? left : piece;
		int error = weft_bcast_ocbcast(data + at, n, job.root, job.k,
					       WEFT_FOREVER);

		if (error) {
			printf("broadcast: %s\n", weft_strerror(error));
			return error;
		}
		at += n;
		show_progress(at);
	}
	return WEFT_OK;
}

int main(int argc, char **argv)
{
	struct verdict verdict = {0};
	uint64_t start;
	uint8_t *data;
	int error;

	if (!parse(argc, argv)) {
		if (weft_rank() == 0) {
			printf("usage: broadcast bytes=<n> crc=<hex> "
			       "[root=<rank>] [k=<degree>]\n");
		}
		return 2;
	}
	data = weft_rank() == job.root ? input() : malloc(job.bytes + 1);
	if (!data) {
		weft_panic("no memory for the file");
	}
	if (weft_rank() == 0) {
		printf("%u bytes, CRC-32 %08x, from rank %u to %u cores, "
		       "OC-Bcast k=%u\n",
		       (unsigned)job.bytes, (unsigned)job.crc,
		       (unsigned)job.root, (unsigned)weft_size(),
		       (unsigned)job.k);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	error = broadcast(data);
	verdict.cycles = weft_cycles() - start;
	/* Nobody computes while others still receive, or it counts as theirs. */
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	verdict.crc = error ? 0 : crc32(data, job.bytes);
	verdict.ok = !error && verdict.crc == job.crc;
	return draw_mesh(&verdict) ? 0 : 1;
}
