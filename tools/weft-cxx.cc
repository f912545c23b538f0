/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a compiler expects of a C++ library even where none is used.
 *
 * Installed as share/weft/cxx.cc; weft.mk compiles it into every image that
 * has a C++ source.  There are no exceptions, so memory that is not there
 * ends the core with a report.
 */
#include <stdlib.h>

#include <weft/weft.h>

static void *allocate(size_t n)
{
	void *p = malloc(n ? n : 1);

	if (!p) {
		weft_panic("operator new: out of memory");
	}
	return p;
}

void *operator new(size_t n)
{
	return allocate(n);
}

void *operator new[](size_t n)
{
	return allocate(n);
}

void operator delete(void *p) noexcept
{
	free(p);
}

void operator delete[](void *p) noexcept
{
	free(p);
}

void operator delete(void *p, size_t) noexcept
{
	free(p);
}

void operator delete[](void *p, size_t) noexcept
{
	free(p);
}

extern "C" void __cxa_pure_virtual();
extern "C" void __cxa_pure_virtual()
{
	weft_panic("a pure virtual function was called");
}
