// SPDX-License-Identifier: Apache-2.0
/*
 * A request that is set up becomes a struct request, or the run's end: what hangs
 * a NIU or a chip, or does something undocumented, is said in words.
 */
#include <stdlib.h>
#include <string.h>

#include "emu/tensix/devices.h"
#include "emu/tensix/host.h"
#include "emu/tensix/tile.h"

enum {
	PLACE = 0xfff, /* x and y << 6 */
	INCREMENT = 0x1000,
	WIDTH_32 = 31 << 2,
	TAG_SHIFT = 10,
};

/* One end of a request: an address, and what stands above it. */
struct end {
	uint32_t address, place;
};

static struct end end_of(const uint32_t *set, unsigned lo)
{
	uint32_t mid = set[lo / 4 + 1], hi = set[lo / 4 + 2];

	if (chip.is->niu.has_high) {
		return (struct end){set[lo / 4], hi | (mid ? 0xff000000 : 0)};
	}
	return (struct end){set[lo / 4],
			    mid >> 4 | (mid & 15 ? 0xff000000 : 0)};
}

static struct tile *tile_of(const struct request *r, const char *which,
			    uint32_t place)
{
	uint32_t x = place & 63, y = place >> 6 & 63;

	if (place & ~(uint32_t)PLACE) {
		request_die(r, "%s: bits above the coordinates: 0x%08x", which,
			    place);
	}
	if (chip.tile_at[r->from->chip][y][x] == TILE_NONE) {
		request_die(r,
			    "%s: no tile at x %u, y %u: the NIU hangs, and "
			    "maybe the board",
			    which, x, y);
	}
	return &chip.tiles[chip.tile_at[r->from->chip][y][x]];
}

static void check_sender(const struct request *r, const char *which,
			 struct end end)
{
	if (tile_of(r, which, end.place) != r->from) {
		request_die(r, "%s: not the sender's own coordinates", which);
	}
}

static void check_own(const struct request *r, const char *which,
		      struct end end)
{
	check_sender(r, which, end);
	if (end.address >= chip.is->l1_bytes ||
	    r->bytes > chip.is->l1_bytes - end.address) {
		request_die(r, "%s: %u bytes at 0x%08x are not in L1", which,
			    r->bytes, end.address);
	}
}

/* The other end is L1 or one word of a register. */
static void check_far(struct request *r, const struct tile *tile,
		      uint32_t address)
{
	r->to_register = address >= tile->l1_bytes;
	if (!r->to_register) {
		if (r->bytes > tile->l1_bytes - address) {
			request_die(r, "%u bytes at 0x%08x reach beyond L1",
				    r->bytes, address);
		}
		return;
	}
	if (address % 4 || r->bytes != 4) {
		request_die(r,
			    "%u bytes at 0x%08x: a register is an aligned "
			    "word",
			    r->bytes, address);
	}
	if (device_find(tile, address) == DEVICE_NONE ||
	    device_find(tile, address) == DEVICE_CONFIG) {
		const char *name = device_missing(tile, address);

		request_die(r, "0x%08x: %s", address,
			    name ? "not modelled for a network"
				 : "no network gets there");
	}
}

static void check_length(const struct request *r)
{
	if (!r->bytes || r->bytes > chip.is->packet_most) {
		request_die(r, "%u bytes: a packet has 1 to %u", r->bytes,
			    chip.is->packet_most);
	}
}

static void check_modulo(const struct request *r)
{
	if ((r->source ^ r->target) & 15) {
		request_die(r,
			    "from 0x%08x to 0x%08x: source and destination "
			    "differ modulo 16",
			    r->kind == REQUEST_READ ? r->target : r->source,
			    r->kind == REQUEST_READ ? r->source : r->target);
	}
}

