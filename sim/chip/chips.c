/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/chip/chips.h"
#include "sim/chip/host.h"

struct chips chips = {.n = 1};

uint64_t chips_cores(void)
{
	return chips.columns * engine.profile.mesh_y *
	       engine.profile.cores_per_tile;
}

void chips_lay_out(void)
{
	struct profile *p = &engine.profile;
	uint32_t own = p->controller_count;

	chips.columns = p->mesh_x;
	if (!chips.n) {
		die(STATUS_USAGE, "--chips takes 1 at least");
	}
	if (chips.n == 1) {
		return;
	}
	if (p->gic || player || chips.n * own > PROFILE_CONTROLLERS) {
		die(STATUS_USAGE, "--chips: not with the interrupt controller, "
				  "schedules, or so many of them");
	}
	p->mesh_x *= chips.n;
	for (uint32_t chip = 1; chip < chips.n; chip++) {
		for (uint32_t i = 0; i < own; i++) {
			struct place at = p->controllers[i];

			at.x += (uint32_t)(chip * chips.columns);
			p->controllers[p->controller_count++] = at;
		}
	}
}

void chips_count(void)
{
	const uint32_t *numbers =
		(const void *)((char *)engine.boot + engine.boot->cores);
	uint32_t rank = 0;

	for (uint32_t chip = 0; chip < chips.n; chip++) {
		chips.firsts[chip] = rank;
		while (rank < engine.count &&
		       numbers[rank] / chips_cores() == chip) {
			rank++;
		}
		if (rank == chips.firsts[chip]) {
			die(STATUS_INPUT, "chip %u has no core", chip);
		}
	}
	chips.firsts[chips.n] = rank;
	if (rank != engine.count) {
		die(STATUS_INPUT, "ranks do not go by chips");
	}
}

struct place chips_place(uint32_t number)
{
	uint64_t chip = number / chips_cores();
	uint64_t tile = number % chips_cores() / engine.profile.cores_per_tile;

	return (struct place){
		.x = (uint32_t)(chip * chips.columns + tile % chips.columns),
		.y = (uint32_t)(tile / chips.columns),
	};
}

uint32_t chips_of(uint32_t rank)
{
	uint32_t chip = 0;

	while (rank >= chips.firsts[chip + 1]) {
		chip++;
	}
	return chip;
}

void chips_crossed(const struct core *from, const struct core *to)
{
	die(STATUS_FAULT, "rank %u reaches for rank %u, which is on another chip",
	    from->rank, to->rank);
}
