/* SPDX-License-Identifier: Apache-2.0 */
/*
 * At the home, two lists of nodes, each changed at its head only: the stack, and what is
 * free.  A head is  changes | node,  where nodes count from 1.  A node is its next
 * one, and a word.
 *
 * Who takes a node off reads what is behind it, and its word, between the head and the
 * compare-and-swap.  Another core may have taken it meanwhile, and write there; then the
 * head has changed, and what has been read is thrown away.
 */
#include <weft/mpb.h>
#include <weft/published/treiber.h>

#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "sync/atomic.h"
#include "sync/object.h"

enum {
	STACK,
	SPARE,
	HEADS,
	NEXT = 0,
	WORD,
	NODE_WORDS,
	CHANGE_SHIFT = 16,
};

#define NODE ((UINT32_C(1) << CHANGE_SHIFT) - 1)

static uint32_t treiber_place(const struct weft_treiber *s, uint32_t node)
{
	return s->nodes + (node - 1) * NODE_WORDS * (uint32_t)sizeof(uint32_t);
}

/* Make that node the head, if the head is as it was. */
static bool changed(struct weft_treiber *s, uint32_t list, uint32_t head,
		    uint32_t node)
{
	uint32_t change = (head & ~NODE) + NODE + 1, was;

	s->tries++;
	return !sync_compare_swap(s->home, rt_flag(s->flags, list), head,
				  change | node, ARCH_NEVER, &was) &&
	       was == head;
}

static uint32_t head_of(const struct weft_treiber *s, uint32_t list)
{
	return arch_flag_read(s->home, rt_flag(s->flags, list));
}

/* Put a node that is this core's at the list's head. */
static void treiber_give(struct weft_treiber *s, uint32_t list, uint32_t node,
			 uint32_t word)
{
	uint32_t words[NODE_WORDS] = {[WORD] = word}, head;

	do {
		head = head_of(s, list);
		words[NEXT] = head & NODE;
		arch_flags_write(s->home, treiber_place(s, node), words,
				 NODE_WORDS);
	} while (!changed(s, list, head, node));
}

/* Take the node at the list's head, and its word; 0: there is none. */
static uint32_t treiber_take(struct weft_treiber *s, uint32_t list,
			     uint32_t *word)
{
	uint32_t words[NODE_WORDS], head;

	do {
		head = head_of(s, list);
		if (!(head & NODE)) {
			return 0;
		}
		arch_flags_read(words, s->home, treiber_place(s, head & NODE),
				NODE_WORDS);
	} while (!changed(s, list, head, words[NEXT]));
	*word = words[WORD];
	return head & NODE;
}

int weft_treiber_push(struct weft_treiber *s, uint32_t value)
{
	uint32_t node, unused;

	RT_THREAD_ONLY();
	if (!s || !s->nodes) {
		return s ? WEFT_ERR_STATE : WEFT_ERR_NULL;
	}
	node = treiber_take(s, SPARE, &unused);
	if (!node) {
		return WEFT_ERR_SPACE;
	}
	treiber_give(s, STACK, node, value);
	return WEFT_OK;
}

int weft_treiber_pop(struct weft_treiber *s, uint32_t *value)
{
	uint32_t node;

	RT_THREAD_ONLY();
	if (!s || !value) {
		return WEFT_ERR_NULL;
	}
	if (!s->nodes) {
		return WEFT_ERR_STATE;
	}
	node = treiber_take(s, STACK, value);
	if (!node) {
		return RT_WHY(WEFT_ERR_STATE, "it is empty");
	}
	treiber_give(s, SPARE, node, 0);
	return WEFT_OK;
}

/* All nodes are free, each behind the one before it. */
static ARCH_COLD void treiber_begin(const struct weft_treiber *s, uint32_t n)
{
	for (uint32_t node = 1; node <= n; node++) {
		uint32_t words[NODE_WORDS] = {node < n ? node + 1 : 0, 0};

		arch_flags_write(arch_rank(), treiber_place(s, node), words,
				 NODE_WORDS);
	}
	rt_flags_preset(rt_flag(s->flags, STACK), 1, 0);
	rt_flags_preset(rt_flag(s->flags, SPARE), 1, 1);
}

ARCH_COLD int weft_treiber_create(struct weft_treiber *s, weft_rank_t home,
				  uint32_t words)
{
	int error = object_check(s, home, words, NODE);

	RT_THREAD_ONLY();
	if (s) {
		*s = (struct weft_treiber){
			0}; /* not there, until all is well */
	}
	if (!error) {
		error = weft_mpb_alloc(rt_flag_bytes(HEADS) +
					       words * NODE_WORDS *
						       sizeof(uint32_t),
				       &s->flags);
	}
	if (!error) {
		s->home = home;
		s->nodes = s->flags + rt_flag_bytes(HEADS);
		s->tries = 0;
		treiber_begin(s, words);
	}
	return error;
}

ARCH_COLD int weft_treiber_free(struct weft_treiber *s)
{
	if (!s || !s->nodes) {
		return s ? WEFT_ERR_STATE : WEFT_ERR_NULL;
	}
	s->nodes = 0;
	return weft_mpb_free(s->flags);
}
