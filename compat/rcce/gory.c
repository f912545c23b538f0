/* SPDX-License-Identifier: Apache-2.0 */
/* The MPB in the program's hands: RCCE_malloc, put and get. */
#include <weft/mpb.h>
#include <weft/rma.h>

#include "compat/rcce/gory.h"

enum {
	LEAST_LINE = 4 /* what weft's heap aligns to, on any chip */
};

/* Where no pointer leads to the MPB: no memory is there, and no window is larger. */
#define NOWHERE     (UINTPTR_MAX - 0x0fffffff)
#define WINDOW_MOST 0x01000000

void *rcce_place(uint32_t offset)
{
	void *at = weft_mpb_pointer(offset);

	return at ? at : (void *)(NOWHERE + offset);
}

bool rcce_is_place(const volatile void *p)
{
	uint32_t offset;

	return weft_mpb_offset(p, &offset) == WEFT_OK ||
	       (uintptr_t)p - NOWHERE < WINDOW_MOST;
}

uint32_t rcce_offset(const volatile void *p)
{
	uint32_t offset;

	return weft_mpb_offset(p, &offset) == WEFT_OK
		       ? offset
		       : (uint32_t)((uintptr_t)p - NOWHERE);
}

/* RCCE's line is larger than that of some chips: then there is a gap before the place. */
t_vcharp RCCE_malloc(size_t bytes)
{
	const uint32_t rest = RCCE_LINE_SIZE - 1;
	uint32_t offset;

	if (bytes % RCCE_LINE_SIZE != 0 || weft_mpb_alloc(bytes, &offset)) {
		return NULL;
	}
	if (offset & rest) {
		weft_mpb_free(offset);
		if (weft_mpb_alloc(bytes + rest, &offset)) {
			return NULL;
		}
	}
	return rcce_place((offset + rest) & ~rest);
}

t_vcharp RCCE_malloc_request(size_t bytes, size_t *got)
{
	t_vcharp place = NULL;

	bytes = (bytes + RCCE_LINE_SIZE - 1) & ~(size_t)(RCCE_LINE_SIZE - 1);
	while (bytes > 0 && !(place = RCCE_malloc(bytes))) {
		bytes = bytes / 2 & ~(size_t)(RCCE_LINE_SIZE - 1);
	}
	*got = bytes;
	return place;
}

/* One that RCCE does not know is let pass there, too. */
void RCCE_free(t_vcharp place)
{
	uint32_t gap = 0;

	if (rcce_is_place(place)) {
		while (gap < RCCE_LINE_SIZE &&
		       weft_mpb_free(rcce_offset(place) - gap)) {
			gap += LEAST_LINE;
		}
	}
}

/* `place` is of the MPB, `other` of that or of private memory. */
static int check(t_vcharp place, t_vcharp other, int bytes, int ue, int wrong,
		 int wrong_other)
{
	uintptr_t a = (uintptr_t)place, b = (uintptr_t)other;

	if (!place || !rcce_is_place(place)) {
		return wrong;
	}
	if (!other) {
		return wrong_other;
	}
	if (!rcce_is_ue(ue)) {
		return RCCE_ERROR_ID;
	}
	if (bytes < 0 || bytes % RCCE_LINE_SIZE != 0) {
		return RCCE_ERROR_MESSAGE_LENGTH;
	}
	if (a % RCCE_LINE_SIZE != 0 ||
	    (rcce_is_place(other) && b % RCCE_LINE_SIZE != 0)) {
		return RCCE_ERROR_ALIGNMENT;
	}
	if (ue == RCCE_IAM && a < b + (unsigned)bytes &&
	    b < a + (unsigned)bytes) {
		return RCCE_ERROR_DATA_OVERLAP;
	}
	return RCCE_SUCCESS;
}

int RCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue)
{
	int error = check(target, source, bytes, ue, RCCE_ERROR_TARGET,
			  RCCE_ERROR_SOURCE);
	struct weft_addr to;

	if (error) {
		return rcce_error(error);
	}
	to = weft_at((weft_rank_t)ue, rcce_offset(target));
	error = rcce_is_place(source)
			? weft_copy(to,
				    weft_at((weft_rank_t)RCCE_IAM,
					    rcce_offset(source)),
				    (size_t)bytes)
			: weft_put(to, (const void *)(uintptr_t)source,
				   (size_t)bytes);
	return rcce_from(error, RCCE_ERROR_SOURCE, "RCCE_put");
}

int RCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue)
{
	int error = check(source, target, bytes, ue, RCCE_ERROR_SOURCE,
			  RCCE_ERROR_TARGET);
	struct weft_addr from;

	if (error) {
		return rcce_error(error);
	}
	from = weft_at((weft_rank_t)ue, rcce_offset(source));
	weft_quiet(); /* what I have put there comes back */
	error = rcce_is_place(target) ? weft_copy(weft_at((weft_rank_t)RCCE_IAM,
							  rcce_offset(target)),
						  from, (size_t)bytes)
				      : weft_get((void *)(uintptr_t)target,
						 from, (size_t)bytes);
	return rcce_from(error, RCCE_ERROR_TARGET, "RCCE_get");
}
