/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "collectives/barrier/barrier.h"
#include "collectives/bcast/slots.h"
#include "collectives/barrier/words.h"
#include "topology/arith.h"
#include "runtime/wait.h"
#include "runtime/why.h"

/* My own words: as old as can be, so that the next call is ahead of them. */
static ARCH_COLD void slots_preset(struct slots *s)
{
	uint32_t word = s->first;

	s->refreshed = s->call;
	for (uint32_t i = 0; i < s->lines; i++, word += s->size) {
		arch_flag_write(arch_rank(), word, s->call - 1);
	}
}

void slots_place(struct slots *s, struct barrier_best *barrier, uint32_t offset,
		 uint32_t bytes, uint32_t epoch)
{
	uint32_t rest;

	s->barrier = barrier;
	s->first = offset;
	s->lines = arith_div(bytes, s->size, &rest);
	s->call = s->refreshed = epoch + 1;
	if (epoch != 0) {
		slots_preset(s);
	}
}

void ring_place(void *object, struct slots slots, struct barrier_best *barrier,
		uint32_t offset, uint32_t bytes, uint32_t epoch)
{
	struct made_ring *made = object;

	made->slots = slots;
	made->hubs.room = made + 1;
	made->ring = (struct ring){&made->slots, &made->hubs};
	slots_place(&made->slots, barrier, offset, bytes, epoch);
}

/* I tell the hubs below a place; place 0 is that of region `top`. */
static void tell_below(struct slots *s, uint32_t place, uint32_t top)
{
	const struct hubs *hubs = s->hubs;
	const struct shape_node *p = &hubs->place[place];

	for (uint32_t i = 0; i < p->children; i++) {
		uint32_t region =
			arith_add_mod(p->first + i, top, hubs->regions);

		s->tell[s->tells++] =
			(uint16_t)hubs_rank(hubs, s->bank, region);
	}
}

/*
 * A push begins at the root's own place.  The tree over the hubs of a pull stays;
 * the root is in place 0's stead, and tells that hub as well.
 */
static void take_role(struct slots *s, uint32_t root)
{
	const struct hubs *hubs = s->hubs;
	bool pulled = hubs_pulled(hubs);
	uint32_t me = s->barrier->team.me, top = pulled ? 0 : root;
	uint32_t place = arith_sub_mod(hubs->mine, top, hubs->regions);
	uint32_t most = hubs == s->chosen ? s->fast : 0;

	s->root = root;
	s->from = team_rank(&s->barrier->team, root);
	s->kept = true;
	s->sends = me == root ? most : 0;
	s->gets = most - s->sends;
	s->hub = hubs_rank(hubs, s->bank, hubs->mine);
	s->tells = 0;
	if (me == root) {
		tell_below(s, 0, top);
	}
	if (me == root && pulled) {
		s->tell[s->tells++] = (uint16_t)hubs_rank(hubs, s->bank, 0);
	}
	if (s->hub == arch_rank() && place > 0) {
		tell_below(s, place, top);
	}
}

static uint32_t next_bank(const struct slots *s)
{
	return HUBS_BANKS > 1 && s->bank + 1 < s->hubs->banks ? s->bank + 1 : 0;
}

/*
 * May the slots of that bank be used?  A barrier has come since they were.  Where
 * there is one bank, it just has been.
 */
static bool is_free(const struct slots *s, uint32_t bank)
{
	return HUBS_BANKS > 1 && barrier_count(s->barrier) != s->used[bank] &&
	       !words_are_old(s->call, s->refreshed);
}

/* From here on those of all banks are. */
static int free_banks(struct slots *s, uint64_t deadline)
{
	int error = barrier_until(s->barrier, deadline);

	if (words_are_old(s->call, s->refreshed) && !error) {
		slots_preset(s);
		error = barrier_until(s->barrier, deadline);
	}
	return error;
}

static void enter_bank(struct slots *s, uint32_t bank)
{
	s->bank = bank;
	s->left = s->lines;
	s->word = s->first;
}

/* Other hubs: their slots are in the place of the last ones'. */
static int change_hubs(struct slots *s, struct hubs *hubs, uint64_t deadline)
{
	int error = s->hubs ? free_banks(s, deadline) : WEFT_OK;

	s->hubs = hubs;
	for (uint32_t i = 0; HUBS_BANKS > 1 && i < hubs->banks; i++) {
		s->used[i] = barrier_count(s->barrier) - 1;
	}
	enter_bank(s, 0);
	return error;
}

/* Another root, other hubs or another bank than in the last call. */
static int change_role(struct slots *s, struct hubs *hubs, uint32_t root,
		       uint64_t deadline)
{
	int error = WEFT_OK;

	if (hubs != s->hubs) {
		error = change_hubs(s, hubs, deadline);
	} else if (s->left == 0) {
		if (!is_free(s, next_bank(s))) {
			error = free_banks(s, deadline);
		}
		enter_bank(s, next_bank(s));
	}
	take_role(s, root);
	return error;
}

int slots_prepare(struct slots *s, struct hubs *hubs, const void *data,
		  size_t size, uint32_t root, uint64_t deadline)
{
	uint32_t cores;

	if (hubs->regions == 0) { /* perhaps nothing of it has a place */
		return RT_WHY(WEFT_ERR_LIMIT,
			      "the MPB has no room for its words");
	}
	cores = s->barrier->team.size;
	if (root >= cores) {
		return RT_WHY(WEFT_ERR_RANK, "the root");
	}
	if (size > 0 && !data) {
		return RT_WHY(WEFT_ERR_NULL, "data");
	}
	if (size > s->fits) {
		return RT_WHY(WEFT_ERR_SIZE,
			      "more bytes than this broadcast is for");
	}
	if (size == 0 || cores == 1) {
		return SLOTS_DONE;
	}
	return s->kept && hubs == s->hubs && root == s->root
		       ? WEFT_OK
		       : change_role(s, hubs, root, deadline);
}

/* The next call waits for a barrier first, if none has come since last time. */
void slots_bank(struct slots *s)
{
	uint32_t next = next_bank(s);

	s->used[s->bank] = barrier_count(s->barrier);
	if (is_free(s, next)) {
		enter_bank(s, next);
		take_role(s, s->root);
		return;
	}
	s->kept = false;
	s->sends = s->gets = 0;
}
