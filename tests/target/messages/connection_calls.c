/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,17 */
/* weft-test: cores=2 env=WEFT_EPOCH=0xfffffff0 */
/*
 * Connections, each core's to the next one: where a message goes, by hint, permission and
 * room; notes that lie; bad calls.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	NOTES = 4,
	SLOT = 33,
	NEAR = 96,
	FAR = 200,
};

static const struct weft_connection_shape shape = {NOTES, SLOT, NEAR};
static struct weft_connection c;
static uint32_t next;
static char *buffer;

static struct weft_note note_of(uint32_t flags, uint32_t offset, uint32_t bytes)
{
	static const char data[FAR + 1];

	return (struct weft_note){flags, 0, offset, bytes, data, 0};
}

/* What it becomes, or how it is refused; received at once. */
static bool becomes(uint32_t flags, uint32_t offset, uint32_t bytes,
		    int expected)
{
	struct weft_note note = note_of(flags, offset, bytes), got;
	int error = weft_connection_put(&c, &note, WEFT_FOREVER);
	bool ok;

	if (error) {
		return error == expected && note.flags == flags;
	}
	ok = weft_connection_receive(&c, &got, WEFT_FOREVER) == WEFT_OK;
	ok &= got.flags == note.flags && got.offset == offset &&
	      got.bytes == bytes && note.flags == (uint32_t)expected;
	return ok && !weft_connection_release(&c, got.number);
}

static bool places(void)
{
	bool ok = becomes(0, 0, 0, 0) && becomes(WEFT_NEAR, NEAR, 0, WEFT_NEAR);

	ok &= becomes(WEFT_NEAR, 0, NEAR, WEFT_NEAR);
	ok &= becomes(WEFT_NEAR, 1, NEAR, 0);
	ok &= becomes(WEFT_NEAR, NEAR, 1, 0);
	ok &= becomes(0, FAR - SLOT, SLOT, 0);
	ok &= becomes(0, 0, SLOT + 1, 0);
	ok &= becomes(0, FAR, 1, WEFT_ERR_RANGE);
	ok &= becomes(0, FAR - 1, 2, WEFT_ERR_RANGE);
	ok &= becomes(WEFT_NEAR, UINT32_MAX, 2, WEFT_ERR_RANGE);
	ok &= becomes(0, 1, FAR, WEFT_ERR_RANGE);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= weft_connection_accept(&c, buffer, FAR, false) == WEFT_OK;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= becomes(WEFT_NEAR, 1, SLOT, 0);
	ok &= becomes(WEFT_NEAR, 0, NEAR, 0);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= weft_connection_accept(&c, buffer, FAR, true) == WEFT_OK;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && becomes(WEFT_NEAR, 1, SLOT, WEFT_NEAR);
}

/* A note that no put would write. */
static bool forge(uint32_t offset, uint32_t bytes)
{
	uint32_t at =
		c.ring + (c.sent & (NOTES - 1)) * (c.slots - c.ring) / NOTES;
	uint32_t words[] = {++c.sent, offset, bytes, 1};
	struct weft_note got;
	bool ok = true;

	for (uint32_t i = 4; i-- > 0;) {
		ok &= !weft_flag_write(next, at + 4 * i, words[i]);
	}
	return ok && weft_connection_receive(&c, &got, WEFT_FOREVER) ==
			     WEFT_ERR_DAMAGED;
}

static bool forged(void)
{
	const uint32_t near = UINT32_C(1) << 31, more = UINT32_C(1) << 30;
	bool ok = forge(FAR, 1) && forge(0, more | (SLOT + 1)) &&
		  forge(UINT32_MAX, 2);

	ok &= forge(0, near | (NEAR + 1)) && forge(NEAR, near | 1);
	ok &= forge(UINT32_MAX, near | 1) && forge(1, UINT32_MAX);
	ok &= forge(0, near | more | 1) && forge(FAR, more | 1);
	return ok && becomes(0, 0, 1, 0);
}

static bool errors(void)
{
	struct weft_connection_shape wrong = shape;
	struct weft_connection other;
	struct weft_note note = note_of(0, 0, 1), none = note;
	bool ok;

	none.data = NULL;
	ok = weft_connection_create(NULL, &shape, 0, 0) == WEFT_ERR_NULL;
	ok &= weft_connection_create(&other, NULL, 0, 0) == WEFT_ERR_NULL;
	ok &= weft_connection_create(&other, &shape, weft_size(), 0) ==
	      WEFT_ERR_RANK;
	wrong.notes = 3;
	ok &= weft_connection_create(&other, &wrong, 0, 0) == WEFT_ERR_SIZE;
	wrong.notes = 2 * WEFT_NOTES;
	ok &= weft_connection_create(&other, &wrong, 0, 0) == WEFT_ERR_SIZE;
	wrong = shape;
	wrong.near = UINT32_MAX - 1;
	ok &= weft_connection_create(&other, &wrong, 0, 0) == WEFT_ERR_SIZE;
	ok &= weft_connection_free(NULL) == WEFT_ERR_NULL;
	ok &= weft_connection_accept(&c, buffer, FAR - 1, true) ==
	      WEFT_ERR_STATE;
	ok &= weft_connection_accept(&c, NULL, 1, true) == WEFT_ERR_NULL;
	ok &= weft_connection_put(&c, NULL, 0) == WEFT_ERR_NULL;
	ok &= weft_connection_put(&c, &none, 0) == WEFT_ERR_NULL;
	ok &= weft_connection_receive(&c, NULL, 0) == WEFT_ERR_NULL;
	ok &= weft_connection_receive(&c, &note, 0) == WEFT_ERR_TIMEOUT;
	ok &= weft_connection_create(&other, &shape, WEFT_NOBODY,
				     WEFT_NOBODY) == WEFT_OK;
	ok &= weft_connection_put(&other, &note, 0) == WEFT_ERR_STATE;
	ok &= weft_connection_receive(&other, &note, 0) == WEFT_ERR_STATE;
	ok &= weft_connection_accept(&other, NULL, 0, true) == WEFT_ERR_STATE;
	ok &= !weft_connection_free(&other);
	wrong = shape;
	wrong.slot = 0; /* to itself, with a near part only */
	ok &= !weft_connection_create(&other, &wrong, weft_rank(), weft_rank());
	ok &= !weft_connection_accept(&other, buffer, FAR, true);
	note = note_of(0, 0, 1);
	ok &= weft_connection_put(&other, &note, WEFT_FOREVER) == WEFT_ERR_SIZE;
	note = note_of(WEFT_NEAR, 0, 1);
	ok &= weft_connection_put(&other, &note, WEFT_FOREVER) == WEFT_OK;
	return ok && !weft_connection_free(&other);
}

int main(void)
{
	uint32_t me = weft_rank(), last = weft_size() - 1;

	tap_begin();
	next = me == last ? 0 : me + 1;
	buffer = tap_room(FAR);
	tap_ok(!weft_connection_create(&c, &shape, me ? me - 1 : last, next),
	       "created");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(!weft_connection_accept(&c, buffer, FAR, true), "accepted");
	tap_ok(places(), "near or far, by hint, permission and room");
	tap_ok(forged(), "notes that lie");
	tap_ok(errors(), "bad calls");
	return tap_end();
}