static void check_control(const struct request *r, uint32_t ctrl)
{
	uint32_t known = CTRL_KIND | CTRL_INLINE | CTRL_ACK | CTRL_MULTICAST |
			 CTRL_LINKED | CTRL_STATIC | CTRL_RESERVE | CTRL_VC |
			 CTRL_Y_FIRST | CTRL_SELF | CTRL_PRIORITY;

	if (ctrl & CTRL_BYTES) {
		request_die(r, "writes with a byte mask are not modelled");
	}
	if ((ctrl & ~known) || (ctrl & CTRL_KIND) > CTRL_WRITE) {
		request_die(r, "CTRL 0x%08x has bits that mean nothing", ctrl);
	}
	if (r->kind != REQUEST_WRITE &&
	    (ctrl & (CTRL_INLINE | CTRL_MULTICAST))) {
		request_die(r,
			    "CTRL 0x%08x: only writes are inline or "
			    "multicast",
			    ctrl);
	}
	if ((ctrl & CTRL_VC) >= CTRL_VC_MULTICAST && !r->multicast) {
		request_die(r,
			    "CTRL 0x%08x: a unicast in a virtual channel of "
			    "other things",
			    ctrl);
	}
}

/*
 * To L1 the mask of bytes goes by, which says where in 16 the word is.  RET is not
 * documented to matter; the vendor's programs set it, and its simulator demands that.
 */
static void set_up_inline(struct request *r, const uint32_t *set)
{
	struct end to = end_of(set, TARG_LO);
	struct tile *tile = tile_of(r, "TARG", to.place);

	r->is_inline = true;
	r->bytes = 4;
	r->target = to.address;
	r->addend = set[chip.is->niu.data / 4];
	check_sender(r, "RET", end_of(set, RET_LO));
	check_far(r, tile, to.address);
	if (!r->to_register) {
		if (chip.model == MODEL_BLACKHOLE) {
			request_die(r, "an inline write to L1 can hang this "
				       "chip");
		}
		r->target &= ~15u;
		r->mask = set[AT_LEN_BE / 4] & 0xffff;
		r->bytes = 16;
	}
	network_start(r, &tile, 1);
}

static void set_up_read(struct request *r, const uint32_t *set)
{
	struct end from = end_of(set, TARG_LO), to = end_of(set, RET_LO);
	struct tile *tile = tile_of(r, "TARG", from.place);

	r->bytes = set[AT_LEN_BE / 4];
	check_length(r);
	check_own(r, "RET", to);
	check_far(r, tile, from.address);
	r->source = to.address;
	r->target = from.address;
	check_modulo(r);
	network_start(r, &tile, 1);
}

static void set_up_atomic(struct request *r, const uint32_t *set)
{
	struct end at = end_of(set, TARG_LO), to = end_of(set, RET_LO);
	struct tile *tile = tile_of(r, "TARG", at.place);
	uint32_t operation = set[AT_LEN_BE / 4];

	if ((operation & ~3u) != (INCREMENT | WIDTH_32)) {
		request_die(r,
			    "AT_LEN_BE 0x%08x: only the increment of 32 "
			    "bits is modelled",
			    operation);
	}
	r->bytes = 4;
	check_far(r, tile, at.address);
	if (r->to_register) {
		request_die(r, "an atomic on the register at 0x%08x",
			    at.address);
	}
	if (r->acked) {
		check_own(r, "RET", to);
	}
	r->source = to.address;
	r->target = (at.address & ~15u) + 4 * (operation & 3);
	r->addend = set[chip.is->niu.data / 4];
	network_start(r, &tile, 1);
}

/* The rectangle's tiles; its corners are the other way round on NoC 1. */
static uint32_t list(const struct request *r, uint32_t place, bool self,
		     struct tile **tiles)
{
	uint32_t end = place & PLACE, start = place >> 12 & PLACE, n = 0;
	uint32_t first = r->niu ? end : start, last = r->niu ? start : end;
	uint32_t x0 = first & 63, y0 = first >> 6, x1 = last & 63;
	uint32_t y1 = last >> 6;

