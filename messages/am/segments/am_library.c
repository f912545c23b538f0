/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/context.h"
#include "runtime/wait.h"

#define IF_LINKED __attribute__((weak, visibility("hidden")))

extern weft_am_handler am_on_map IF_LINKED, am_on_words IF_LINKED,
	am_on_block IF_LINKED, am_on_placed IF_LINKED, am_on_get IF_LINKED,
	am_on_add IF_LINKED, am_on_swap IF_LINKED, am_on_run IF_LINKED,
	am_on_result IF_LINKED, am_on_offer IF_LINKED, am_on_accept IF_LINKED,
	am_on_withdraw IF_LINKED, am_on_queued IF_LINKED, am_on_taken IF_LINKED,
	am_on_way IF_LINKED, am_on_met IF_LINKED, am_on_name IF_LINKED,
	am_on_join IF_LINKED;
extern __typeof(am_store_failed) am_store_failed IF_LINKED;

enum {
	TAG = 0x77656674, /* against messages of applications */
};

static void ended(uint32_t from, uint32_t head, int error,
		  const uint32_t *words, uint32_t count)
{
	uint32_t operation = am_head_operation(head);

	if (operation) {
		am_operation_end(operation, error, words, count);
	} else if (am_store_failed) {
		am_store_failed(from, head & AM_HEAD_BYTE, error);
	}
}

static ARCH_COLD void on_back(struct weft_am_message *m)
{
	ended(m->from, m->word[AM_WORD_HEAD], m->reason, NULL, 0);
}

static void on_ended(struct weft_am_message *m)
{
	if (m->count >= 2) {
		ended(m->from, m->word[0], (int)m->word[1], m->word + 2,
		      m->count - 2);
	}
}

static weft_am_handler *const table[AM_LIBRARY_HANDLERS] = {
	[AM_ON_BACK] = on_back,        [AM_ON_ENDED] = on_ended,
	[AM_ON_MAP] = am_on_map,       [AM_ON_WORDS] = am_on_words,
	[AM_ON_BLOCK] = am_on_block,   [AM_ON_PLACED] = am_on_placed,
	[AM_ON_GET] = am_on_get,       [AM_ON_ADD] = am_on_add,
	[AM_ON_SWAP] = am_on_swap,     [AM_ON_RUN] = am_on_run,
	[AM_ON_RESULT] = am_on_result, [AM_ON_OFFER] = am_on_offer,
	[AM_ON_ACCEPT] = am_on_accept, [AM_ON_WITHDRAW] = am_on_withdraw,
	[AM_ON_QUEUED] = am_on_queued, [AM_ON_TAKEN] = am_on_taken,
	[AM_ON_WAY] = am_on_way,       [AM_ON_MET] = am_on_met,
	[AM_ON_NAME] = am_on_name,     [AM_ON_JOIN] = am_on_join,
};
static const struct weft_am_endpoint endpoint = {TAG, table,
						 AM_LIBRARY_HANDLERS, NULL};

ARCH_COLD void am_library_open(void)
{
	if (!am.endpoint[WEFT_AM_LIBRARY]) {
		am.endpoint[WEFT_AM_LIBRARY] = &endpoint;
	}
}

/* The first time, or if it may not be called now. */
static ARCH_COLD int am_library_begin(void)
{
	int error = am_check();

	if (error) {
		return error;
	}
	if (am.mode.held) {
		return RT_WHY(WEFT_ERR_STATE,
			      "handlers are held: weft_am_hold");
	}
	return am.endpoint[WEFT_AM_LIBRARY] == &endpoint
		       ? WEFT_OK
		       : weft_am_open(WEFT_AM_LIBRARY, &endpoint);
}

int am_library(void)
{
	if (rt_context == RT_THREAD && am.mode.ready_poll &&
	    am.endpoint[WEFT_AM_LIBRARY] == &endpoint) {
		return WEFT_OK;
	}
	return am_library_begin();
}

int am_post(uint32_t rank, enum am_library_handler handler,
	    const uint32_t *words, uint32_t count, uint64_t deadline)
{
	struct weft_am_dest to = {rank, WEFT_AM_LIBRARY, TAG, WEFT_AM_LIBRARY};
	const struct am_peer *p = &am.peer[rank];
	int error = WEFT_OK;

	/* Another fiber may take the room that this one has waited for. */
	do {
		if (p->sent[AM_REQUEST] == p->last && !am_has_room(rank)) {
			error = am_await_room(rank, deadline);
		}
		if (!error) {
			error = weft_am_request(&to, handler, words, count, 0);
		} else {
			break;
		}
	} while (error == WEFT_ERR_TIMEOUT && arch_cycles() < deadline);
	return error;
}

int am_ask_once(uint32_t rank, enum am_library_handler handler, uint32_t *words,
		uint32_t count, const struct am_result *result,
		uint64_t deadline, uint32_t *given_up)
{
	struct weft_am_counter counter = {0, 0, WEFT_OK};
	struct am_operation operation = {&counter, result->to, result->bytes,
					 NULL, 0};
	uint32_t number;
	int error = am_operation_begin(&operation, deadline, &number);

	if (!error) {
		error = am_operation_post(number, rank, handler, words, count,
					  deadline);
	}
	if (error) {
		return error;
	}
	error = am_wait_until(&counter.done, 1, deadline);
	if (error) {
		am_operation_forget(number);
		/* It may have ended meanwhile. */
		*given_up = counter.done ? 0 : number;
		error = counter.done ? WEFT_OK : error;
	}
	return error ? error : counter.error;
}

int am_ask(uint32_t rank, enum am_library_handler handler, uint32_t *words,
	   uint32_t count, void *to, uint32_t bytes, uint64_t deadline)
{
	struct am_result result = {to, bytes};
	uint32_t given_up;

	return am_ask_once(rank, handler, words, count, &result, deadline,
			   &given_up);
}

void am_end(struct weft_am_message *m, int error, const uint32_t *words,
	    uint32_t count)
{
	uint32_t all[WEFT_AM_WORDS] = {m->word[AM_WORD_HEAD], (uint32_t)error};

	for (uint32_t i = 0; i < count; i++) {
		all[2 + i] = words[i];
	}
	weft_am_reply(m, AM_ON_ENDED, all, 2 + count);
}
