/* SPDX-License-Identifier: Apache-2.0 */
/* What newlib's heap asks of a system: the private DRAM that the port leaves. */
#define _DEFAULT_SOURCE 1

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

#include "arch/arch.h"

ARCH_COLD void *sbrk(ptrdiff_t bytes)
{
	static size_t used;
	void *base;
	size_t all = arch_dram(&base);

	if (bytes < 0 ? (size_t)-bytes > used : (size_t)bytes > all - used) {
		errno = ENOMEM;
		return (void *)-1;
	}
	used += (size_t)bytes;
	return (char *)base + used - (size_t)bytes;
}

/* aligned_alloc comes here. */
ARCH_COLD int posix_memalign(void **memory, size_t alignment, size_t bytes)
{
	if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) {
		return EINVAL;
	}
	*memory = memalign(alignment, bytes);
	return *memory ? 0 : ENOMEM;
}
