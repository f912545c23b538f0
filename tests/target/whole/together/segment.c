/* SPDX-License-Identifier: Apache-2.0 */
/* Stores into a segment of the next core, by Active Messages. */
#include <weft/am_segment.h>

#include "tests/target/whole/together/feature.h"

enum {
	NUMBER = 3,
	KEY = 77,
	WORDS = 6,  /* of each round */
	AHEAD = 64, /* rounds that a core may be ahead */
};

static struct {
	uint32_t memory[AHEAD][WORDS], data[WORDS];
	struct weft_am_segment own;
	struct weft_am_remote next;
	uint32_t bytes; /* that have been stored here when the round is over */
} stored;

static bool segment_open(void)
{
	stored.own = (struct weft_am_segment){.memory = stored.memory,
					      .bytes = sizeof(stored.memory),
					      .key = KEY};
	stored.bytes = 0;
	return weft_am_segment_open(NUMBER, &stored.own) == WEFT_OK &&
	       weft_barrier(WEFT_WORLD, FEATURE_SOON) == WEFT_OK &&
	       weft_am_map(&stored.next, feature_run.next, NUMBER, KEY,
			   FEATURE_SOON) == WEFT_OK;
}

static bool segment_start(uint32_t n)
{
	for (uint32_t i = 0; i < WORDS; i++) {
		stored.data[i] = feature_word(feature_run.me, n + i);
	}
	stored.bytes += sizeof(stored.data);
	return weft_am_store(&stored.next,
			     n % AHEAD * (uint32_t)sizeof(stored.data),
			     stored.data, sizeof(stored.data),
			     FEATURE_SOON) == WEFT_OK;
}

static bool segment_end(uint32_t n)
{
	const uint32_t *words = stored.memory[n % AHEAD];
	bool ok = weft_am_wait(&stored.own.stored, stored.bytes,
			       FEATURE_SOON) == WEFT_OK;

	for (uint32_t i = 0; i < WORDS; i++) {
		ok &= words[i] == feature_word(feature_run.prev, n + i);
	}
	return ok;
}

static bool segment_close(void)
{
	return weft_am_unmap(&stored.next) == WEFT_OK &&
	       weft_am_segment_close(NUMBER) == WEFT_OK;
}

const struct feature feature_segment = {
	"segment", segment_open, segment_start, segment_end, segment_close, 0,
	0};
