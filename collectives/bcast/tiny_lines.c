/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tiny broadcast of several lines, or at a hub that tells others: each line has a slot and a
 * word of its own, so the others read one while the root puts the next.
 */
#include "arch/arch.h"
#include "collectives/bcast/slots.h"
#include "collectives/bcast/tiny.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

/* The next slot of a message that is under way, which may be another bank's. */
static inline int tiny_goes_on(struct slots *s, const void *data, size_t size,
			       uint64_t deadline)
{
	return s->kept ? WEFT_OK
		       : slots_prepare(s, s->hubs, data, size, s->root,
				       deadline);
}

int tiny_miss(struct slots *s, const void *data, size_t size, int error)
{
	for (;;) {
		slots_next(s, TINY_SLOT, 1);
		if (size <= BCAST_TINY) {
			return error;
		}
		size -= BCAST_TINY;
		(void)tiny_goes_on(s, data, size, 0);
	}
}

int tiny_send_lines(struct slots *s, const char *data, size_t size,
		    weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	size_t n = BCAST_TINY;
	bool cached = false;

	for (;;) {
		int late;

		n = size < n ? size : n;
		tiny_send_line(s, data, n, cached);
		size -= n;
		data += n;
		if (size == 0) {
			return WEFT_OK;
		}
		/* Is all of the rest in a line of memory that has been put? */
		cached = (((uintptr_t)data - 1) ^
			  ((uintptr_t)data + size - 1)) < ARCH_LINE;
		late = tiny_goes_on(s, data, size, deadline);
		if (late) {
			return tiny_miss(s, data, size, late);
		}
	}
}

/* A line that has come, to those who follow me. */
static void tiny_tell(const struct slots *s, uint32_t word, uint32_t call,
		      size_t size)
{
	struct arch_addr to = {0, ARCH_WINDOW_MPB, word + TINY_WORD};
	struct arch_addr from = {s->hub, ARCH_WINDOW_MPB, to.offset};

	for (uint32_t i = 0; i < s->tells; i++) {
		to.rank = s->tell[i];
		arch_copy(to, from, size);
		arch_flag_write(to.rank, word, call);
	}
}

/*
 * Lines of the bank under way, as many as it has; returns their bytes.  Those that come too
 * late have used their slots, as at other cores.
 */
static inline size_t get_of_bank(struct slots *s, char *data, size_t size,
				 uint64_t deadline, int *error)
{
	uint32_t hub = s->hub, word = s->word, call = s->call, left = s->left;
	size_t n = BCAST_TINY, rest = size;

	RT_TRACE("tiny broadcast", call, word);
	do {
		int late = rt_await_at(hub, word, call, deadline, s->from,
				       "a tiny broadcast");

		n = rest < n ? rest : n;
		if (late) {
			*error = late;
		} else {
			if (s->tells > 0) {
				tiny_tell(s, word, call, n);
			}
			arch_get(data, hub, ARCH_WINDOW_MPB, word + TINY_WORD,
				 n);
		}
		word += TINY_SLOT;
		call++;
		data += n;
		rest -= n;
	} while (--left > 0 && rest > 0);
	s->word = word;
	s->call = call;
	s->left = left;
	return size - rest;
}

int tiny_get_lines(struct slots *s, char *data, size_t size, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	int error = WEFT_OK, late;

	for (;;) {
		size_t n = get_of_bank(s, data, size, deadline, &error);

		if (s->left == 0) {
			slots_bank(s);
		}
		data += n;
		size -= n;
		if (size == 0) {
			return error;
		}
		late = tiny_goes_on(s, data, size, deadline);
		if (late) {
			return tiny_miss(s, data, size, late);
		}
	}
}
