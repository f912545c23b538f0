/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a core of the cascade reads a stripe: what is there, of one strip after the other.
 * It waits only when no strip has lines for it, and then for those that the root puts
 * next.
 */
#include "collectives/bcast/cascade.h"
#include "runtime/trace.h"

#if ARCH_REMOTE_AWAIT

/* Neighbours begin with different strips; places in memory need no multiply. */
void cascade_read_begin(const struct cascade_call *job,
			struct cascade_reader *r)
{
	const struct striped_call *call = &job->call;
	uint32_t lines = call->end - call->at;
	size_t from = ((size_t)call->at << call->shift) * ARCH_LINE;

	r->left = 0;
	r->last = (UINT32_C(1) << call->shift) - 1;
	r->next = job->own->place & r->last;
	for (uint32_t i = 0; i <= r->last; i++) {
		struct cascade_strip *s = &r->strip[i];
		size_t bytes = (size_t)lines * ARCH_LINE;

		/* What the hub has put out of its memory need not come back there. */
		if (from >= call->size || (job->by_memory && i == job->i)) {
			bytes = 0;
		} else if (bytes > call->size - from) {
			bytes = call->size - from;
		}
		s->to = call->data + from;
		s->bytes = (uint32_t)bytes;
		s->at = call->at;
		r->left += bytes > 0;
		from += (size_t)lines * ARCH_LINE;
	}
}

bool cascade_read(const struct cascade_call *job, struct cascade_reader *r,
		  uint32_t most)
{
	const struct striped_call *call = &job->call;

	for (uint32_t n = 0; n <= r->last; n++) {
		uint32_t i = r->next, lines, bytes;
		struct cascade_strip *s = &r->strip[i];

		r->next = (i + 1) & r->last;
		if (s->bytes == 0) {
			continue;
		}
		if (s->there < call->end && s->there < s->at + most) {
			s->there = striped_look(call, i);
		}
		if (s->there <= s->at) {
			continue;
		}
		lines = s->there - s->at;
		lines = lines < most ? lines : most;
		bytes = lines * ARCH_LINE;
		bytes = bytes < s->bytes ? bytes : s->bytes;
		arch_get(s->to, call->own->stripes.hub[i], ARCH_WINDOW_MPB,
			 chunk_buffer(0) +
				 (call->pos + s->at - call->at) * ARCH_LINE,
			 bytes);
		RT_TRACE("part of a strip", call->own->stripes.hub[i], bytes);
		s->to += bytes;
		s->bytes -= bytes;
		s->at += lines;
		r->left -= s->bytes == 0;
		return true;
	}
	return false;
}

uint32_t cascade_first(const struct cascade_reader *r)
{
	uint32_t first = 0;

	for (uint32_t i = 1; i <= r->last; i++) {
		const struct cascade_strip *s = &r->strip[i];

		if (s->bytes > 0 && (r->strip[first].bytes == 0 ||
				     s->at < r->strip[first].at)) {
			first = i;
		}
	}
	return first;
}

int cascade_read_await(const struct cascade_call *job,
		       const struct cascade_reader *r)
{
	uint32_t i = cascade_first(r);

	return striped_await_ready(&job->call, i,
				   striped_step(&job->call, r->strip[i].at));
}

#endif
