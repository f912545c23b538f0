/* SPDX-License-Identifier: Apache-2.0 */
/* A wire on which the test chooses what is lost, and what it does most often. */
#ifndef TESTS_LINKS_PICKY_H
#define TESTS_LINKS_PICKY_H

#include <stdio.h>
#include <string.h>

#include "tests/links/chips.h"

static bool (*real_send)(struct link_device *, uint32_t, struct link_frame *);
static uint64_t lose;  /* first transmissions of packets 0 .. that are lost */
static uint64_t again; /* those that were resent */
static uint32_t kinds[5], last_to; /* frames by kind */

static bool picky_send(struct link_device *device, uint32_t to,
		       struct link_frame *frame)
{
	const struct link_header *header = &frame->header;
	uint64_t bit = UINT64_C(1) << ((header->seq - 1) & 63);
	bool first = header->kind == LINK_DATA && !(header->flags & LINK_AGAIN);
	bool gone = first && lose & bit;
	bool taken;

	wire.faults.loss = gone ? UINT32_MAX : 0;
	taken = real_send(device, to, frame);
	wire.faults.loss = 0;
	if (taken) {
		((struct wire_side *)(void *)device)->bursting = 0;
		again |= header->kind == LINK_DATA && !first ? bit : 0;
		kinds[header->kind]++;
		last_to = to;
	}
	return taken;
}

static void begin(uint32_t chips, uint32_t buffers, uint64_t loses)
{
	chips_open(chips, buffers, 1);
	real_send = side[0].device.send;
	for (uint32_t i = 0; i < chips; i++) {
		side[i].device.send = picky_send;
	}
	lose = loses;
	again = 0;
	memset(kinds, 0, sizeof(kinds));
}

static bool takes(uint32_t at, uint32_t from, uint32_t first, uint32_t end)
{
	for (; first < end; first++) {
		if (!chips_take(at, from, first)) {
			return false;
		}
	}
	return true;
}

static void send(uint32_t count)
{
	for (uint32_t n = 0; n < count; n++) {
		chips_send(0, 1, n, 0);
	}
}

#endif
