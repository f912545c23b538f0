/* SPDX-License-Identifier: Apache-2.0 */
/*
 * At the home, TAIL: how many places have been claimed; and the places, number a in slot
 * a modulo their number, a power of two.  A slot is a stamp and the words.
 *
 * A stamp says which place a slot is, and whether it is filled: (a & ~mask) while it is
 * free for place a, and as many more as there are words when place a is filled.  There
 * are eight slots or more, so both fit, a stamp only counts up, and everything may wrap
 * with the 32 bits of a.  This is the epoch of Lumetta's ordered queue (section
 * 6.3.1): without it two cores whose places differ by all slots would both see "free".
 *
 * Who has claimed a place is alone with its slot from the moment when the stamp says so
 * until it fills it, and the home from then until it frees it (models/mailbox.pml).
 */
#include "arch/arch.h"
#include <weft/published/mailbox.h>
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/trace.h"
#include "runtime/wait.h"
#include "sync/atomic.h"
#include "sync/retry.h"

#include <weft/mpb.h>

enum {
	LINE_WORDS = WEFT_MAILBOX_WORDS + 1,
	SLOT_BYTES = ARCH_LINE > 4 * LINE_WORDS ? ARCH_LINE : 4 * LINE_WORDS,
	FILLED = WEFT_MAILBOX_PLACES - 1, /* bits of a stamp: how many words */
	MOST_PLACES = 1 << 20,
};

_Static_assert((int)WEFT_MAILBOX_WORDS <= (int)FILLED, "a stamp says how many");

static uint32_t slot_of(const struct weft_mailbox *box, uint32_t place)
{
	return box->slots + (place & box->mask) * SLOT_BYTES;
}

static uint32_t free_stamp(const struct weft_mailbox *box, uint32_t place)
{
	return place & ~box->mask;
}

static bool mailbox_is_free(const struct weft_mailbox *box, uint32_t place)
{
	return arch_flag_read(box->home, slot_of(box, place)) ==
	       free_stamp(box, place);
}

static uint32_t tail_of(const struct weft_mailbox *box)
{
	return arch_flag_read(box->home, box->tail);
}

/* Of a wait for room: may a place be claimed, now? */
struct mailbox_claim {
	struct weft_mailbox *box;
	uint32_t place;
};

static bool may_claim(struct sync_retry *retry)
{
	struct mailbox_claim *claim = retry->of;

	claim->place = tail_of(claim->box);
	return mailbox_is_free(claim->box, claim->place);
}

static bool is_room(struct sync_retry *retry, uint64_t deadline)
{
	(void)retry;
	(void)deadline;
	return true;
}

/* The next place, if nobody has been faster. */
static bool try_claim(struct sync_retry *retry, uint64_t deadline)
{
	struct mailbox_claim *claim = retry->of;
	uint32_t was = claim->place + 1;

	return !sync_compare_swap(claim->box->home, claim->box->tail,
				  claim->place, claim->place + 1, deadline,
				  &was) &&
	       was == claim->place;
}

static int mailbox_await_room(struct mailbox_claim *claim, uint64_t deadline,
			      bool (*mailbox_take)(struct sync_retry *retry,
						   uint64_t deadline))
{
	struct sync_retry retry = {.look = may_claim,
				   .take = mailbox_take,
				   .home = claim->box->home,
				   .by = RT_ANYONE,
				   .of = claim,
				   .what = "room in a mailbox",
				   .site = __builtin_return_address(0)};

	return sync_retry(&retry, deadline);
}

static int draw_ticket(struct mailbox_claim *claim, uint64_t deadline)
{
	const struct weft_mailbox *box = claim->box;
	int error = WEFT_OK;

	if (!rt_never(deadline)) {
		error = mailbox_await_room(claim, deadline, is_room);
	}
	if (!error) {
		error = sync_fetch_add(box->home, box->tail, 1, deadline,
				       &claim->place);
	}
	if (!error) {
		sync_await(box->home, slot_of(box, claim->place),
			   free_stamp(box, claim->place), box->home, box->home,
			   "room in a mailbox");
	}
	return error;
}

static int claim_place(struct mailbox_claim *claim, uint64_t deadline)
{
	return claim->box->claim == WEFT_MAILBOX_TICKET
		       ? draw_ticket(claim, deadline)
		       : mailbox_await_room(claim, deadline, try_claim);
}

