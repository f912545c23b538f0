/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "arch/inline.h"
#include "runtime/trace.h"
#include "runtime/why.h"
#include "runtime/window.h"

#include <weft/flag.h>
#include <weft/rma.h>

static struct arch_addr rma_place_of(struct weft_addr addr)
{
	return (struct arch_addr){addr.rank, addr.window, addr.offset};
}

/* The one end, and whether there is another. */
static inline int rma_check(const struct weft_addr *place, const void *data,
			    size_t bytes)
{
	int error = rt_check_place(*place, bytes);

	return error || bytes == 0 || data ? error
					   : RT_WHY(WEFT_ERR_NULL, "data");
}

/*
 * Put and get of what rt_in_heap does not pass: in other windows, nothing from
 * nowhere, and what is wrong.
 */
RT_REST int put_rest(struct weft_addr dst, const void *src, size_t bytes)
{
	int error = rma_check(&dst, src, bytes);

	if (error) {
		return error;
	}
	RT_TRACE("put", dst.rank, (uint32_t)bytes);
	arch_put(dst.rank, dst.window, dst.offset, src, bytes);
	return WEFT_OK;
}

RT_REST int get_rest(void *dst, struct weft_addr src, size_t bytes)
{
	int error = rma_check(&src, dst, bytes);

	if (error) {
		return error;
	}
	RT_TRACE("get", src.rank, (uint32_t)bytes);
	/* Pairs as in weft_get. */
	FENCE(get_acquire, arch_acquire());
	arch_get(dst, src.rank, src.window, src.offset, bytes);
	return WEFT_OK;
}

#ifdef WEFT_SHORTER
/* What weft_put, weft_get would say or do. */
RT_REST int put_bytes(weft_rank_t rank, uint32_t offset, const void *src,
		      uint32_t words)
{
	return words >> 30
		       ? RT_WHY(WEFT_ERR_RANGE, "words")
		       : weft_put_any(weft_at(rank, offset), src, words * 4);
}

RT_REST int get_bytes(weft_rank_t rank, uint32_t offset, void *dst,
		      uint32_t words)
{
	return words >> 30
		       ? RT_WHY(WEFT_ERR_RANGE, "words")
		       : weft_get_any(dst, weft_at(rank, offset), words * 4);
}

WEFT_REGISTERS int weft_put_words(weft_rank_t rank, uint32_t offset,
				  const void *src, uint32_t words)
{
	if (!rt_words_in_heap(rank, offset, words)) {
		return put_bytes(rank, offset, src, words);
	}
	RT_TRACE("put", rank, words * 4);
	arch_inline_put_aligned(rank, offset, src, words);
	return WEFT_OK;
}

WEFT_REGISTERS int weft_get_words(weft_rank_t rank, uint32_t offset, void *dst,
				  uint32_t words)
{
	if (!rt_words_in_heap(rank, offset, words)) {
		return get_bytes(rank, offset, dst, words);
	}
	RT_TRACE("get", rank, words * 4);
	/* Pairs as in weft_get. */
	FENCE(get_acquire, arch_inline_acquire());
	arch_inline_get_aligned(dst, rank, offset, words);
	return WEFT_OK;
}
#endif

ARCH_SHORT int weft_put(struct weft_addr dst, const void *src, size_t bytes)
{
	if (!rt_in_heap(&dst, bytes) || !src) {
		return put_rest(dst, src, bytes);
	}
	RT_TRACE("put", dst.rank, (uint32_t)bytes);
	ARCH_PLACES(1);
	arch_inline_put(dst.rank, dst.window, dst.offset, src, bytes);
	return WEFT_OK;
}

ARCH_SHORT int weft_get(void *dst, struct weft_addr src, size_t bytes)
{
	if (!rt_in_heap(&src, bytes) || !dst) {
		return get_rest(dst, src, bytes);
	}
	RT_TRACE("get", src.rank, (uint32_t)bytes);
	/*
	 * A copy kept from an earlier get may be older than this call.  Pairs
	 * with weft_quiet of who wrote there: I read after I have heard that it
	 * is done.
	 */
	FENCE(get_acquire, arch_inline_acquire());
	ARCH_PLACES(1);
	arch_inline_get(dst, src.rank, src.window, src.offset, bytes);
	return WEFT_OK;
}

ARCH_SHORT int weft_copy(struct weft_addr dst, struct weft_addr src,
			 size_t bytes)
{
	if (!rt_in_heap(&dst, bytes) || !rt_in_heap(&src, bytes)) {
		int error = rt_check_place(dst, bytes);

		if (!error) {
			error = rt_check_place(src, bytes);
		}
		if (error) {
			return error;
		}
	}
	RT_TRACE("copy", dst.rank, (uint32_t)bytes);
	/* Pairs with weft_quiet of who wrote the source, as in weft_get. */
	FENCE(copy_acquire, arch_inline_acquire());
	ARCH_PLACES(2);
	arch_inline_copy(rma_place_of(dst), rma_place_of(src), bytes);
	return WEFT_OK;
}

int weft_put_signal(struct weft_addr dst, const void *src, size_t bytes,
		    uint32_t flag, uint32_t value)
{
	int error = rt_check_flag(dst.rank, flag);

	if (!error) {
		error = weft_put(dst, src, bytes);
	}
	if (!error) {
		/* Same core, so the flag comes after the data: rule (b). */
		arch_flag_write(dst.rank, flag, value);
	}
	return error;
}

void weft_fence(void)
{
	arch_fence();
}

void weft_quiet(void)
{
	arch_quiet();
}
