/* SPDX-License-Identifier: Apache-2.0 */
/* What newlib's heap asks of a system: the private DRAM that the port leaves. */
#define _DEFAULT_SOURCE 1

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "arch/arch.h"

/* What newlib looks at when it has called; no more of it is linked than it has. */
#undef errno
extern int errno __attribute__((weak, visibility("hidden")));

ARCH_COLD void *sbrk(ptrdiff_t bytes)
{
	static size_t used;
	void *base;
	size_t all = arch_dram(&base);

	if (bytes < 0 ? (size_t)-bytes > used : (size_t)bytes > all - used) {
		if (&errno) {
			errno = ENOMEM;
		}
		return (void *)-1;
	}
	used += (size_t)bytes;
	return (char *)base + used - (size_t)bytes;
}
