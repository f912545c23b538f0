/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The image header: what must be the same on every core of a run.
 *
 * At rendezvous each core shows its header in its status line, and its parent
 * compares it with its own: cores that were loaded with different builds, or that
 * computed different MPB maps, never get to talk.
 */
#ifndef RUNTIME_IMAGE_H
#define RUNTIME_IMAGE_H

#include <stdint.h>

#include "arch/small.h"

enum {
	RT_IMAGE_MAGIC = 0x54464557, /* "WEFT" */
	RT_IMAGE_VERSION = 1,        /* of what cores say to each other */
};

/* Words only, so that the layout is the same for every compiler. */
struct rt_image {
	uint32_t magic;
	uint32_t version;
	uint32_t build;    /* hash of sources and flags */
	uint32_t map_hash; /* hash of the MPB map and the run's shape */
	uint32_t count;    /* cores of the run */
};

/* This core's header; the MPB map must be laid out. */
ARCH_COLD struct rt_image rt_image(void);

/* Null if they agree, else the first thing in which they differ, words. */
ARCH_COLD const char *rt_image_differs(const struct rt_image *a,
				       const struct rt_image *b);

#endif
