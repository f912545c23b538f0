/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What images that are built for the thread sanitizer ask their process for.
 *
 * That sanitizer keeps a signal until the thread's next call of it that may take one,
 * and accesses may not.  A core that looks for what its own handler leaves would wait
 * for ever.  So volatile accesses have names of their own in images (gcc's parameter
 * tsan-distinguish-volatile), and here each is also such a call.
 */
#if defined(__SANITIZE_THREAD__)

#include "arch/annotate.h"

#define VOLATILE(what, bytes)                                                  \
	void __tsan_##what##bytes(void *at);                                   \
	void __tsan_volatile_##what##bytes(void *at);                          \
	void __tsan_volatile_##what##bytes(void *at)                           \
	{                                                                      \
		static const uint32_t none;                                    \
                                                                               \
		__tsan_##what##bytes(at);                                      \
		__atomic_load_n(&none, __ATOMIC_RELAXED);                      \
	}

VOLATILE(read, 1)
VOLATILE(read, 2)
VOLATILE(read, 4)
VOLATILE(read, 8)
VOLATILE(read, 16)
VOLATILE(write, 1)
VOLATILE(write, 2)
VOLATILE(write, 4)
VOLATILE(write, 8)
VOLATILE(write, 16)

void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);

/* Reads that find out by themselves what they are worth. */
void arch_hint(enum arch_hint what, const void *place, uint32_t offset,
	       size_t n)
{
	(void)place;
	(void)offset;
	if (what == ARCH_HINT_OPTIMISTIC && n) {
		AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
	} else if (what == ARCH_HINT_OPTIMISTIC) {
		AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
	}
}

#endif
