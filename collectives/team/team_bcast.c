/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/team/bcast_nodes.h"
#include "collectives/team/team_bcast.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

enum {
	DEGREE = 7,                       /* of a team's OC-Bcast, at most */
	TINY = ARCH_REMOTE_AWAIT ? 2 : 8, /* slots, of each bank */
	TINY_BYTES = TINY * (sizeof(uint32_t) + BCAST_TINY),
};

#if BCAST_PUTS
static int binomial_put_on(const struct bcast_objects *on, void *data,
			   size_t size, uint32_t root, weft_us_t within)
{
	return binomial_put(on->binomial_put, data, size, root,
			    rt_deadline(within));
}

static int tree_put_on(const struct bcast_objects *on, void *data, size_t size,
		       uint32_t root, weft_us_t within)
{
	return tree_put(on->tree_put, data, size, root, rt_deadline(within));
}
#else
static int ocbcast_on(const struct bcast_objects *on, void *data, size_t size,
		      uint32_t root, weft_us_t within)
{
	struct ocbcast_call call = {data, size, root, on->ocbcast->usual,
				    rt_deadline(within)};

	return ocbcast(on->ocbcast, &call);
}
#endif

/* The candidates, on teams. */
static const struct {
	int (*world)(void *data, size_t bytes, weft_rank_t root,
		     weft_us_t within);
	bcast_on *on;
} forms[] = {
#if ARCH_NODES
	{bcast_nodes, bcast_nodes_on},
#endif
#if BCAST_PUTS
	{weft_bcast_binomial_put, binomial_put_on},
	{weft_bcast_tree_put, tree_put_on},
#else
#if ARCH_REMOTE_AWAIT
	{weft_bcast_tiny_pull, bcast_tiny_on},
	{weft_bcast_short, bcast_short_on},
#else
	{weft_bcast_tiny_push, bcast_tiny_on},
#endif
	{weft_bcast_striped, bcast_striped_on},
	{bcast_ocbcast, ocbcast_on},
#endif
};

static ARCH_COLD bcast_on *form_of(const struct choose_candidate *c)
{
	uint32_t i = 0;

	while (forms[i].world != c->bcast) {
		i++;
	}
	return forms[i].on;
}

#if BCAST_PUTS
uint32_t team_bcast_bytes(uint32_t count)
{
	return binomial_put_bytes(count) + rt_flag_bytes(TREE_PUT_FLAGS);
}

uint32_t team_bcast_wide_bytes(uint32_t count)
{
	(void)count;
	return 0;
}

uint32_t team_bcast_room(uint32_t count)
{
	(void)count;
	return 0;
}

void team_bcast_place(struct team_bcast *own, struct barrier_best *barrier,
		      void *room, uint32_t offset, uint32_t wide,
		      uint32_t epoch)
{
	(void)room;
	(void)wide;
	binomial_put_place(&own->binomial_put, barrier->team, offset, epoch);
	offset += binomial_put_bytes(barrier->team.size);
	tree_put_place(&own->tree_put, barrier, offset, epoch);
}
#else
static ARCH_COLD uint32_t short_bytes(void)
{
	return ARCH_REMOTE_AWAIT ? bcast_short_bytes() : 0;
}

uint32_t team_bcast_bytes(uint32_t count)
{
	(void)count;
	return ocbcast_bytes(DEGREE);
}

/* Slots begin with a line. */
uint32_t team_bcast_wide_bytes(uint32_t count)
{
	return TINY_BYTES + short_bytes() + striped_bytes(count);
}

uint32_t team_bcast_room(uint32_t count)
{
	return hubs_room(count) << ARCH_REMOTE_AWAIT;
}

void team_bcast_place(struct team_bcast *own, struct barrier_best *barrier,
		      void *room, uint32_t offset, uint32_t wide,
		      uint32_t epoch)
{
	ocbcast_place(&own->ocbcast, barrier, DEGREE, offset, epoch);
	own->tiny =
		(struct slots){.size = TINY_BYTES / TINY, .fits = BCAST_TINY};
	own->tiny_hubs.room = room;
	if (wide == 0) {
		return;
	}
	slots_place(&own->tiny, barrier, wide, TINY_BYTES, epoch);
	wide += TINY_BYTES;
#if ARCH_REMOTE_AWAIT
	own->brief = (struct slots){.size = short_bytes(), .fits = BCAST_SHORT};
	own->brief_hubs.room = (char *)room + hubs_room(barrier->team.size);
	if (short_bytes() > 0) {
		slots_place(&own->brief, barrier, wide, short_bytes(), epoch);
	}
#endif
	if (striped_bytes(arch_count()) > 0) { /* the room is for so many */
		striped_place(&own->striped, barrier, wide + short_bytes(),
			      epoch);
	}
}
#endif

static struct bcast_objects objects(struct team_bcast *own,
				    const struct team *team)
{
	return (struct bcast_objects)
	{
		.team = team,
#if ARCH_NODES
		.nodes = own->nodes,
#endif
#if BCAST_PUTS
		.binomial_put = &own->binomial_put, .tree_put = &own->tree_put,
#else
		.tiny = &own->tiny, .tiny_hubs = &own->tiny_hubs,
#if ARCH_REMOTE_AWAIT
		.brief = &own->brief, .brief_hubs = &own->brief_hubs,
#endif
		.striped = &own->striped, .ocbcast = &own->ocbcast,
#endif
	};
}

int team_bcast(struct team_bcast *own, struct barrier_best *barrier, void *data,
	       size_t size, uint32_t root, weft_us_t within)
{
	const struct bcast_objects on = objects(own, &barrier->team);
	uint32_t largest = BCAST_TINY;
	uint32_t class = size > BCAST_TINY ? bcast_class(size, &largest) : 0;

	if (!own->chosen[class]) {
		own->chosen[class] = form_of(bcast_choice_on(&on, largest));
	}
	return own->chosen[class](&on, data, size, root, within);
}
