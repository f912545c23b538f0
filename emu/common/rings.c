/* SPDX-License-Identifier: Apache-2.0 */
#include "emu/common/rings.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/host.h"

enum {
	EVENT_BYTES = 24,
	HEAD_BYTES = 8, /* entries, next */
	OFTEN = 500,    /* clocks: a ring of 64 takes longer to go round */
	BEING_MADE =
		8, /* the newest may not be whole yet, by handlers' turns */
	PLACES_MOST = 1 << 16,
};

struct ring {
	const uint8_t *at;
	uint32_t index, seen;
};

static struct ring *rings;
static uint32_t n_rings;
static uint32_t address;
static uint64_t look_at;
static FILE *file;

void rings_option(const char *text)
{
	const char *path;

	address = (uint32_t)host_number_until(text, ':', &path, UINT32_MAX);
	if (!path || !address) {
		die(STATUS_USAGE, "--rings takes ADDRESS:FILE");
	}
	file = fopen(path, "wb");
	if (!file) {
		die(STATUS_USAGE, "%s: %s", path, strerror(errno));
	}
}

uint32_t rings_at(void)
{
	return address;
}

void rings_add(uint32_t index, const uint8_t *ring)
{
	rings = realloc(rings, (n_rings + 1) * sizeof(*rings));
	if (!rings) {
		die(STATUS_HOST, "out of memory");
	}
	rings[n_rings++] = (struct ring){.at = ring, .index = index};
}

static void put(uint32_t index, const void *event)
{
	fwrite(&index, sizeof(index), 1, file);
	fwrite(event, EVENT_BYTES, 1, file);
}

static void empty(struct ring *ring, uint32_t whole)
{
	uint32_t places, next;

	memcpy(&places, ring->at, sizeof(places));
	memcpy(&next, ring->at + 4, sizeof(next));
	/* Before its core has begun there is litter; a ring counts from 0. */
	if (!places || places > PLACES_MOST || places & (places - 1) ||
	    next - ring->seen > UINT32_MAX / 2) {
		return;
	}
	if (next - ring->seen > places) {
		uint32_t words[EVENT_BYTES / 4] = {[3] = next - ring->seen -
							 places};

		put(ring->index, words);
		ring->seen = next - places;
	}
	for (; next - ring->seen > whole && next != ring->seen; ring->seen++) {
		put(ring->index,
		    ring->at + HEAD_BYTES +
			    EVENT_BYTES * (ring->seen & (places - 1)));
	}
}

void rings_look(uint64_t now)
{
	if (now < look_at || !file) {
		return;
	}
	look_at = now + OFTEN;
	for (uint32_t i = 0; i < n_rings; i++) {
		empty(&rings[i], BEING_MADE);
	}
}

void rings_end(void)
{
	for (uint32_t i = 0; i < n_rings && file; i++) {
		empty(&rings[i], 0);
	}
	if (file && fclose(file) != 0) {
		fprintf(stderr, "%s: the events are not whole: %s\n",
			host_program, strerror(errno));
	}
	file = NULL;
}
