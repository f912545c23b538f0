/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/teams/team_bcast.h"
#include "arch/arch.h"

#include <string.h>

static ARCH_COLD uint32_t aligned(uint32_t bytes)
{
	return (bytes + TEAM_ALIGN - 1) & ~(uint32_t)(TEAM_ALIGN - 1);
}

/* Of words that are wide, or of those that are not. */
static ARCH_COLD uint32_t words(uint32_t count, bool wide)
{
	uint32_t bytes = 0;

	for (uint32_t i = 0; i < bcast_forms_end; i++) {
		const struct bcast_form *form = bcast_forms[i];

		if (form && form->bytes && form->wide == wide) {
			bytes += form->bytes(count);
		}
	}
	return bytes;
}

uint32_t team_bcast_bytes(uint32_t count)
{
	return words(count, false);
}

/* Slots begin with a line, and those that have some are first. */
uint32_t team_bcast_wide_bytes(uint32_t count)
{
	return words(count, true);
}

uint32_t team_bcast_room(uint32_t count)
{
	uint32_t bytes = aligned(bcast_forms_end * (uint32_t)sizeof(void *));

	for (uint32_t i = 0; i < bcast_forms_end; i++) {
		const struct bcast_form *form = bcast_forms[i];

		if (form) {
			bytes += aligned(bcast_form_memory(form, count));
		}
	}
	return bytes;
}

/* One that has words, from *offset on; the room is for so many cores as the run has. */
static ARCH_COLD void team_bcast_place_form(const struct bcast_form *form,
					    void *object,
					    struct barrier_best *barrier,
					    uint32_t *offset, uint32_t epoch)
{
	uint32_t bytes = form->bytes(arch_count());

	if (bytes > 0 && *offset > 0) {
		form->place(object, barrier, *offset, epoch);
		*offset += bytes;
	}
}

void team_bcast_place(struct team_bcast *own, struct barrier_best *barrier,
		      void *room, uint32_t offset, uint32_t wide,
		      uint32_t epoch)
{
	char *at = room;

	own->object = room;
	memset(room, 0, team_bcast_room(barrier->team.size));
	at += aligned(bcast_forms_end * (uint32_t)sizeof(void *));
	for (uint32_t i = 0; i < bcast_forms_end; i++) {
		const struct bcast_form *form = bcast_forms[i];

		if (form && form->place) {
			own->object[i] = at;
			at += aligned(
				bcast_form_memory(form, barrier->team.size));
			team_bcast_place_form(form, own->object[i], barrier,
					      form->wide ? &wide : &offset,
					      epoch);
		}
	}
}

void team_bcast_object(struct team_bcast *own, const struct bcast_form *form,
		       void *object)
{
	for (uint32_t i = 0; i < bcast_forms_end; i++) {
		if (bcast_forms[i] == form) {
			own->object[i] = object;
		}
	}
}

int team_bcast(struct team_bcast *own, struct barrier_best *barrier, void *data,
	       size_t size, uint32_t root, weft_us_t within)
{
	uint32_t largest = BCAST_TINY, i;
	uint32_t class = size > BCAST_TINY ? bcast_class(size, &largest) : 0;

	i = own->chosen[class];
	if (i == 0) {
		i = 1 +
		    bcast_choice_on(own->object, largest, barrier->team.size);
		own->chosen[class] = (uint8_t)i;
	}
	return bcast_forms[i - 1]->run(own->object[i - 1], data, size, root,
				       within);
}
