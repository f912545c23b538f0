/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Coherent windows: a core's copy of a line is good until somebody writes the line.
 *
 * Each line has a home, the tile at which it is read, written and changed by atomic
 * operations: that of the window's core, or any (homes_hashed).  Who reads a line that it
 * has no good copy of asks the home.  A write goes to the home and makes all copies but
 * the writer's bad; who spins on its copy learns it a way later, and reads again: a word
 * that one core hands to another is on the mesh twice.
 *
 * What is not here: room in caches (a copy is never thrown out), the directory's traffic,
 * and stores that overtake others to the same window, which this chip's may.
 */
#ifndef SIM_CHIP_COHERENT_H
#define SIM_CHIP_COHERENT_H

#include "sim/chip/engine.h"

struct home {
	struct place at;
	struct server *server;
};

struct home coherent_home(const struct core *window, uint32_t line);

/* Is that the core's own?  Where homes are not hashed, not what is its neighbour's. */
static inline bool coherent_near(const struct core *core,
				 const struct core *window, struct home home)
{
	return engine.profile.hashed
		       ? core->at.x == home.at.x && core->at.y == home.at.y
		       : core == window;
}

/* The time that a message from a core to a line's home takes. */
static inline uint64_t coherent_way(const struct core *core,
				    const struct core *window, uint32_t line)
{
	struct home home = coherent_home(window, line);

	return coherent_near(core, window, home) ? 0 : one_way(core, home.at);
}

/* What the core has written there, and has not landed, comes back to it. */
void coherent_forward(struct core *core, uint32_t rank, uint32_t offset,
		      uint8_t *to, uint32_t n);

void coherent_ops(struct sim_host *host);

#endif
