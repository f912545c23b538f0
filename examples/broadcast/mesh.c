/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "mesh.h"

enum {
	WIDE = 6,
	TILE_CORES = 2
};

/* Where the ranks sit: [y][x][core of the tile], weft_size() for nobody. */
static struct {
	uint32_t width, height;
	uint32_t *ranks;
} mesh;

static uint32_t *rank_at(uint32_t x, uint32_t y, uint32_t n)
{
	return &mesh.ranks[(y * mesh.width + x) * TILE_CORES + n];
}

static bool measure(void)
{
	uint32_t all;

	for (uint32_t r = 0; r < weft_size(); r++) {
		struct weft_coords c = weft_coords(r);

		mesh.width = c.x >= mesh.width ? c.x + 1 : mesh.width;
		mesh.height = c.y >= mesh.height ? c.y + 1 : mesh.height;
	}
	all = mesh.width * mesh.height * TILE_CORES;
	mesh.ranks = malloc(all * sizeof(*mesh.ranks));
	for (uint32_t i = 0; mesh.ranks && i < all; i++) {
		mesh.ranks[i] = weft_size();
	}
	for (uint32_t r = 0; mesh.ranks && r < weft_size(); r++) {
		struct weft_coords c = weft_coords(r);

		*rank_at(c.x, c.y, c.core % TILE_CORES) = r;
	}
	return mesh.ranks != NULL;
}

/* Five characters: 12345, 123k, 12.3M, .. */
static void print_cycles(uint64_t cycles)
{
	static const char units[] = " kMGT";
	int unit = 0;
	uint64_t tenths = cycles * 10;

	while (tenths >= 100000) {
		tenths /= 1000;
		unit++;
	}
	if (unit == 0) {
		printf("%5u", (unsigned)cycles);
	} else if (tenths < 1000) {
		printf("%2u.%u%c", (unsigned)(tenths / 10),
		       (unsigned)(tenths % 10), units[unit]);
	} else {
		printf("%4u%c", (unsigned)(tenths / 10), units[unit]);
	}
}

static void draw_core(uint32_t rank, const struct verdict *verdicts)
{
	if (mesh.width > WIDE) {
		putchar(rank == weft_size() ? '.'
			: verdicts[rank].ok ? 'o'
					    : 'X');
	} else if (rank == weft_size()) {
		printf("    --     ");
	} else {
		printf("%2u %-3s", (unsigned)rank,
		       verdicts[rank].ok ? "ok" : "BAD");
		print_cycles(verdicts[rank].cycles);
	}
}

static void draw_rule(void)
{
	printf("    +");
	for (uint32_t x = 0; x < mesh.width; x++) {
		printf(mesh.width > WIDE ? "-+" : "-----------+");
	}
	printf("\n");
}

static void draw_tiles(const struct verdict *verdicts)
{
	draw_rule();
	for (uint32_t y = mesh.height; y-- > 0;) {
		for (uint32_t n = 0; n < TILE_CORES; n++) {
			printf(n ? "    |" : "y=%-2u|", (unsigned)y);
			for (uint32_t x = 0; x < mesh.width; x++) {
				draw_core(*rank_at(x, y, n), verdicts);
				putchar('|');
			}
			printf("\n");
		}
		draw_rule();
	}
	printf(mesh.width > WIDE ? "    one mark a core: o ok, X wrong\n"
				 : "    a core: rank, verdict, cycles of this "
				   "board's clock\n");
}

static bool report(const struct verdict *verdicts)
{
	uint64_t least = UINT64_MAX, most = 0;
	uint32_t good = 0;

	for (uint32_t r = 0; r < weft_size(); r++) {
		const struct verdict *v = &verdicts[r];

		good += v->ok;
		least = v->cycles < least ? v->cycles : least;
		most = v->cycles > most ? v->cycles : most;
		if (!v->ok) {
			printf("rank %u has CRC-32 %08x\n", (unsigned)r,
			       (unsigned)v->crc);
		}
	}
	printf("%u of %u cores agree with the host; first done after ",
	       (unsigned)good, (unsigned)weft_size());
	print_cycles(least);
	printf(" cycles, last after ");
	print_cycles(most);
	printf("\n");
	return good == weft_size();
}

bool draw_mesh(const struct verdict *mine)
{
	struct verdict *verdicts = NULL;
	bool ok = mine->ok;
	uint32_t slot;

	if (weft_mpb_alloc(sizeof(*mine), &slot)) {
		weft_panic("no MPB space for the verdicts");
	}
	weft_put(weft_at(weft_rank(), slot), mine, sizeof(*mine));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		verdicts = calloc(weft_size(), sizeof(*verdicts));
		if (!verdicts || !measure()) {
			weft_panic("no memory for the picture");
		}
		for (uint32_t r = 0; r < weft_size(); r++) {
			weft_get(&verdicts[r], weft_at(r, slot),
				 sizeof(*verdicts));
		}
		draw_tiles(verdicts);
		ok = report(verdicts);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER); /* the slots have been read */
	weft_mpb_free(slot);
	return ok;
}
