/* SPDX-License-Identifier: Apache-2.0 */
/* Segments of other cores: those that this core has mapped, and what failed there. */
#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/wait.h"
#include "runtime/why.h"

/* A handler may walk the list at any time; it changes by one write. */
static struct weft_am_remote *volatile mapped;

static ARCH_COLD bool is_mapped(const struct weft_am_remote *r)
{
	const struct weft_am_remote *p = mapped;

	while (p && p != r) {
		p = p->next;
	}
	return p;
}

ARCH_COLD int weft_am_map(struct weft_am_remote *r, weft_rank_t rank,
			  uint32_t segment, uint32_t key, weft_us_t within)
{
	uint32_t words[AM_WORD_MORE] = {key, am_head_alone(segment)};
	uint32_t result[3];
	int error = am_library();

	if (error) {
		return error;
	}
	if (!r) {
		return RT_WHY(WEFT_ERR_NULL, "the remote segment");
	}
	if (rank >= am.count) {
		return RT_WHY(WEFT_ERR_RANK, "no such core");
	}
	if (segment >= WEFT_AM_SEGMENTS) {
		return RT_WHY(WEFT_ERR_NUMBER, "segment: 0 to 15");
	}
	if (is_mapped(r)) {
		return RT_WHY(WEFT_ERR_STATE, "it is mapped already");
	}
	r->mapped = false;
	error = am_ask(rank, AM_ON_MAP, words, AM_WORD_MORE, result,
		       sizeof(result), rt_deadline(within));
	if (error) {
		return error;
	}
	r->rank = rank;
	r->segment = segment;
	r->near = result[0];
	r->offset = result[1];
	r->bytes = result[2];
	r->sent = 0;
	r->error = WEFT_OK;
	r->mapped = true;
	r->next = mapped;
	mapped = r;
	return WEFT_OK;
}

ARCH_COLD int weft_am_unmap(struct weft_am_remote *r)
{
	int error = am_library();

	if (error) {
		return error;
	}
	if (!r) {
		return RT_WHY(WEFT_ERR_NULL, "the remote segment");
	}
	if (!is_mapped(r)) {
		return RT_WHY(WEFT_ERR_STATE, "it is not mapped");
	}
	if (mapped == r) {
		mapped = r->next;
	} else {
		struct weft_am_remote *p = mapped;

		while (p->next != r) {
			p = p->next;
		}
		p->next = r->next;
	}
	r->mapped = false;
	return WEFT_OK;
}

ARCH_COLD void am_store_failed(uint32_t rank, uint32_t segment, int error)
{
	for (struct weft_am_remote *r = mapped; r; r = r->next) {
		if (r->rank == rank && r->segment == segment && !r->error) {
			r->error = error;
		}
	}
}
