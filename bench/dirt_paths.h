/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ray tracer of examples/dirt as a part of a bench, and costs added to each message: those
 * of an operating system as M. A. Parker's thesis models them (Utah 2013, section 8.4):
 *
 *   user      none: user-level notification
 *   interrupt 1 us to wake who has asked: a user-level network interface, an interrupt by
 *             the kernel and a signal; `interrupt2` 2 us
 *   kernel    1 us to send, 1 to receive, 1 to wake: all by the kernel
 */
#ifndef BENCH_DIRT_PATHS_H
#define BENCH_DIRT_PATHS_H

/* clang-format off: those with variables of the file last */
#include "examples/dirt/scene.c"
#include "examples/dirt/trace.c"
#include "examples/dirt/bricks.c"
#include "examples/dirt/draw.c"
/* clang-format on */

#include "common.h"

static const struct path {
	const char *name;
	struct draw_added added;
} paths[] = {
	{"user", {.send = 0}},
	{"interrupt", {.wake = 1000}},
	{"interrupt2", {.wake = 2000}},
	{"kernel", {.send = 1000, .receive = 1000, .wake = 1000}},
};

enum {
	PATHS = sizeof(paths) / sizeof(paths[0])
};

#endif
