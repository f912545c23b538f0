/* SPDX-License-Identifier: Apache-2.0 */
/* The turns of a door: door.h. */
#include <string.h>

#include "arch/common/far/chip/door.h"

#include "arch/common/far/chip/far_core.h"
#include "arch/common/far/far_serve.h"

#include <far_site.h>

enum {
	ROUNDS = 8,    /* in a turn */
	MESSAGES = 16, /* in a round */
	WATCHES = 256,
	LOOK_LEAST_US = 4, /* for watched words, then ever more seldom .. */
	LOOK_MOST_US = 64,
};

static struct watch {
	uint32_t from, rank, offset, value;
} watches[WATCHES];
static uint32_t n_watches, look_us = LOOK_LEAST_US;

static bool turning, again, opened, rolling;
static uint8_t chips[FAR_NODES]; /* of nodes */
static uint32_t cores;
static uint32_t posted[FAR_NEAR]; /* as the last look has it */
static uint32_t received;         /* messages */
static bool left;                 /* what was posted, for want of room */
static bool refused;              /* what the door itself would say */

void far_links_fault(const char *what)
{
	struct arch_fault fault = {.cause = what};

	weft_fault(&fault);
}

uint64_t far_links_clock(void)
{
	return arch_cycles();
}

uint64_t far_links_us(uint32_t us)
{
	return arch_cycles_in_us(us);
}

uint32_t site_first(void)
{
	return arch_link_door();
}

uint32_t site_near(void)
{
	return cores;
}

uint32_t site_posted(uint32_t rank)
{
	return posted[rank - site_first()];
}

static bool open_links(uint32_t node)
{
#if ARCH_LINK_LANES > 1
	struct link_device *devices[ARCH_LINK_LANES];
	uint32_t n = arch_link_lanes();

	for (uint32_t i = 0; i < n; i++) {
		devices[i] = arch_link_lane(i);
	}
#else
	struct link_device *devices[] = {arch_link_device()};
	uint32_t n = 1;
#endif
	return far_links_open(devices, n, node, arch_nodes());
}

void far_door_open(void)
{
	uint32_t me = arch_rank(), node = arch_node(me), count = arch_count();

	if (!far_is_door()) {
		return;
	}
	for (uint32_t rank = me; rank < count && arch_node(rank) == node;
	     rank++) {
		cores++;
	}
	if (cores > FAR_NEAR || !open_links(node)) {
		far_links_fault(
			"more chips or cores of a chip than a link serves");
	}
	for (uint32_t i = 0; i < FAR_NODES; i++) {
		chips[i] = (uint8_t)i;
	}
	opened = true;
}

uint32_t far_door_chip(uint32_t node)
{
	return chips[node];
}

void far_door_roll(void)
{
	rolling = true;
	far_links_only(arch_node(arch_rank()) > 0 ? 0 : FAR_LINKS_ALL);
}

void far_door_leave(const uint32_t *set)
{
	uint32_t n = 0;

	for (uint32_t chip = 0; chip < FAR_NODES; chip++) {
		if (far_has(set, chip)) {
			chips[n++] = (uint8_t)chip;
		}
	}
	rolling = false;
	far_links_only(FAR_LINKS_ALL);
}

/* A core has one watch for a word: it may ask anew. */
void site_forget(const struct far_record *record)
{
	for (uint32_t i = n_watches; i-- > 0;) {
		if (watches[i].from == record->from &&
		    watches[i].rank == record->rank &&
		    watches[i].offset == record->offset) {
			watches[i] = watches[--n_watches];
		}
	}
}

/* Where there is no room, news at once: the core looks, and asks anew (far_await). */
void site_watch(const struct far_record *record)
{
	site_forget(record);
	if (n_watches == WATCHES) {
		far_tell_news(record->from);
		return;
	}
	watches[n_watches++] = (struct watch){record->from, record->rank,
					      record->offset, record->value};
	look_us = LOOK_LEAST_US;
}

static void look_at_watches(void)
{
	for (uint32_t i = n_watches; i-- > 0;) {
		struct watch *watch = &watches[i];

		if ((int32_t)(arch_flag_read(watch->rank, watch->offset) -
			      watch->value) >= 0) {
			far_tell_news(watch->from);
			*watch = watches[--n_watches];
		}
	}
}

static void take(uint32_t node, const struct far_record *record,
		 const uint8_t *bytes)
{
	if (ARCH_LINK_ROLL && record->op == FAR_ROLL) {
		far_roll_take(node, record);
	} else if (!far_serve(record, bytes)) {
		site_refuse("another chip says what is no record", record);
	}
}

/*
 * Each core that posts overwrites one word with a value that is like no other, so where that
 * word is the same nothing was posted since all were looked at.
 */
static bool carry(void)
{
	static uint32_t tidings;
	uint32_t first = site_first(), now;
	bool any = false;

	now = arch_flag_read(first, far_at(FAR_TIDINGS_AT));
	if (now == tidings && !left) {
		return false;
	}
	tidings = now;
	left = false;
	arch_flags_read(posted, first, far_at(FAR_POSTED_AT), cores);
	for (uint32_t i = 0; i < cores; i++) {
		if (posted[i] != site_taken(first + i)) {
			any |= far_carry(first + i);
			left |= posted[i] != site_taken(first + i);
		}
	}
	return any;
}

static bool receive(void)
{
	uint32_t n = MESSAGES;

	while (n > 0 && far_links_receive(take)) {
		n--;
	}
	received += MESSAGES - n;
	return n < MESSAGES;
}

/* When to look again, if nothing comes. */
static void set_alarm(bool more, uint64_t now)
{
	uint64_t at;

	if (more) {
		arch_link_alarm(now);
		return;
	}
	if (far_links_due(&at)) {
		arch_link_alarm(at);
	}
	arch_link_alarm(far_missed_due());
	if (n_watches > 0) {
		arch_link_alarm(now + arch_cycles_in_us(look_us));
		look_us += look_us < LOOK_MOST_US ? look_us : 0;
	}
}

static bool turn(void)
{
	bool more = carry();

	look_at_watches();
	far_links_send();
	more |= far_links_round();
	if (receive()) {
		more = true;
		far_links_send();
		far_links_round();
	}
	return more;
}

/* The next turn is to be told of, if there is no room. */
uint8_t *far_hand(const struct far_record *record)
{
	uint8_t *to =
		opened ? far_links_begin(site_node(record->rank), record) : 0;

	refused |= !to;
	return to;
}

uint32_t far_hand_most(uint32_t rank)
{
	return far_links_room(site_node(rank));
}

static void tell_refused(void)
{
	static uint32_t told;

	if (refused) {
		refused = false;
		arch_flag_write(site_first(), far_at(FAR_TAKEN_AT), ++told);
	}
}

void far_door_turn(void)
{
	bool more = true;
	uint64_t began = arch_cycles(), now;

	if (turning || !opened) {
		again = true;
		return;
	}
	turning = true;
	for (uint32_t n = ROUNDS; n > 0 && more; n--) {
		again = false;
		more = turn();
		more |= again;
	}
	now = arch_cycles();
	if (now >= far_missed_at || arch_link_device()->gone) {
		more |= far_missed_look(now, rolling);
	}
	tell_refused();
	set_alarm(more, now);
	arch_link_hold(now + (now - began)); /* half of its time at most */
	turning = false;
}

uint32_t far_door_look(uint64_t until)
{
	uint32_t before = received;

	far_door_turn();
	arch_link_hold(until);
	return received - before;
}
