/* SPDX-License-Identifier: Apache-2.0 */
/* Objects are made and given back. */
#include "sync/object.h"

#include "runtime/mpb_map.h"

#include <weft/mpb.h>

/* Flags and words are 0. */
static void object_clear(const struct weft_shared *s, uint32_t flags)
{
	const uint32_t zero = 0;

	rt_flags_preset(s->flags, flags, 0);
	for (uint32_t i = 0; i < s->words; i++) {
		arch_put(arch_rank(), ARCH_WINDOW_MPB,
			 s->at + i * (uint32_t)sizeof(zero), &zero,
			 sizeof(zero));
	}
	arch_settle(arch_rank());
}

ARCH_COLD int weft_shared_create(struct weft_shared *s,
				 const struct weft_shared_kind *kind,
				 weft_rank_t home, uint32_t words)
{
	uint32_t room = 1, flags, at;
	int error = s && kind ? object_check(s, home, words, kind->most)
			      : WEFT_ERR_NULL;

	if (s) {
		*s = (struct weft_shared){.words = 0}; /* not there yet */
	}
	if (error) {
		return error;
	}
	while (kind->is_ring && room < words) {
		room <<= 1;
	}
	words = kind->is_ring ? room : words;
	flags = rt_flag_bytes(kind->flags);
	error = weft_mpb_alloc(flags + words * sizeof(uint32_t), &at);
	if (error) {
		return error;
	}
	s->object = (struct weft_object){kind->operations, kind->n, s};
	s->home = home;
	s->flags = at;
	s->at = at + flags;
	s->words = words;
	object_clear(s, kind->flags);
	return WEFT_OK;
}

/* Each core has cleared its own space as the object was made. */
ARCH_COLD int weft_shared_at(struct weft_shared *other,
			     const struct weft_shared *shared, weft_rank_t home)
{
	if (!other || !shared) {
		return WEFT_ERR_NULL;
	}
	if (!shared->words || home >= arch_count()) {
		return shared->words ? WEFT_ERR_RANK : WEFT_ERR_STATE;
	}
	*other = *shared;
	other->object.state = other;
	other->home = home;
	other->lent = true;
	return WEFT_OK;
}

ARCH_COLD int weft_shared_free(struct weft_shared *s)
{
	int error;

	if (!s || !s->words || s->lent) {
		return s ? WEFT_ERR_STATE : WEFT_ERR_NULL;
	}
	error = weft_mpb_free(s->flags);
	if (!error) {
		s->words = 0;
	}
	return error;
}