int weft_mailbox_send(struct weft_mailbox *box, const uint32_t *words,
		      uint32_t n, weft_us_t within)
{
	struct mailbox_claim claim = {box, 0};
	uint32_t line[LINE_WORDS];
	int error;

	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	if (!box || !words) {
		return WEFT_ERR_NULL;
	}
	if (!box->mask) {
		return WEFT_ERR_STATE; /* not there */
	}
	if (n - 1 >= WEFT_MAILBOX_WORDS) {
		return RT_WHY(WEFT_ERR_SIZE, "n: 1 to WEFT_MAILBOX_WORDS");
	}
	error = claim_place(&claim, rt_deadline(within));
	if (error) {
		return error;
	}
	RT_TRACE("mailbox send", box->home, claim.place);
	line[0] = free_stamp(box, claim.place) + n;
	for (uint32_t i = 0; i < n; i++) {
		line[1 + i] = words[i];
	}
	arch_flags_write(box->home, slot_of(box, claim.place), line, 1 + n);
	return WEFT_OK;
}

/* It is there: its words, if they have room. */
static int mailbox_take(struct weft_mailbox *box, uint32_t *words,
			uint32_t most, uint32_t *n)
{
	uint32_t slot = slot_of(box, box->next);
	uint32_t count = arch_flag_read(box->home, slot) & FILLED;

	if (n) {
		*n = count;
	}
	if (count > most) {
		return WEFT_ERR_SIZE;
	}
	arch_get(words, box->home, ARCH_WINDOW_MPB, slot + sizeof(*words),
		 count * sizeof(*words));
	arch_flag_write(box->home, slot,
			free_stamp(box, box->next + box->mask + 1));
	RT_TRACE("mailbox receive", box->home, box->next);
	box->next++;
	return WEFT_OK;
}

int weft_mailbox_receive(struct weft_mailbox *box, uint32_t *words,
			 uint32_t most, uint32_t *n, weft_us_t within)
{
	int error;

	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	if (!box || !words) {
		return WEFT_ERR_NULL;
	}
	if (box->mask && box->home != arch_rank()) {
		return RT_WHY(WEFT_ERR_RANK, "this is not the home");
	}
	if (!box->mask || box->receiving) {
		return RT_WHY(WEFT_ERR_STATE,
			      "it is not there, or another fiber receives");
	}
	box->receiving = true;
	error = rt_await(slot_of(box, box->next),
			 free_stamp(box, box->next) + 1, rt_deadline(within),
			 RT_ANYONE, "a message in a mailbox");
	box->receiving = false;
	return error ? error : mailbox_take(box, words, most, n);
}

/* The places that come first, free; counts begin with the run's epoch. */
static ARCH_COLD void mailbox_begin(struct weft_mailbox *box)
{
	box->next = rt_run.epoch;
	rt_flags_preset(box->tail, 1, box->next);
	for (uint32_t i = 0; i <= box->mask; i++) {
		uint32_t place = box->next + i;

		rt_flags_preset(slot_of(box, place), 1, free_stamp(box, place));
	}
}

ARCH_COLD int weft_mailbox_create(struct weft_mailbox *box, weft_rank_t home,
				  uint32_t places,
				  enum weft_mailbox_claim claim)
{
	uint32_t room = WEFT_MAILBOX_PLACES;
	int error;

	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	if (!box) {
		return WEFT_ERR_NULL;
	}
	box->mask = 0;
	if (home >= arch_count()) {
		return RT_WHY(WEFT_ERR_RANK, "home");
	}
	if (claim != WEFT_MAILBOX_TICKET && claim != WEFT_MAILBOX_TRY) {
		return RT_WHY(WEFT_ERR_NUMBER, "claim: no such way");
	}
	if (places > MOST_PLACES) {
		return RT_WHY(WEFT_ERR_SIZE, "more than 2^20 places");
	}
	while (room < places) {
		room <<= 1;
	}
	*box = (struct weft_mailbox){home, claim, 0, 0, room - 1, 0, false};
	error = weft_mpb_alloc(rt_to_line(rt_flag_bytes(1)) + room * SLOT_BYTES,
			       &box->tail);
	if (!error) {
		box->slots = box->tail + rt_to_line(rt_flag_bytes(1));
		mailbox_begin(box);
	} else {
		box->mask = 0;
	}
	return error;
}

ARCH_COLD int weft_mailbox_free(struct weft_mailbox *box)
{
	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	if (!box) {
		return WEFT_ERR_NULL;
	}
	if (!box->mask || box->receiving) {
		return RT_WHY(WEFT_ERR_STATE,
			      "it is not there, or a fiber receives");
	}
	box->mask = 0;
	return weft_mpb_free(box->tail);
}
