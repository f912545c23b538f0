/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Heat in a plate, or an image that is smoothed: in each step a cell becomes half of
 * itself and an eighth of each of its four neighbours; beyond an edge it is as at the
 * edge.  Integers, so any number of cores gives the same result.
 *
 * Cores have strips of rows.  In each step they put their first and last row into
 * the MPBs of the cores above and below, two steps' worth, each with a flag that counts
 * steps: who has seen a neighbour's flag of step t+1 knows that it has read what
 * it was sent in step t.
 */
#ifndef HEAT_H
#define HEAT_H

#include <stdint.h>

/* Before the first run: room for rows of that many cells.  Collective. */
void heat_setup(uint32_t width);

/* Collective: so many steps of the root's plate, which is replaced. */
void heat_run(uint16_t *plate, uint32_t width, uint32_t height, uint32_t steps,
	      uint32_t root);

/* The same by this core alone. */
void heat_alone(uint16_t *plate, uint32_t width, uint32_t height,
		uint32_t steps);

#endif
