/* SPDX-License-Identifier: Apache-2.0 */
/* Names at their homes and owners, and who asks these. */
#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/context.h"
#include "runtime/wait.h"
#include "topology/arith.h"

#include <weft/published/am_name.h>

weft_am_handler am_on_name, am_on_join;

/* What the home is asked, and an owner; in the first word beyond the head. */
enum {
	FIND,
	PUBLISH,
	WITHDRAW,
	JOIN = 0,
	LEAVE,
	PAUSE_US = 20, /* between two questions, at first */
	PAUSE_MOST = 2000,
};

/* At the home. */
static struct {
	uint32_t name, owner;
	bool used;
} names[WEFT_AM_NAMES];

/* At the owner.  A handler may walk it at any time; it changes by one write. */
static struct weft_am_name *volatile published;

static uint32_t home_of(uint32_t name)
{
	uint32_t rest;

	arith_div(name ^ name >> 16, am.count, &rest);
	return rest;
}

static uint32_t entry_of(uint32_t name)
{
	uint32_t i = 0;

	while (i < WEFT_AM_NAMES && !(names[i].used && names[i].name == name)) {
		i++;
	}
	return i;
}

static int am_name_enter(uint32_t name, uint32_t from)
{
	uint32_t i = entry_of(name);

	if (i < WEFT_AM_NAMES) {
		if (names[i].owner != from && !am.peer[names[i].owner].state) {
			return WEFT_ERR_STATE;
		}
		names[i].owner = from;
		return WEFT_OK;
	}
	for (i = 0; i < WEFT_AM_NAMES && names[i].used; i++) {
	}
	if (i == WEFT_AM_NAMES) {
		return WEFT_ERR_SPACE;
	}
	names[i].name = name;
	names[i].owner = from;
	names[i].used = true;
	return WEFT_OK;
}

static int strike(uint32_t name, uint32_t from)
{
	uint32_t i = entry_of(name);

	if (i == WEFT_AM_NAMES || names[i].owner != from) {
		return WEFT_ERR_STATE;
	}
	names[i].used = false;
	return WEFT_OK;
}

void am_on_name(struct weft_am_message *m)
{
	uint32_t name = m->word[AM_WORD_OFFSET], i;

	if (m->count <= AM_WORD_MORE) {
		am_end(m, WEFT_ERR_SIZE, NULL, 0);
	} else if (m->word[AM_WORD_MORE] == PUBLISH) {
		am_end(m, am_name_enter(name, m->from), NULL, 0);
	} else if (m->word[AM_WORD_MORE] == WITHDRAW) {
		am_end(m, strike(name, m->from), NULL, 0);
	} else {
		i = entry_of(name);
		am_end(m, i < WEFT_AM_NAMES ? WEFT_OK : WEFT_ERR_NAME,
		       i < WEFT_AM_NAMES ? &names[i].owner : NULL,
		       i < WEFT_AM_NAMES);
	}
}

static struct weft_am_name *published_as(uint32_t name)
{
	struct weft_am_name *n = published;

	while (n && n->name != name) {
		n = n->next;
	}
	return n;
}

bool weft_am_has_joined(const struct weft_am_name *n, weft_rank_t rank)
{
	return n && rank < 32 * 8 && (n->joined[rank >> 5] >> (rank & 31) & 1);
}

static void set_joined(struct weft_am_name *n, uint32_t rank, bool joined)
{
	uint32_t bit = UINT32_C(1) << (rank & 31);

	if (joined) {
		n->joined[rank >> 5] |= bit;
	} else {
		n->joined[rank >> 5] &= ~bit;
	}
}

/* Name, head, what; key, endpoint and tag of who joins. */
void am_on_join(struct weft_am_message *m)
{
	struct weft_am_name *n = published_as(m->word[AM_WORD_OFFSET]);
	const uint32_t *more = &m->word[AM_WORD_MORE];
	struct weft_am_dest who = {m->from, 0, 0, 0};
	const struct weft_am_endpoint *endpoint;
	uint32_t result[2];

	if (!n || m->count < AM_WORD_MORE + 4 || more[2] >= WEFT_AM_ENDPOINTS) {
		am_end(m, n ? WEFT_ERR_NUMBER : WEFT_ERR_NAME, NULL, 0);
		return;
	}
	endpoint = am.endpoint[n->endpoint];
	if (more[0] == LEAVE) {
		set_joined(n, m->from, false);
		am_end(m, WEFT_OK, NULL, 0);
		return;
	}
	who.endpoint = more[2];
	who.tag = more[3];
	who.reply_to = n->endpoint;
	if (!endpoint || more[1] != n->key) {
		am_end(m, endpoint ? WEFT_ERR_KEY : WEFT_ERR_STATE, NULL, 0);
		return;
	}
	if (n->admit && !n->admit(n, &who)) {
		am_end(m, WEFT_ERR_REFUSED, NULL, 0);
		return;
	}
	set_joined(n, m->from, true);
	result[0] = n->endpoint;
	result[1] = endpoint->tag;
	am_end(m, WEFT_OK, result, 2);
}

