/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Frames of links: two chips send each other streams, and the input says what becomes of
 * the frames on their way.  What is read must be what was sent, in order.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/links/chips.h"

enum {
	PACKETS = 40
};

static const struct fuzz_input *by;
static size_t used;
static struct link_frame *(*real_next)(struct link_device *);

static uint8_t take(void)
{
	return used < by->bytes ? (uint8_t)by->text[used++] : 0;
}

/* 0: as it is; else bytes change, or there are fewer, or more. */
static struct link_frame *next(struct link_device *device)
{
	struct link_frame *frame = real_next(device);
	uint8_t how = frame ? take() : 0;
	uint8_t *bytes = frame ? (uint8_t *)&frame->header : NULL;

	if (how == 0 || frame->bytes == 0) {
		return frame;
	}
	if (how & 1) {
		for (uint8_t n = how >> 4; n; n--) {
			bytes[take() % frame->bytes] = take();
		}
	}
	if (how & 2) {
		frame->bytes = take() % (frame->bytes + 1);
	}
	if (how & 4) {
		frame->bytes = take() % (CHIPS_FRAME + 1);
	}
	return frame;
}

static void links(const struct fuzz_input *input)
{
	uint32_t sent[2] = {0, 0}, got[2] = {0, 0};

	by = input;
	chips_open(2, 32, 1);
	real_next = side[0].device.next;
	for (uint32_t i = 0; i < 2; i++) {
		side[i].device.next = next;
		link_want(&chip[i], 1 - i, true);
	}
	for (uint32_t n = 0; n < 20000 && got[0] + got[1] < 2 * PACKETS; n++) {
		for (uint32_t i = 0; i < 2; i++) {
			uint32_t bytes;

			if (sent[i] < PACKETS &&
			    !chips_send(i, 1 - i, sent[i],
					sent[i] % 8 == 7 ? LINK_LAST : 0)) {
				sent[i]++;
			}
			if (link_next(&chip[i], 1 - i, &bytes)) {
				if (!chips_take(i, 1 - i, got[i])) {
					abort();
				}
				got[i]++;
			}
		}
		chips_step();
	}
}

/* A mistake that the fuzzer must find: one byte behind the input's end. */
static void planted(const struct fuzz_input *input)
{
	volatile char *text = input->text;

	(void)text[input->bytes + 1];
}

const struct fuzz_target fuzz_targets[] = {
	{"links", links},
	{"planted", planted},
	{NULL, NULL},
};
