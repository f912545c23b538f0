/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pieces of one core for another one, by MPI's messages of a second tag, which come in the
 * order of their records.  The flag of a piece is written when it and all before it have
 * come, since flags are numbers.
 *
 * What nobody has a place for any more, as who waited has given up, is received
 * all the same, and dropped: its sender waits until it has gone.
 */
#include <mpi.h>
#include <stdlib.h>

#include "host/host.h"
#include "host/mpi/bulk.h"
#include "host/mpi/server.h"
#include "host/mpi/far_site.h"
#include "host/mpi/wire.h"

enum {
	TAG = 1 /* of records it is 0 */
};

struct piece {
	struct piece *next;
	MPI_Request request;
	struct far_bulk *place; /* where it comes to; null: nowhere */
	void *bin;              /* then it is here */
	uint32_t node, offset, value;
};

struct queue {
	struct piece *oldest, *newest;
};

static struct queue going, coming;
static struct piece *spare;
static uint32_t begun;

static struct far_channel *channel(void)
{
	return &core.channels[0]; /* of the node's first core */
}

static struct piece *new_piece(struct queue *queue)
{
	struct piece *piece = spare;

	if (piece) {
		spare = piece->next;
	} else {
		piece = host_alloc(sizeof(*piece));
	}
	piece->next = NULL;
	if (queue->oldest) {
		queue->newest->next = piece;
	} else {
		queue->oldest = piece;
	}
	queue->newest = piece;
	return piece;
}

void bulk_begin(uint32_t node, const struct far_record *record)
{
	const struct far_bulk *from = &channel()->goes[begun++ % FAR_BULKS];

	if (record->from != core.first) {
		site_refuse("memory of another process", record);
	}
	MPI_Isend((const void *)(uintptr_t)from->at, (int)from->bytes, MPI_BYTE,
		  (int)node, TAG, servers, &new_piece(&going)->request);
}

static bool is_for(const struct far_bulk *place,
		   const struct far_record *record)
{
	return place->from == record->from && place->offset == record->offset;
}

/* The oldest open place for what comes. */
static struct far_bulk *place_for(const struct far_record *record)
{
	struct far_bulk *found = NULL;

	for (uint32_t i = 0; i < FAR_BULKS; i++) {
		struct far_bulk *place = &channel()->comes[i];

		if ((__atomic_load_n(&place->state, __ATOMIC_ACQUIRE) &
		     FAR_BULK_OPEN) &&
		    is_for(place, record) &&
		    (!found || (int32_t)(place->number - found->number) < 0)) {
			found = place;
		}
	}
	return found;
}

/* False: it was closed meanwhile, and may be another's. */
static bool enter(struct far_bulk *place, const struct far_record *record)
{
	uint32_t was = __atomic_fetch_add(&place->state, 2, __ATOMIC_ACQ_REL);

	return (was & FAR_BULK_OPEN) && is_for(place, record);
}

static void leave(struct far_bulk *place)
{
	__atomic_sub_fetch(&place->state, 2, __ATOMIC_ACQ_REL);
	calls_wake(&place->state);
}

static void *part_of(struct far_bulk *place, const struct far_record *record,
		     uint32_t bytes)
{
	void *at = (void *)(uintptr_t)place->at;

	if (bytes > place->bytes) {
		site_refuse("more than there is place for", record);
	}
	place->at += bytes;
	place->bytes -= bytes;
	if (place->bytes == 0) {
		__atomic_fetch_and(&place->state, ~(uint32_t)FAR_BULK_OPEN,
				   __ATOMIC_ACQ_REL);
	}
	return at;
}

void bulk_take(uint32_t node, const struct far_record *record)
{
	struct far_bulk *place = place_for(record);
	struct piece *piece = new_piece(&coming);
	uint32_t bytes = record->expected;
	void *to;

	if (record->rank != core.first ||
	    record->offset % sizeof(uint32_t) != 0 ||
	    record->offset >= core.window_bytes) {
		site_refuse("a piece for a place that cannot be", record);
	}
	if (place && !enter(place, record)) {
		leave(place);
		place = NULL;
	}
	piece->bin = place ? NULL : malloc(bytes + 1);
	to = place ? part_of(place, record, bytes) : piece->bin;
	piece->place = place;
	piece->node = node;
	piece->offset = record->offset;
	piece->value = record->value;
	MPI_Irecv(to, (int)bytes, MPI_BYTE, (int)node, TAG, servers,
		  &piece->request);
}

static void come(const struct piece *piece)
{
	if (piece->place) {
		site_flag(core.first, piece->offset, piece->value);
		leave(piece->place);
	}
	free(piece->bin);
}

static void gone(void)
{
	__atomic_fetch_add(&channel()->gone, 1, __ATOMIC_RELEASE);
	calls_wake(&channel()->gone);
}

/* The oldest of a queue, if it has ended. */
static struct piece *ended(struct queue *queue)
{
	struct piece *piece = queue->oldest;
	int done = 0;

	if (piece) {
		MPI_Test(&piece->request, &done, MPI_STATUS_IGNORE);
	}
	if (!done) {
		return NULL;
	}
	queue->oldest = piece->next;
	piece->next = spare;
	spare = piece;
	return piece;
}

bool bulk_look(void)
{
	const struct piece *piece;
	bool any = false;

	while (ended(&going)) {
		gone();
		any = true;
	}
	while ((piece = ended(&coming))) {
		come(piece);
		any = true;
	}
	return any;
}

bool bulk_is_empty(void)
{
	return !going.oldest && !coming.oldest;
}
