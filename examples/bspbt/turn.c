/* SPDX-License-Identifier: Apache-2.0 */
/* Which points are where, and their way from one line to another. */
#include "examples/bspbt/bt.h"

/* Lines are numbered by their places along the two other directions, z before y before x. */
static uint32_t high_of(uint32_t direction)
{
	return direction == Z ? Y : Z;
}

static uint32_t low_of(uint32_t direction)
{
	return direction == X ? Y : X;
}

void place_of(uint32_t direction, uint32_t line, uint32_t i, uint32_t *at)
{
	line += bt.first[direction];
	at[high_of(direction)] = line / bt.within + 1;
	at[low_of(direction)] = line % bt.within + 1;
	at[direction] = i;
}

void turn(uint32_t from, uint32_t to, bool all)
{
	uint32_t lines = bt.within * bt.within, at[DIRECTIONS];
	size_t skip = all ? 0 : offsetof(struct point, r);

	for (uint32_t l = 0; l < bt.count[from]; l++) {
		for (uint32_t i = 1; i < bt.n - 1; i++) {
			char *own = (char *)&line_of(from, l)[i] + skip;
			uint32_t line, pid;
			size_t offset;

			place_of(from, l, i, at);
			line = (at[high_of(to)] - 1) * bt.within +
			       at[low_of(to)] - 1;
			pid = part_of(line, bt.p, lines);
			line -= first_of(pid, bt.p, lines);
			offset = (line * bt.n + at[to]) * sizeof(struct point) +
				 skip;
			if (bt.alone) {
				memcpy((char *)bt.lines[to] + offset, own,
				       sizeof(struct point) - skip);
			} else {
				bsp_put((int)pid, own, bt.lines[to],
					(int)offset,
					(int)(sizeof(struct point) - skip));
			}
		}
	}
	if (!bt.alone) {
		bsp_sync();
	}
}
