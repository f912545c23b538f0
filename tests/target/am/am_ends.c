/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 args=poll */
/* weft-test: cores=2,3 args=interrupt */
/*
 * One store that reaches several ends of a segment: each is called once, the last of them
 * by its last byte.  So it is for a few bytes, which travel with a request, and for many,
 * which travel in blocks; in private memory and in the MPB; and where the bytes have come
 * before they are expected.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	FAR, /* segments */
	NEAR,
	KINDS,
	MOST = 320, /* bytes */
};

static uint32_t to;
static uint8_t memory[MOST], data[MOST];
static struct weft_am_segment segment[KINDS] = {
	{.memory = memory, .bytes = MOST},
	{.bytes = MOST},
};
static struct weft_am_remote remote[KINDS];
static volatile uint32_t ends;
static uint32_t each, left; /* bytes to an end; ends that expect more */

static uint32_t end(struct weft_am_segment *s)
{
	(void)s;
	ends++;
	return left > 0 && left-- ? each : 0;
}

static bool store(uint32_t kind, uint32_t bytes)
{
	return !weft_am_store(&remote[kind], 0, data, bytes, WEFT_FOREVER) &&
	       !weft_am_all_store_sync(WEFT_FOREVER);
}

/* Of `n` ends all but one with a byte less; that byte is the last one's. */
static bool reaches(uint32_t kind, uint32_t n, uint32_t bytes)
{
	bool ok;

	ends = 0;
	each = bytes;
	left = n - 1;
	ok = !weft_am_segment_expect(kind, (int32_t)bytes) && meet() &&
	     store(kind, n * bytes - 1) && ends == n - 1;
	return meet() && store(kind, 1) && ends == n && left == 0 && ok;
}

/* The bytes are there; as many ends are called at once. */
static bool were_there(uint32_t kind, uint32_t n, uint32_t bytes)
{
	bool ok;

	ends = 0;
	each = bytes;
	left = n - 1;
	ok = !weft_am_segment_expect(kind, (int32_t)(n * bytes) + 1) &&
	     meet() && store(kind, n * bytes) && ends == 0;
	ok &= !weft_am_segment_expect(kind, -(int32_t)((n - 1) * bytes + 1)) &&
	      ends == n && left == 0;
	return meet() && ok;
}

int main(int argc, char **argv)
{
	uint32_t me = weft_rank(), at = 0;
	bool ok;

	tap_begin();
	to = me + 1 < weft_size() ? me + 1 : 0;
	ok = meet_begin(argc > 1 ? argv[1] : "poll") &&
	     !weft_mpb_alloc(MOST, &at);
	segment[NEAR].offset = at;
	for (uint32_t kind = 0; kind < KINDS; kind++) {
		segment[kind].end = end;
		ok &= !weft_am_segment_open(kind, &segment[kind]);
	}
	ok &= meet();
	for (uint32_t kind = 0; kind < KINDS; kind++) {
		ok &= !weft_am_map(&remote[kind], to, kind, 0, WEFT_FOREVER);
	}
	tap_ok(ok && meet(), "segments");
	for (uint32_t kind = 0; kind < KINDS; kind++) {
		const char *where = kind == FAR ? "memory" : "the MPB";

		tap_ok(reaches(kind, 2, 8), "two ends by 16 bytes in %s",
		       where);
		tap_ok(reaches(kind, 3, 100), "three ends by 300 in %s", where);
		tap_ok(were_there(kind, 3, 8), "of bytes that are in %s",
		       where);
	}
	return tap_end();
}