static int ask_home(uint32_t name, uint32_t what, uint32_t *owner,
		    uint64_t deadline)
{
	uint32_t words[] = {name, am_head(AM_HEAD_BYTE, 0, 0), what};

	return am_ask(home_of(name), AM_ON_NAME, words, AM_WORD_MORE + 1, owner,
		      owner ? sizeof(*owner) : 0, deadline);
}

/* It can be joined before others can find it. */
ARCH_COLD int weft_am_publish(struct weft_am_name *n, weft_us_t within)
{
	int error = am_library();

	if (error || !n) {
		return error ? error : WEFT_ERR_NULL;
	}
	if (n->endpoint >= WEFT_AM_ENDPOINTS) {
		return RT_WHY(WEFT_ERR_NUMBER, "endpoint: 0 to 15");
	}
	if (!am.endpoint[n->endpoint] || published_as(n->name)) {
		return RT_WHY(WEFT_ERR_STATE, "the endpoint is not open, or "
					      "the name is published here");
	}
	for (uint32_t i = 0; i < 8; i++) {
		n->joined[i] = 0;
	}
	n->next = published;
	published = n;
	error = ask_home(n->name, PUBLISH, NULL, rt_deadline(within));
	if (error) {
		published = n->next;
	}
	return error;
}

ARCH_COLD int weft_am_withdraw(struct weft_am_name *n, weft_us_t within)
{
	int error = am_library();
	struct weft_am_name *before = published;

	if (error || !n) {
		return error ? error : WEFT_ERR_NULL;
	}
	if (published_as(n->name) != n) {
		return RT_WHY(WEFT_ERR_STATE,
			      "that name is not published here");
	}
	error = ask_home(n->name, WITHDRAW, NULL, rt_deadline(within));
	if (error == WEFT_ERR_TIMEOUT) {
		return error;
	}
	if (before == n) {
		published = n->next;
		return error;
	}
	while (before->next != n) {
		before = before->next;
	}
	before->next = n->next;
	return error;
}

ARCH_COLD int weft_am_find(uint32_t name, weft_rank_t *owner, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	uint32_t never = 0, pause = PAUSE_US;
	int error = am_library();

	if (error || !owner) {
		return error ? error : WEFT_ERR_NULL;
	}
	for (;;) {
		uint64_t until = rt_deadline(pause);

		error = ask_home(name, FIND, owner, deadline);
		if (error != WEFT_ERR_NAME) {
			return error;
		}
		if (arch_cycles() >= deadline) {
			return WEFT_ERR_TIMEOUT;
		}
		error = am_wait_until(&never, 1,
				      until < deadline ? until : deadline);
		if (error != WEFT_ERR_TIMEOUT) {
			return error;
		}
		pause = pause < PAUSE_MOST ? pause << 1 : pause;
	}
}

static int ask_owner(uint32_t owner, uint32_t *words, uint32_t *result,
		     weft_us_t within)
{
	if (owner >= am.count) {
		return RT_WHY(WEFT_ERR_RANK, "no such core");
	}
	return am_ask(owner, AM_ON_JOIN, words, AM_WORD_MORE + 4, result,
		      result ? 2 * sizeof(*result) : 0, rt_deadline(within));
}

ARCH_COLD int weft_am_join(struct weft_am_dest *to, weft_rank_t owner,
			   uint32_t name, uint32_t key, uint32_t reply_to,
			   weft_us_t within)
{
	uint32_t words[] = {
		name, am_head(AM_HEAD_BYTE, 0, 0), JOIN, key, reply_to, 0};
	uint32_t result[2];
	int error = am_library();

	if (error || !to) {
		return error ? error : WEFT_ERR_NULL;
	}
	if (reply_to >= WEFT_AM_ENDPOINTS) {
		return RT_WHY(WEFT_ERR_NUMBER, "reply_to: 0 to 15");
	}
	if (!am.endpoint[reply_to]) {
		return RT_WHY(WEFT_ERR_STATE, "reply_to is not open");
	}
	words[AM_WORD_MORE + 3] = am.endpoint[reply_to]->tag;
	error = ask_owner(owner, words, result, within);
	if (!error) {
		*to = (struct weft_am_dest){owner, result[0], result[1],
					    reply_to};
	}
	return error;
}

ARCH_COLD int weft_am_leave(weft_rank_t owner, uint32_t name, weft_us_t within)
{
	uint32_t words[AM_WORD_MORE + 4] = {name, am_head(AM_HEAD_BYTE, 0, 0),
					    LEAVE};
	int error = am_library();

	return error ? error : ask_owner(owner, words, NULL, within);
}
