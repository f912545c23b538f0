/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE 1

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "arch/small.h"

/* aligned_alloc comes here. */
ARCH_COLD int posix_memalign(void **memory, size_t alignment, size_t bytes)
{
	if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) {
		return EINVAL;
	}
	*memory = memalign(alignment, bytes);
	return *memory ? 0 : ENOMEM;
}
