// SPDX-License-Identifier: Apache-2.0
/* A NIU's registers. */
#include "emu/tensix/host.h"
#include "emu/tensix/tile.h"

static uint32_t node_id(const struct tile *tile, unsigned which)
{
	uint32_t x = tile->router_x, y = tile->router_y;

	if (which == 1) {
		x = chip.is->width - 1 - x;
		y = chip.is->height - 1 - y;
	}
	return x | y << 6 | chip.is->width << 12 | chip.is->height << 19;
}

/* In one of the initiators' blocks; all of these are words of `set`. */
static bool is_setting(uint32_t offset)
{
	const struct niu_map *map = &chip.is->niu;

	return offset <= AT_LEN_BE || offset == map->data;
}

uint32_t niu_read(struct core *who, struct tile *tile, unsigned which,
		  uint32_t offset)
{
	const struct niu_map *map = &chip.is->niu;
	struct niu *niu = &tile->nius[which];
	uint32_t initiator = offset / map->stride;
	uint32_t reg = offset % map->stride;

	if (initiator < INITIATORS && reg == map->command) {
		return niu->busy[initiator] >
		       (who->tile == tile ? who->clock : chip.now);
	}
	if (initiator < INITIATORS && is_setting(reg)) {
		return niu->set[initiator][reg / 4];
	}
	if (offset == map->node_id) {
		return node_id(tile, which);
	}
	if (offset == map->id_logical) {
		return tile->x | tile->y << 6;
	}
	if (offset >= COUNTERS && offset < COUNTERS_END) {
		return niu->counters[(offset - COUNTERS) / 4];
	}
	core_die(who, "load from NIU %u + 0x%04x: not modelled", which, offset);
}

static void clear_outstanding(struct niu *niu, uint32_t mask)
{
	for (unsigned tag = 0; tag < TAGS; tag++) {
		if (mask >> tag & 1) {
			niu->counters[OUTSTANDING + tag] = 0;
		}
	}
}

void niu_write(struct core *who, struct tile *tile, unsigned which,
	       uint32_t offset, uint32_t value)
{
	const struct niu_map *map = &chip.is->niu;
	struct niu *niu = &tile->nius[which];
	uint32_t initiator = offset / map->stride;
	uint32_t reg = offset % map->stride;

	if (offset == map->clear) {
		clear_outstanding(niu, value);
		return;
	}
	if (initiator >= INITIATORS ||
	    (reg != map->command && !is_setting(reg))) {
		core_die(who, "store to NIU %u + 0x%04x: not modelled", which,
			 offset);
	}
	if (niu->busy[initiator] > chip.now) {
		core_die(who,
			 "store to NIU %u + 0x%04x: the initiator has not "
			 "taken its last request, as CMD_CTRL would say",
			 which, offset);
	}
	if (reg == map->command) {
		if (value & 1) {
			niu_go(who, tile, which, initiator);
		}
		return;
	}
	niu->set[initiator][reg / 4] = value;
}
