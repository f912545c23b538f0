// SPDX-License-Identifier: Apache-2.0
/*
 * A wire, and its faults, which the seed of the wires repeats: each direction has chances of
 * its own.  Losses come in bursts (E. Gilbert's two states, 1960), as in links/wire.h.
 */
#include <stdlib.h>
#include <string.h>

#include "emu/tensix/ethernet.h"
#include "emu/tensix/event.h"
#include "emu/tensix/host.h"
#include "emu/tensix/tile.h"
#include "emu/tensix/timing.h"

enum {
	MILLION = 1000000,
	BITS_A_CLOCK = 100, /* 100 Gb/s, at 1 GHz */
	AROUND = 24,        /* bytes before, behind and between packets */
};

static struct {
	const char *name;
	uint32_t value; /* clocks, or of a million */
} settings[] = {
	{"latency", T_WIRE}, {"loss", 0}, {"burst", 500000},
	{"repeat", 0},       {"late", 0}, {"late_by", 20000},
	{"flip", 0},         {"seed", 1},
};

static uint32_t *find(const char *text, size_t n)
{
	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++) {
		if (strlen(settings[i].name) == n &&
		    !strncmp(settings[i].name, text, n)) {
			return &settings[i].value;
		}
	}
	return NULL;
}

static uint32_t setting(const char *name)
{
	return *find(name, strlen(name));
}

void ethernet_option(const char *text)
{
	uint32_t *value = find(text, strcspn(text, "="));

	if (!value || !strchr(text, '=')) {
		die(STATUS_USAGE, "--link %s: wires have no such setting",
		    text);
	}
	*value = (uint32_t)host_number(strchr(text, '=') + 1, UINT32_MAX);
}

static bool falls(struct ethernet *e, const char *name)
{
	if (!e->chance) {
		e->chance =
			chance_begin(setting("seed") << 16 ^ e->peer->index);
	}
	return chance_below(&e->chance, MILLION) < setting(name);
}

uint64_t wire_leave(struct tile *tile, uint32_t bytes)
{
	uint64_t *free = &tile->ethernet->wire_free;

	*free = *free < chip.now ? chip.now : *free;
	*free += T_PACKET_READ + (AROUND + bytes) * 8 / BITS_A_CLOCK;
	return *free;
}

static void arrive(struct tile *tile, const struct packet *packet)
{
	struct ethernet *e = tile->ethernet;
	size_t size = sizeof(*packet) + packet->bytes;
	struct packet *copy = host_alloc(size);
	uint64_t time = chip.now + setting("latency");

	memcpy(copy, packet, size);
	if (falls(e, "flip")) {
		copy->data[chance_below(&e->chance, copy->bytes)] ^=
			(uint8_t)(1u << chance_below(&e->chance, 8));
	}
	if (falls(e, "late")) {
		time += setting("late_by");
	}
	event_add(&(struct event){
		.kind = EVENT_PACKET_COME,
		.time = time,
		.tile = e->peer,
		.packet = copy,
	});
}

void wire_carry(struct tile *tile, struct packet *packet)
{
	struct ethernet *e = tile->ethernet;

	e->bursting = falls(e, e->bursting ? "burst" : "loss");
	if (!e->bursting) {
		arrive(tile, packet);
		if (falls(e, "repeat")) {
			arrive(tile, packet);
		}
	}
	free(packet);
}
