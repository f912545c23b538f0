/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "arch/arch.h"
#include "runtime/image.h"
#include "runtime/mpb_map.h"

#ifndef WEFT_BUILD_ID
#error "the build gives WEFT_BUILD_ID, a hash of sources and flags"
#endif

struct rt_image rt_image(void)
{
	return (struct rt_image){
		.magic = RT_IMAGE_MAGIC,
		.version = RT_IMAGE_VERSION,
		.build = WEFT_BUILD_ID,
		.map_hash = rt_mpb_map_hash(),
		.count = arch_count(),
	};
}

const char *rt_image_differs(const struct rt_image *a, const struct rt_image *b)
{
	if (a->magic != b->magic) {
		return "not a weft image";
	}
	if (a->version != b->version) {
		return "another version of weft";
	}
	if (a->build != b->build) {
		return "another build of the image";
	}
	if (a->count != b->count) {
		return "another number of cores";
	}
	if (a->map_hash != b->map_hash) {
		return "another MPB map";
	}
	return NULL;
}
