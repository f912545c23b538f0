/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which chips answer at start: arch_link_roll (arch/links.h).
 *
 * The door of each chip says to chip 0 that it is there.  Chip 0 waits for all of them, or
 * until its time is over, and then says to those that are there which ones take part.  So all
 * that take part know the same, whatever the links lose, and nobody ever says a word to a
 * chip that has not spoken.  A chip that speaks later is told the same, finds that it is
 * left out, and rests.
 *
 * Chip 0 may have told another chip before this one, and that one may speak to this one at
 * once, of ranks as they will be.  So until a door knows them it listens to chip 0 only
 * (far_door_roll), and from chip 0's word on to nobody, until its own ranks are the new
 * ones.
 *
 * The idea is the launcher's of S. Donaldson's BSPlib (Oxford 1999, section 3.3): a run has
 * as many processes as machines have answered.
 */
#include "arch/common/far/chip/door.h"

#include "arch/common/far/chip/far_core.h"
#include "arch/nodes.h"

_Static_assert(FAR_NODES <= 32 * FAR_CHIP_WORDS && FAR_CHIP_WORDS == 2,
	       "a record has two words for a set of chips");

static uint32_t here[FAR_CHIP_WORDS] = {1}; /* on chip 0: who has spoken */
static uint32_t count;
static bool over;

static void roll_say(uint32_t chip)
{
	struct far_record record = {
		.op = FAR_ROLL, .value = here[0], .expected = here[1]};

	far_links_add(chip, &record, 0, true);
}

/* All cores of this chip see the set, and that it is there. */
static void roll_tell(const uint32_t *set)
{
	uint32_t words[] = {1, set[0], set[1]}, first = arch_rank();
	uint32_t node = arch_node(first), end = arch_count();

	for (uint32_t rank = first; rank < end && arch_node(rank) == node;
	     rank++) {
		arch_flags_write(rank, far_at(FAR_ROLL_AT), words,
				 1 + FAR_CHIP_WORDS);
	}
}

void far_roll_take(uint32_t chip, const struct far_record *record)
{
	if (far_door_chip(arch_node(arch_rank())) > 0) {
		far_links_only(FAR_LINKS_NONE);
		roll_tell((const uint32_t[]){record->value, record->expected});
	} else if (over) {
		roll_say(chip);
	} else {
		here[chip >> 5] |= UINT32_C(1) << (chip & 31);
		arch_flag_write(arch_rank(), far_at(FAR_ROLL_AT), ++count);
	}
}

static bool roll_await(uint32_t value, uint64_t deadline)
{
	struct arch_word word = {arch_rank(), far_at(FAR_ROLL_AT), value,
				 arch_link_door()};

	return arch_await(&word, deadline) == ARCH_OK;
}

/* On chip 0: its messages have left before any of its cores can say more. */
static void roll_decide(uint64_t deadline)
{
	uint64_t now = arch_cycles();
	uint32_t nodes = arch_nodes();

	if (deadline != ARCH_NEVER) {
		deadline = now < deadline ? now + ((deadline - now) >> 1) : now;
	}
	roll_await(nodes - 1, deadline);
	over = true;
	for (uint32_t chip = 1; chip < nodes; chip++) {
		if (far_has(here, chip)) {
			roll_say(chip);
		}
	}
	far_links_send();
	far_links_only(FAR_LINKS_NONE);
	roll_tell(here);
	far_door_turn();
}

static uint32_t roll_size(const uint32_t *set, uint32_t nodes)
{
	uint32_t n = 0;

	for (uint32_t chip = 0; chip < nodes; chip++) {
		n += far_has(set, chip);
	}
	return n;
}

uint32_t arch_link_roll(uint64_t deadline)
{
	uint32_t chip = arch_node(arch_rank()), nodes = arch_nodes();
	uint32_t set[FAR_CHIP_WORDS], n;

	if (far_is_door()) {
		far_door_roll();
		if (chip == 0) {
			roll_decide(deadline);
		} else {
			roll_say(0);
			far_door_turn();
		}
	}
	if (!roll_await(1, deadline)) {
		return 0;
	}
	arch_flags_read(set, arch_rank(), far_at(FAR_CHIPS_AT), FAR_CHIP_WORDS);
	if (!far_has(set, chip)) {
		return LINK_LEFT_OUT;
	}
	n = roll_size(set, nodes);
	if (n < nodes) {
		far_leave(set);
	}
	if (far_is_door()) {
		far_door_leave(set);
		far_door_turn(); /* what others have said meanwhile */
	}
	return n;
}
