/* SPDX-License-Identifier: Apache-2.0 */
/* Puts and gets.  Those that may be complete later are complete at once, or ordered. */
#include <string.h>

#include "compat/shmem/near.h"

/* Nearly always it is the number that was given. */
static inline int pe_of(shmem_ctx_t ctx, int pe, const char *who)
{
	return ctx == SHMEM_CTX_DEFAULT && (unsigned)pe < own.size
		       ? pe
		       : shmemi_pe(ctx, pe, who);
}

/* Apart from shmemi_put, whose usual way so needs few registers. */
__attribute__((noinline)) static void
put_else(shmem_ctx_t ctx, void *to, const void *from, size_t bytes, int pe)
{
	pe = pe_of(ctx, pe, "shmem_put");
	if (bytes == 0) {
		return;
	}
	if (pe == (int)own.me) {
		memmove(to, from, bytes);
	} else if (near_all()) {
		near_copy(near_pointer(to, (uint32_t)pe, "shmem_put"), from,
			  bytes);
		near_changed((uint32_t)pe);
	} else if (bytes <= AGENT_SHORT) {
		agent_put_short(agent_place(to, "shmem_put"), from,
				(uint32_t)bytes, (uint32_t)pe);
	} else {
		agent_put(agent_place(to, "shmem_put"), from, bytes,
			  (uint32_t)pe);
	}
}

void shmemi_put(shmem_ctx_t ctx, void *to, const void *from, size_t bytes,
		int pe)
{
	if (ctx == SHMEM_CTX_DEFAULT && bytes - 1 < AGENT_SHORT &&
	    (unsigned)pe < own.agents && pe != (int)own.me) {
		agent_put_short(agent_place(to, "shmem_put"), from,
				(uint32_t)bytes, (uint32_t)pe);
	} else {
		put_else(ctx, to, from, bytes, pe);
	}
}

void shmemi_get(shmem_ctx_t ctx, void *to, const void *from, size_t bytes,
		int pe)
{
	pe = pe_of(ctx, pe, "shmem_get");
	if (bytes == 0) {
		return;
	}
	if (pe == (int)own.me) {
		memmove(to, from, bytes);
	} else if (near_all()) {
		near_copy(to, near_pointer(from, (uint32_t)pe, "shmem_get"),
			  bytes);
	} else {
		agent_get(to, agent_place(from, "shmem_get"), bytes,
			  (uint32_t)pe);
	}
}

void shmemi_iput(shmem_ctx_t ctx, void *to, const void *from,
		 ptrdiff_t to_stride, ptrdiff_t from_stride, size_t n,
		 size_t size, int pe)
{
	char *target = to;
	const char *source = from;

	if (to_stride == 1 && from_stride == 1) {
		shmemi_put(ctx, to, from, n * size, pe);
		return;
	}
	for (; n > 0; n--) {
		shmemi_put(ctx, target, source, size, pe);
		target += to_stride * (ptrdiff_t)size;
		source += from_stride * (ptrdiff_t)size;
	}
}

void shmemi_iget(shmem_ctx_t ctx, void *to, const void *from,
		 ptrdiff_t to_stride, ptrdiff_t from_stride, size_t n,
		 size_t size, int pe)
{
	char *target = to;
	const char *source = from;

	if (to_stride == 1 && from_stride == 1) {
		shmemi_get(ctx, to, from, n * size, pe);
		return;
	}
	for (; n > 0; n--) {
		shmemi_get(ctx, target, source, size, pe);
		target += to_stride * (ptrdiff_t)size;
		source += from_stride * (ptrdiff_t)size;
	}
}

void shmemi_put_signal(shmem_ctx_t ctx, void *to, const void *from,
		       size_t bytes, uint64_t *signal, uint64_t value, int op,
		       int pe)
{
	shmemi_put(ctx, to, from, bytes, pe);
	shmemi_atomic(ctx, signal,
		      (op == SHMEM_SIGNAL_ADD ? SHMEMI_ADD : SHMEMI_SET) | 8,
		      value, 0, pe);
}

/* Messages to one PE are handled in their order. */
void shmem_ctx_fence(shmem_ctx_t ctx)
{
	(void)ctx;
}

void shmem_fence(void)
{
}

void shmem_ctx_quiet(shmem_ctx_t ctx)
{
	(void)ctx;
	agent_quiet();
}

void shmem_quiet(void)
{
	agent_quiet();
}
