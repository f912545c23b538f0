/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The core writes into its channel what it wants; who has the turn tells MPI.  A message's tag is
 * the place and the number of the flag, so a piece comes to the place that was opened for it,
 * and to no other one.  The flag is written when the piece and all that were awaited before it
 * have come, since flags are numbers.
 *
 * A place is open before its sender hears of it.  So a message that finds none is late: who
 * waited for it has given up.  It is received all the same, and dropped, as its sender waits
 * until it has gone.
 */
#include <stdlib.h>

#include "host/host.h"
#include "host/mpi/bulk.h"
#include "host/mpi/far_site.h"

enum {
	WORD_LOG2 = 2,
	NUMBER_LOG2 =
		8, /* of a flag's number, at least, to know a late piece by */
	LOOKS = 2, /* an MPI may look first, and get on only then */
	/* In `requests`: pieces that go, another one, places. */
	OTHER = FAR_PIECES,
	PLACES,
	REQUESTS = PLACES + FAR_PLACES,
};

static MPI_Comm cores, holds; /* for pieces that have a place for sure */
static MPI_Request requests[REQUESTS];
static int used = PLACES; /* of them: the rest are null */
static uint32_t begun;    /* pieces */
static uint32_t asks;     /* that have been looked at */
static uint32_t busy;     /* requests of the core's */
static uint32_t tag_mask;
static bool gives_up; /* it has: pieces may be late */

static void count(uint32_t more)
{
	__atomic_store_n(&busy, busy + more, __ATOMIC_RELAXED);
}

static struct far_channel *channel(void)
{
	return &core.channels[core.rank - core.first];
}

bool bulk_open(MPI_Comm all)
{
	uint32_t words_log2 = core.window_shift - WORD_LOG2;
	int *most, there;

	cores = all;
	MPI_Comm_dup(all, &holds);
	for (int i = 0; i < REQUESTS; i++) {
		requests[i] = MPI_REQUEST_NULL;
	}
	MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most, &there);
	while (there && (uint32_t)*most >= 2 * tag_mask + 1 &&
	       tag_mask < INT32_MAX) {
		tag_mask = 2 * tag_mask + 1;
	}
	return tag_mask >> words_log2 >> NUMBER_LOG2 > 0;
}

static int tag_of(const struct far_bulk *piece)
{
	uint32_t words_log2 = core.window_shift - WORD_LOG2;

	return (int)((piece->value << words_log2 | piece->offset >> WORD_LOG2) &
		     tag_mask);
}

static MPI_Comm comm_of(const struct far_bulk *piece)
{
	return piece->held ? holds : cores;
}

/* The core may sleep on that word. */
static void tell(uint32_t *word, uint32_t value)
{
	__atomic_store_n(word, value, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&channel()->awaits, __ATOMIC_SEQ_CST) &&
	    !stand_in_looks(word)) {
		calls_wake(word);
	}
}

