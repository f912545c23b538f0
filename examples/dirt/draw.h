/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The image, drawn by all cores, each by some fibers; the cores' questions are calls
 * (weft/call.h), which park who asks.  A supervisor, the root, gives out assignments of pixels,
 * large ones first, and gets the pixels back (M. A. Parker's thesis, Utah 2013, sections 5.1
 * and 5.2).
 *
 * `added` are the costs, in ns, of an operating system on the path of each message, as the
 * thesis models them (sections 8.4 and 8.5): to send, to put to sleep who has asked, to
 * receive, and to wake it; and how many us later each reply comes, and each brick, as by
 * another wire (section 8.3), and what each brick costs who sends it (8.6).  `polls`: one
 * fiber more looks for messages all the time.  `apart`: the supervisor draws nothing itself.
 */
#ifndef DIRT_DRAW_H
#define DIRT_DRAW_H

#include "examples/dirt/bricks.h"
#include "examples/dirt/scene.h"

struct draw_added {
	uint32_t send, receive, wake, sleep;
	uint32_t reply_us, brick_us, brick_send;
	bool polls, apart;
};

/* Collective, once. */
void draw_setup(const struct scene *scene, uint32_t root, uint32_t lines);

/* Collective; on the root the image, 3 bytes a pixel.  Calls may end later than it. */
const uint8_t *draw(uint32_t fibers, const struct draw_added *added);

#endif
