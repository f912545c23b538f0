/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A chip profile: all that the engine knows of a chip, read from a data file.
 * One "key value" a line, '#' starts a comment; each key must be there once.
 * Times are held in picoseconds.
 */
#ifndef SIM_CHIP_PROFILE_H
#define SIM_CHIP_PROFILE_H

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
	uint64_t cache_lines, cache_ways;
	struct place controllers[PROFILE_CONTROLLERS];
	uint32_t controller_count;
	bool no_controller; /* private memory is at the core */
	struct place system_interface;
	uint64_t core_mhz, mesh_mhz;
	uint64_t l_hop, o_mpb, own, next, posted, o_w_mem, o_r_mem;
	uint64_t o_put_mpb, o_get_mpb, o_put_mem, o_get_mem;
	uint64_t mpb_read, mpb_write, link;
	double cpi, host_instruction;
	uint64_t copy_word, l1_hit, invalidate, flag_wait, flag_put;
	uint64_t put, get, copy, flag_write, flag_tell, flag_read, raise, call;
	uint64_t await, await_all, await_each, soon, place;
	uint64_t irq_entry;
	uint64_t wake;
	uint64_t quiet, quiet_each, quiet_core;
	uint64_t poll;
	uint64_t irq;
	uint64_t gic_latency, gic_service, gic_backlog, gic_backlog_service;
	uint64_t atomic, fetch_add, swap, compare_swap;
	uint64_t fifo_words, fifo_word, fifo_message, store;
	uint64_t console_byte;
	uint64_t start_spread, jitter, detour, tardy;
	uint64_t handler_limit, masked_limit;
	/* Switches. */
	uint64_t software, contention, links, distances, cache;
	uint64_t gic, gic_acknowledge;
	uint64_t coherent, hashed;
	/* What follows from the above. */
	uint64_t unit_time; /* of a SIM_UNIT-th of an instruction */
};

/* "key=value": replaces what the file says.  Before profile_read. */
void profile_override(const char *option);

void profile_read(struct profile *profile, const char *path);

static inline uint32_t profile_hops(struct place a, struct place b)
{
	uint32_t dx = a.x < b.x ? b.x - a.x : a.x - b.x;
	uint32_t dy = a.y < b.y ? b.y - a.y : a.y - b.y;

	return dx + dy + 1;
}

#endif
