/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/common/far/far_serve.h"

#include <far_port.h>
#include <far_site.h>

/* The record is about a core of this node, .. */
static void serve_near(const struct far_record *record)
{
	if (record->rank - site_first() >= site_near()) {
		site_refuse("a rank of another node", record);
	}
}

/* .. so many bytes of its window, .. */
static void serve_range(const struct far_record *record, uint32_t bytes)
{
	uint32_t all = site_window_bytes();

	serve_near(record);
	if (record->offset > all || bytes > all - record->offset) {
		site_refuse("a place outside a window", record);
	}
}

/* .. or a word. */
static void serve_word(const struct far_record *record)
{
	if (record->offset & (sizeof(uint32_t) - 1)) {
		site_refuse("a word at no word's place", record);
	}
	serve_range(record, sizeof(uint32_t));
}

static void serve_answer(uint32_t to, uint32_t value)
{
	struct far_record record = {
		.op = FAR_ANSWERED,
		.rank = to,
		.value = value,
	};

	site_say(site_node(to), &record, 0);
}

const void *far_answer_bytes(const struct far_record *answer)
{
	static uint8_t piece[FAR_PIECE] __attribute__((aligned(16)));

	site_get(piece, answer->from, answer->offset, answer->bytes);
	return piece;
}

static void serve_get(const struct far_record *record)
{
	struct far_record answer = {
		.op = FAR_ANSWERED,
		.rank = record->from,
		.from = record->rank,
		.offset = record->offset,
		.value = record->value,
		.bytes = record->bytes,
	};

	if (record->bytes > FAR_PIECE) {
		site_refuse("a get of too much", record);
	}
	serve_range(record, record->bytes);
	site_say(site_node(answer.rank), &answer, far_answer_bytes(&answer));
}

void far_tell_news(uint32_t rank)
{
	struct far_record record = {.op = FAR_NEWS, .rank = rank};

	site_say(site_node(rank), &record, 0);
}

static void serve_answered(const struct far_record *record,
			   const uint8_t *bytes)
{
	serve_near(record);
	if (record->bytes > 0) {
		if (record->bytes > FAR_PIECE ||
		    record->value > FAR_ANSWER - record->bytes) {
			site_refuse("too long an answer", record);
		}
		site_answer(record->rank, record->value, bytes, record->bytes);
	}
	site_owes((uint32_t)-1);
	site_answered(record->rank, record->value);
}

/* Those that want an answer. */
static bool serve_asked(const struct far_record *record,
			const uint8_t *bytes)
{
	switch (record->op) {
	case FAR_MEET:
		site_met();
		serve_answer(record->from, 0);
		return true;
	case FAR_GET:
		serve_get(record);
		return true;
	case FAR_SWAP:
	case FAR_COMPARE:
	case FAR_ADD:
		serve_word(record);
		serve_answer(record->from, site_update(record));
		return true;
	case FAR_TAKE:
		serve_near(record);
		serve_answer(record->from, site_tas(record->rank));
		return true;
	case FAR_ANSWERED:
		serve_answered(record, bytes);
		return true;
	case FAR_NEWS:
		serve_near(record);
		site_news(record->rank);
		return true;
	default:
		return false;
	}
}

bool far_serve(const struct far_record *record, const uint8_t *bytes)
{
	switch (record->op) {
	case FAR_PUT:
		serve_range(record, record->bytes);
		site_put(record->rank, record->offset, bytes, record->bytes);
		return true;
	case FAR_FLAG:
		serve_word(record);
		site_flag(record->rank, record->offset, record->value);
		return true;
	case FAR_FREE:
		serve_near(record);
		site_free(record->rank);
		return true;
	case FAR_RAISE:
		serve_near(record);
		site_raise(record->rank);
		return true;
	case FAR_WATCH_IT:
		serve_word(record);
		site_watch(record);
		return true;
	case FAR_FORGET:
		serve_word(record);
		site_forget(record);
		return true;
	case FAR_CONSOLE:
		site_console(bytes, record->bytes);
		return true;
	default:
		return serve_asked(record, bytes);
	}
}

bool far_carry(uint32_t rank)
{
	uint32_t taken = site_taken(rank), before = taken;
	uint32_t posted = site_posted(rank);

	while (taken != posted) {
		uint32_t at = taken & (FAR_RING - 1), following;
		struct far_record record =
			*(const struct far_record *)site_ring(
				rank, at, sizeof(record));

		if (record.op == FAR_SKIP) {
			taken += FAR_RING - at;
			continue;
		}
		following = far_following(&record);
		if (!site_add(site_node(record.rank), &record,
			      following ? site_ring(rank, at + FAR_ALIGN,
						    following)
					: 0,
			      false)) {
			break;
		}
		site_owes(record.op >= FAR_MEET);
		taken += far_room(following);
	}
	if (taken == before) {
		return false;
	}
	site_take(rank, taken);
	return true;
}
