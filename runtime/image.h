/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The image header: what must be equal on all cores of a run.
 *
 * At rendezvous each core writes its header into its status line, and its
 * parent compares it with its own.  So cores that were loaded with different
 * builds, or that have computed different MPB maps, never communicate.
 */
#ifndef RUNTIME_IMAGE_H
#define RUNTIME_IMAGE_H

#include <stdint.h>

#include "arch/small.h"

enum {
	RT_IMAGE_MAGIC = 0x54464557, /* "WEFT" */
	RT_IMAGE_VERSION = 1,        /* of the messages between cores */
};

/* It has words only, so that all compilers lay it out alike; compared in this order. */
struct rt_image {
	uint32_t magic;
	uint32_t version;
	uint32_t build;    /* hash of sources and flags */
	uint32_t count;    /* cores of the run */
	uint32_t map_hash; /* of the MPB map and struct rt_run */
};

/* Returns this core's header.  The MPB map must have been laid out. */
ARCH_COLD struct rt_image rt_image(void);

/* Returns null if they agree, else words for the first difference. */
ARCH_COLD const char *rt_image_differs(const struct rt_image *a,
				       const struct rt_image *b);

#endif
