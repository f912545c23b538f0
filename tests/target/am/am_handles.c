/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 args=interrupt */
/* weft-test: cores=2,3 args=poll */
/*
 * Segments and calls that are not there: zeroes, what failed to be made, what has been given
 * back.  Every call with one of them returns a named error, and no byte of any window
 * changes.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	NUMBER = 3, /* of the segment */
	KEY = 77,
	BYTES = 64,
	ENDPOINT = 4,
	SOON = 100000,
};

static uint32_t me, cores, to, area;
static uint8_t data[BYTES], memory[BYTES];
static struct weft_am_segment segment = {
	.memory = memory, .bytes = BYTES, .key = KEY};
static struct weft_am_remote remote, other;
static struct weft_calls calls;

/* What the application has of a window. */
static bool is_blank(void)
{
	uint8_t now[BYTES];

	arch_acquire();
	arch_get(now, me, ARCH_WINDOW_MPB, area, BYTES);
	for (uint32_t i = 0; i < BYTES; i++) {
		if (now[i] != 0 || memory[i] != 0) {
			return false;
		}
	}
	return true;
}

static bool refuses(struct weft_am_remote *r)
{
	struct weft_am_counter counter = {0};
	uint32_t was;

	return weft_am_store(r, 0, data, 8, SOON) == WEFT_ERR_STATE &&
	       weft_am_store(r, 0, data, 0, SOON) == WEFT_ERR_STATE &&
	       weft_am_put(r, 0, data, 8, &counter, SOON) == WEFT_ERR_STATE &&
	       weft_am_get(data, r, 0, 8, &counter, SOON) == WEFT_ERR_STATE &&
	       weft_am_fetch_add(r, 0, 1, &was, NULL, SOON) == WEFT_ERR_STATE &&
	       weft_am_compare_swap(r, 0, 0, 1, &was, NULL, SOON) ==
		       WEFT_ERR_STATE &&
	       weft_am_unmap(r) == WEFT_ERR_STATE;
}

static bool never_mapped(void)
{
	static struct weft_am_remote zeroes;
	bool ok = refuses(&zeroes);

	memset(&remote, 0xff, sizeof(remote));
	ok &= weft_am_map(&remote, to, NUMBER, KEY + 1, WEFT_FOREVER) ==
	      WEFT_ERR_KEY;
	ok &= refuses(&remote);
	memset(&remote, 0xff, sizeof(remote));
	ok &= weft_am_map(&remote, to, NUMBER + 1, KEY, WEFT_FOREVER) ==
	      WEFT_ERR_STATE;
	return ok && refuses(&remote);
}

/* A second use of what is in use changes nothing about the first. */
static bool mapped_once(void)
{
	bool ok = !weft_am_map(&remote, to, NUMBER, KEY, WEFT_FOREVER) &&
		  !weft_am_map(&other, to, NUMBER, KEY, WEFT_FOREVER);

	ok &= weft_am_map(&remote, to, NUMBER, KEY, WEFT_FOREVER) ==
	      WEFT_ERR_STATE;
	ok &= weft_am_store(&remote, 0, data, 8, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_am_unmap(&remote) == WEFT_OK && refuses(&remote);
	ok &= weft_am_store(&other, 8, data, 8, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_am_map(&remote, to, NUMBER, KEY, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_am_unmap(&other) == WEFT_OK && refuses(&other);
	ok &= weft_am_unmap(&remote) == WEFT_OK && refuses(&remote);
	return ok;
}

static bool segments(void)
{
	bool ok = weft_am_segment_open(NUMBER, &segment) == WEFT_ERR_STATE;

	ok &= weft_am_segment_close(NUMBER + 1) == WEFT_ERR_STATE;
	ok &= weft_am_segment_close(WEFT_AM_SEGMENTS) == WEFT_ERR_NUMBER;
	ok &= weft_am_segment_expect(NUMBER + 1, 1) == WEFT_ERR_STATE;
	ok &= weft_am_segment_expect(WEFT_AM_SEGMENTS, 1) == WEFT_ERR_NUMBER;
	return ok;
}

static bool closed(void)
{
	bool ok = weft_am_segment_close(NUMBER) == WEFT_OK;

	ok &= weft_am_segment_close(NUMBER) == WEFT_ERR_STATE;
	ok &= weft_am_segment_expect(NUMBER, 1) == WEFT_ERR_STATE;
	return ok;
}

static bool calls_refuse(struct weft_calls *c)
{
	uint32_t word = 1;
	size_t bytes = 0;

	return weft_call(c, to, &word, 1, NULL, &bytes, SOON) ==
		       WEFT_ERR_STATE &&
	       weft_calls_close(c) == WEFT_ERR_STATE;
}

static bool no_calls(bool interrupt)
{
	struct weft_calls_shape shape = {ENDPOINT, 0, 8};
	bool ok = calls_refuse(&calls);

	if (!interrupt) {
		return ok && weft_calls_open(&calls, &shape, NULL, NULL) ==
				     WEFT_ERR_STATE;
	}
	memset(&calls, 0xff, sizeof(calls));
	ok &= weft_calls_open(&calls, &shape, NULL, NULL) == WEFT_ERR_SIZE;
	ok &= calls_refuse(&calls);
	shape = (struct weft_calls_shape){WEFT_AM_ENDPOINTS, 1, 8};
	memset(&calls, 0xff, sizeof(calls));
	ok &= weft_calls_open(&calls, &shape, NULL, NULL) == WEFT_ERR_NUMBER;
	ok &= calls_refuse(&calls);
	shape = (struct weft_calls_shape){MEET_ENDPOINT, 1,
					  8}; /* it is taken */
	memset(&calls, 0xff, sizeof(calls));
	ok &= weft_calls_open(&calls, &shape, NULL, NULL) != WEFT_OK;
	ok &= calls_refuse(&calls);
	shape.endpoint = ENDPOINT;
	ok &= weft_calls_open(&calls, &shape, NULL, NULL) == WEFT_OK;
	ok &= weft_calls_open(&calls, &shape, NULL, NULL) == WEFT_ERR_STATE;
	ok &= weft_calls_close(&calls) == WEFT_OK;
	return ok && calls_refuse(&calls);
}

/* Who polls serves others until they have done the same. */
static bool all(bool ok)
{
	return meet() && ok;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "interrupt";
	uint8_t none[BYTES] = {0};

	me = weft_rank();
	cores = weft_size();
	to = me + 1 < cores ? me + 1 : 0;
	tap_begin();
	if (weft_mpb_alloc(BYTES, &area)) {
		weft_panic("no room");
	}
	arch_put(me, ARCH_WINDOW_MPB, area, none, BYTES);
	arch_settle(me);
	tap_ok(all(meet_begin(how) && !weft_am_segment_open(NUMBER, &segment)),
	       "a segment");
	tap_ok(all(never_mapped()), "segments that are not mapped");
	tap_ok(all(mapped_once()), "mapped, and mapped no longer");
	tap_ok(is_blank(), "nothing is written");
	tap_ok(segments() && closed(), "open, and open no longer");
	tap_ok(no_calls(!strcmp(how, "interrupt")), "calls that are not open");
	meet();
	return tap_end();
}
