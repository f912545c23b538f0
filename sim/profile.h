/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A chip profile: all that the engine knows of a chip, read from a data file.
 * One "key value" a line, '#' starts a comment; each key must be there once.
 * Times are held in picoseconds.
 */
#ifndef SIM_PROFILE_H
#define SIM_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#define PROFILE_CONTROLLERS 256
#define PROFILE_LINE_MAX    64 /* bytes of a line: a byte mask is a word */

struct place {
	uint32_t x, y;
};

struct profile {
	uint64_t mesh_x, mesh_y, cores_per_tile;
	uint64_t window_bytes, line_bytes, l1_lines;
	struct place controllers[PROFILE_CONTROLLERS];
	uint32_t controller_count;
	struct place system_interface;
	uint64_t core_mhz;
	uint64_t l_hop, o_mpb, o_w_mem, o_r_mem;
	uint64_t o_put_mpb, o_get_mpb, o_put_mem, o_get_mem;
	uint64_t block, copy_word, l1_hit, invalidate, poll, irq;
	uint64_t console_byte;
	uint64_t start_spread, jitter, detour;
};

void profile_read(struct profile *profile, const char *path);

static inline uint32_t profile_hops(struct place a, struct place b)
{
	uint32_t dx = a.x < b.x ? b.x - a.x : a.x - b.x;
	uint32_t dy = a.y < b.y ? b.y - a.y : a.y - b.y;

	return dx + dy + 1;
}

#endif