	if (x0 > x1 || y0 > y1) {
		request_die(r,
			    "a rectangle from x %u, y %u to x %u, y %u: "
			    "those that wrap around are not modelled",
			    start & 63, start >> 6, end & 63, end >> 6);
	}
	for (uint32_t y = y0; y <= y1; y++) {
		for (uint32_t x = x0; x <= x1; x++) {
			int i = chip.tile_at[r->from->chip][y][x];

			if (i != TILE_NONE && !chip.tiles[i].ethernet &&
			    (self || &chip.tiles[i] != r->from)) {
				tiles[n++] = &chip.tiles[i];
			}
		}
	}
	return n;
}

static void set_up_multicast(struct request *r, struct end to, uint32_t ctrl)
{
	struct tile *tiles[TILES_MOST];
	uint32_t n;

	if (!(ctrl & CTRL_RESERVE)) {
		request_die(r, "a multicast that does not reserve its path can "
			       "hang the network");
	}
	if ((ctrl & CTRL_VC) >> 14 != CTRL_VC_MULTICAST >> 14) {
		request_die(r,
			    "CTRL 0x%08x: a multicast in a virtual channel "
			    "of other things",
			    ctrl);
	}
	r->rectangle = to.place | (ctrl & CTRL_Y_FIRST) << 12;
	n = list(r, to.place, ctrl & CTRL_SELF, tiles);
	if (!n) {
		request_die(r, "a multicast to nobody");
	}
	network_start(r, tiles, n);
}

static void set_up_write(struct request *r, const uint32_t *set)
{
	struct end from = end_of(set, TARG_LO), to = end_of(set, RET_LO);
	uint32_t ctrl = set[CTRL / 4];
	struct tile *tile =
		r->multicast ? r->from : tile_of(r, "RET", to.place);

	r->bytes = set[AT_LEN_BE / 4];
	check_length(r);
	check_own(r, "TARG", from);
	check_far(r, tile, to.address); /* of a rectangle's all are alike */
	r->source = from.address;
	r->target = to.address;
	check_modulo(r);
	if (r->multicast) {
		set_up_multicast(r, to, ctrl);
		return;
	}
	network_start(r, &tile, 1);
}

void niu_go(struct core *who, struct tile *tile, unsigned which,
	    unsigned initiator)
{
	static const uint8_t kinds[] = {REQUEST_READ, REQUEST_ATOMIC,
					REQUEST_WRITE, REQUEST_WRITE};
	const uint32_t *set = tile->nius[which].set[initiator];
	struct request *r = host_alloc(sizeof(*r));
	uint32_t ctrl = set[CTRL / 4];

	*r = (struct request){
		.kind = kinds[ctrl & CTRL_KIND],
		.acked = ctrl & CTRL_ACK,
		.linked = ctrl & CTRL_LINKED,
		.is_static = ctrl & CTRL_STATIC,
		.multicast = ctrl & CTRL_MULTICAST,
		.vc = (ctrl & CTRL_VC) >> 13,
		.niu = (uint8_t)which,
		.tag = set[PACKET_TAG / 4] >> TAG_SHIFT & (TAGS - 1),
		.from = tile,
		.core = who,
		.pc = who->asked_at,
	};
	check_control(r, ctrl);
	if (set[PACKET_TAG / 4] & ~((TAGS - 1u) << TAG_SHIFT)) {
		request_die(r,
			    "PACKET_TAG 0x%08x: only a transaction id has a "
			    "place there",
			    set[PACKET_TAG / 4]);
	}
	tile->nius[which].starting = initiator;
	if (ctrl & CTRL_INLINE) {
		set_up_inline(r, set);
	} else if (r->kind == REQUEST_READ) {
		set_up_read(r, set);
	} else if (r->kind == REQUEST_ATOMIC) {
		set_up_atomic(r, set);
	} else {
		set_up_write(r, set);
	}
}