static uint32_t load(const uint32_t *word)
{
	return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static MPI_Request *request_of(const struct far_bulk *place)
{
	return &requests[PLACES + (place - channel()->comes)];
}

/* Most have at once, and then there is no need to look again. */
static void has_gone(MPI_Request *request)
{
	int done;

	MPI_Test(request, &done, MPI_STATUS_IGNORE);
	if (done) {
		count((uint32_t)-1);
	}
}

static void begin_pieces(void)
{
	uint32_t asked = load(&channel()->begun);

	for (; begun != asked; begun++) {
		uint32_t i = begun & (FAR_PIECES - 1);
		const struct far_bulk *piece = &channel()->goes[i];

		MPI_Isend((const void *)(uintptr_t)piece->at, (int)piece->bytes,
			  MPI_BYTE, (int)piece->rank, tag_of(piece),
			  comm_of(piece), &requests[i]);
		count(1);
		has_gone(&requests[i]);
	}
}

static void open_places(void)
{
	for (uint32_t i = 0; i < FAR_PLACES; i++) {
		struct far_bulk *place = &channel()->comes[i];

		if (load(&place->state) == FAR_PLACE_ASKED) {
			MPI_Irecv((void *)(uintptr_t)place->at,
				  (int)place->bytes, MPI_BYTE, (int)place->rank,
				  tag_of(place), comm_of(place),
				  request_of(place));
			count(1);
			used = used > PLACES + (int)i ? used
						      : PLACES + (int)i + 1;
			tell(&place->state, FAR_PLACE_OPEN);
		}
	}
}

/* What is coming just now comes first. */
static void shut(struct far_bulk *place)
{
	MPI_Request *request = request_of(place);

	if (*request != MPI_REQUEST_NULL) {
		MPI_Cancel(request);
		MPI_Wait(request, MPI_STATUS_IGNORE);
		count((uint32_t)-1);
	}
	__atomic_store_n(&place->state, FAR_PLACE_FREE, __ATOMIC_RELEASE);
}

static void close_places(uint32_t closes)
{
	for (uint32_t i = 0; i < FAR_PLACES; i++) {
		struct far_bulk *place = &channel()->comes[i];

		if (load(&place->state) != FAR_PLACE_FREE && !place->held) {
			shut(place);
		}
	}
	__atomic_store_n(&gives_up, true, __ATOMIC_RELAXED);
	tell(&channel()->closed, closes);
}

/* Pieces leave in the order in which they began. */
static void gone(void)
{
	uint32_t n = channel()->gone;

	while (n != begun &&
	       requests[n & (FAR_PIECES - 1)] == MPI_REQUEST_NULL) {
		n++;
	}
	if (n != channel()->gone) {
		tell(&channel()->gone, n);
	}
}

bool bulk_start(void)
{
	uint32_t asked = load(&channel()->asks), closes;

	if (asks == asked) {
		return false;
	}
	asks = asked;
	closes = load(&channel()->closes);
	open_places();
	begin_pieces();
	gone();
	if (closes != channel()->closed) {
		close_places(closes);
	}
	return true;
}

bool bulk_is_busy(void)
{
	return __atomic_load_n(&busy, __ATOMIC_RELAXED) > 0 ||
	       __atomic_load_n(&gives_up, __ATOMIC_RELAXED);
}

/* The oldest place of those for the same flag, if it is full; else null. */
static struct far_bulk *oldest_full(const struct far_bulk *place)
{
	struct far_bulk *oldest = NULL;

	for (uint32_t i = 0; i < FAR_PLACES; i++) {
		struct far_bulk *other = &channel()->comes[i];

		if (load(&other->state) != FAR_PLACE_FREE &&
		    other->rank == place->rank &&
		    other->offset == place->offset &&
		    (!oldest ||
		     (int32_t)(other->number - oldest->number) < 0)) {
			oldest = other;
		}
	}
	return oldest && load(&oldest->state) == FAR_PLACE_FULL ? oldest : NULL;
}

static void come(struct far_bulk *place)
{
	struct far_bulk *full;

	__atomic_store_n(&place->state, FAR_PLACE_FULL, __ATOMIC_RELEASE);
	while ((full = oldest_full(place))) {
		uint32_t offset = full->offset, value = full->value;

		__atomic_store_n(&full->state, FAR_PLACE_FREE,
				 __ATOMIC_RELEASE);
		site_flag(core.rank, offset, value);
	}
}

static void drop_late(void)
{
	MPI_Message message;
	MPI_Status status;
	int there, bytes;
	void *bin;

	MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, cores, &there, &message,
		    &status);
	if (there) {
		MPI_Get_count(&status, MPI_BYTE, &bytes);
		bin = malloc((size_t)bytes + 1);
		MPI_Mrecv(bin, bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE);
		free(bin);
	}
}

bool bulk_test(MPI_Request *also, MPI_Status *status, bool *any)
{
	MPI_Status each[REQUESTS];
	int which[REQUESTS], n = 0;
	int least = begun == channel()->gone ? OTHER : 0;
	bool ended = false;

	requests[OTHER] = also ? *also : MPI_REQUEST_NULL;
	for (int i = 0; i < LOOKS && n <= 0; i++) {
		MPI_Testsome(used - least, requests + least, &n, which, each);
	}
	for (int i = 0; i < n; i++) {
		int request = least + which[i];

		if (request == OTHER) {
			*status = each[i];
			ended = true;
			continue;
		}
		count((uint32_t)-1);
		*any = true;
		if (request >= PLACES) {
			come(&channel()->comes[request - PLACES]);
		}
	}
	if (also) {
		*also = requests[OTHER];
	}
	gone();
	if (gives_up) {
		drop_late();
	}
	return ended;
}

void bulk_close(void)
{
	for (uint32_t i = 0; i < FAR_PLACES; i++) {
		shut(&channel()->comes[i]);
	}
}
