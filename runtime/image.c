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
		.count = arch_count(),
		.map_hash = rt_mpb_map_hash(),
	};
}

const char *rt_image_differs(const struct rt_image *a, const struct rt_image *b)
{
	static ARCH_COLD_DATA const char *const differs[] = {
		"not a weft image",
		"another version of weft",
		"another build of the image",
		"another number of cores",
		"another MPB map",
	};
	const uint32_t *of_a = &a->magic, *of_b = &b->magic;

	for (uint32_t i = 0; i < sizeof(*a) / sizeof(*of_a); i++) {
		if (of_a[i] != of_b[i]) {
			return differs[i];
		}
	}
	return NULL;
}
