/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The agent.  Short data travel in the message; what is longer goes through a stage, a
 * piece of the initiator's MPB: for a put it lies there until the target's handler has
 * got it, for a get the target's handler puts it there.
 */
#include <string.h>

#include <weft/am.h>
#include <weft/core.h>
#include <weft/mpb.h>
#include <weft/rma.h>

#include "compat/shmem/near.h"

WEFT_MPB_HEAP(1280);

enum {
	ENDPOINT = 3,
	TAG = 0x5348,
	STAGES = 2,
	STAGE_MOST = 4096,
	LEFT = 256, /* of the MPB's heap, for other things */
	GET_SHORT = 4 * WEFT_AM_WORDS,
	LOOKS = 32,     /* between two at the clock */
	LOOK_US = 1000, /* at memory that others reach, before this PE sleeps */
};

static struct {
	uint32_t at, bytes;             /* of stage 0, of each */
	uint32_t used[STAGES];          /* how often, .. */
	volatile uint32_t free[STAGES]; /* .. and how often that was over */
	uint32_t next;
} stage;

struct weft_am_target *agent_targets; /* of each PE */
volatile uint32_t agent_changes;      /* of my memory, by others */
static volatile uint32_t answers;     /* to what I have asked */
static uint32_t asked;
static uint32_t answer[WEFT_AM_WORDS];

/* A length that a message cannot have is said, not copied. */
static uint32_t short_bytes(const struct weft_am_message *m, uint32_t most)
{
	if (m->word[1] > most) {
		own_panic("a message to the agent", "its length is damaged");
	}
	return m->word[1];
}

static void put(struct weft_am_message *m)
{
	own_copy(agent_pointer(m->word[0]), &m->word[AGENT_HEAD],
		 short_bytes(m, AGENT_SHORT));
	agent_changes++;
}

static void put_staged(struct weft_am_message *m)
{
	uint32_t which = m->word[2];

	own_check(weft_get(agent_pointer(m->word[0]),
			   weft_at(m->from, m->word[3]), m->word[1]),
		  "a staged put");
	agent_changes++;
	weft_am_reply(m, STAGE_FREE, &which, 1);
}

static void stage_free(struct weft_am_message *m)
{
	stage.free[m->word[0] % STAGES]++;
}

static void get(struct weft_am_message *m)
{
	uint32_t bytes = short_bytes(m, GET_SHORT), words[WEFT_AM_WORDS];

	memcpy(words, agent_pointer(m->word[0]), bytes);
	weft_am_reply(m, GOT, words, (bytes + 3) / 4);
}

/* Also one without words, which says that something is done. */
static void got(struct weft_am_message *m)
{
	memcpy(answer, m->word, 4 * m->count);
	answers++;
}

static void get_staged(struct weft_am_message *m)
{
	own_check(weft_put(weft_at(m->from, m->word[2]),
			   agent_pointer(m->word[0]), m->word[1]),
		  "a staged get");
	weft_am_reply(m, GOT_STAGED, NULL, 0);
}

static void change(struct weft_am_message *m)
{
	int what = (int)m->word[1];
	uint64_t was = agent_change(agent_pointer(m->word[0]), what,
				    m->word[2] | (uint64_t)m->word[3] << 32,
				    m->word[4] | (uint64_t)m->word[5] << 32);
	uint32_t words[2] = {(uint32_t)was, (uint32_t)(was >> 32)};

	agent_changes++;
	if (what & SHMEMI_FETCH) {
		weft_am_reply(m, CHANGED, words, 2);
	}
}

static void ask(struct weft_am_message *m)
{
	weft_am_reply(m, TOLD, NULL, 0);
}

static void news(struct weft_am_message *m)
{
	(void)m;
	agent_changes++;
}

static weft_am_handler *const handlers[HANDLERS] = {
	[PUT] = put,
	[PUT_STAGED] = put_staged,
	[GET] = get,
	[GET_STAGED] = get_staged,
	[CHANGE] = change,
	[ASK] = ask,
	[STAGE_FREE] = stage_free,
	[GOT] = got,
	[GOT_STAGED] = got,
	[CHANGED] = got,
	[TOLD] = got,
	[NEWS] = news,
};

static void make_stages(void)
{
	size_t room;

	weft_mpb_free_bytes(&room);
	room = room > 2 * LEFT ? (room - LEFT) / STAGES : room / 4;
	stage.bytes = room < STAGE_MOST ? (uint32_t)room & ~31u : STAGE_MOST;
	own_check(weft_mpb_alloc(STAGES * stage.bytes, &stage.at),
		  "shmem_init: stages in the MPB");
}

void agent_begin(void)
{
	static const struct weft_am_endpoint endpoint = {
		.tag = TAG, .handler = handlers, .handlers = HANDLERS};

	own.me = weft_rank();
	own.size = weft_size();
	own.agents = own.size;
	make_stages();
	agent_targets = calloc(own.size, sizeof(*agent_targets));
	own.unsure_of = calloc(own.size, sizeof(*own.unsure_of));
	if (!agent_targets || !own.unsure_of) {
		own_panic("shmem_init", "no memory");
	}
	for (uint32_t i = 0; i < own.size; i++) {
		struct weft_am_dest to = {i, ENDPOINT, TAG, ENDPOINT};

		own_check(weft_am_aim(&agent_targets[i], &to), "shmem_init");
	}
	own_check(weft_am_open(ENDPOINT, &endpoint), "shmem_init");
	own_check(weft_am_begin(WEFT_AM_INTERRUPT), "shmem_init");
}

static void send(uint32_t pe, uint32_t handler, const uint32_t *words,
		 uint32_t count)
{
	own_check(weft_am_request_to(&agent_targets[pe], handler, words, count,
				     WEFT_FOREVER),
		  "a message to an agent");
}

static void await(const volatile uint32_t *count, uint32_t value)
{
	if ((int32_t)(*count - value) >= 0) {
		return; /* most are over */
	}
	own_check(weft_am_wait(count, value, WEFT_FOREVER),
		  "the answer of an agent");
}

/* A free stage; returns its number, in turn. */
static uint32_t take_stage(void)
{
	uint32_t which = stage.next;

	stage.next = (which + 1) % STAGES;
	await(&stage.free[which], stage.used[which]);
	return which;
}

static uint32_t stage_at(uint32_t which)
{
	return stage.at + which * stage.bytes;
}

void agent_put(uint32_t place, const void *data, size_t bytes, uint32_t pe)
{
	const char *from = data;

	while (bytes > 0) {
		uint32_t n =
			bytes < stage.bytes ? (uint32_t)bytes : stage.bytes;
		uint32_t which = take_stage(), at = stage_at(which);
		uint32_t head[] = {place, n, which, at};

		weft_put(weft_at(own.me, at), from, n);
		weft_quiet(); /* there before its reader hears of it */
		stage.used[which]++;
		own.unsure = true;
		send(pe, PUT_STAGED, head, 4);
		from += n;
		place += n;
		bytes -= n;
	}
}

static void get_short(void *to, uint32_t place, size_t bytes, uint32_t pe)
{
	uint32_t words[] = {place, (uint32_t)bytes};

	send(pe, GET, words, 2);
	await(&answers, ++asked);
	memcpy(to, answer, bytes);
}

/* The oldest piece that was asked for has come into its stage. */
static char *take_piece(char *to, uint32_t left, size_t bytes, uint32_t which)
{
	uint32_t n = bytes < stage.bytes ? (uint32_t)bytes : stage.bytes;

	await(&answers, asked - left);
	weft_get(to, weft_at(own.me, stage_at(which)), n);
	return to + n;
}

void agent_get(void *to, uint32_t place, size_t bytes, uint32_t pe)
{
	uint32_t first = 0, count = 0, queue[STAGES];
	size_t left = bytes; /* to be asked for; `bytes` are to come */
	char *at = to;

	if (bytes <= GET_SHORT) {
		get_short(to, place, bytes, pe);
		return;
	}
	while (bytes > 0) {
		while (left > 0 && count < STAGES) {
			uint32_t n = left < stage.bytes ? (uint32_t)left
							: stage.bytes;
			uint32_t which = take_stage();
			uint32_t words[] = {place, n, stage_at(which)};

			send(pe, GET_STAGED, words, 3);
			asked++;
			queue[(first + count++) % STAGES] = which;
			place += n;
			left -= n;
		}
		char *next = take_piece(at, --count, bytes, queue[first]);

		first = (first + 1) % STAGES;
		bytes -= (size_t)(next - at);
		at = next;
	}
}

uint64_t agent_atomic(uint32_t place, int what, uint64_t value, uint64_t cond,
		      uint32_t pe)
{
	uint32_t words[] = {place,           (uint32_t)what,
			    (uint32_t)value, (uint32_t)(value >> 32),
			    (uint32_t)cond,  (uint32_t)(cond >> 32)};

	send(pe, CHANGE, words, what & SHMEMI_COND ? 6 : 4);
	if (!(what & SHMEMI_FETCH)) {
		own.unsure_of[pe] = own.unsure = true;
		return 0;
	}
	await(&answers, ++asked);
	return answer[0] | (uint64_t)answer[1] << 32;
}

void agent_ask_all(void)
{
	for (uint32_t i = 0; i < STAGES; i++) {
		await(&stage.free[i], stage.used[i]);
	}
	for (uint32_t pe = 0; pe < own.size; pe++) {
		if (own.unsure_of[pe]) {
			own.unsure_of[pe] = false;
			send(pe, ASK, NULL, 0);
			asked++;
		}
	}
	own.unsure = false;
	await(&answers, asked);
}

void agent_wait(uint32_t seen, uint32_t turn)
{
	static uint64_t until;
	bool over = false;

	if (!near_all() || own.asleep) {
		await(&agent_changes, seen + 1);
		return;
	}
	if (turn < LOOKS) {
		return;
	}
	if (turn % LOOKS == 0) { /* a clock takes as long as some looks */
		uint64_t now = weft_cycles();

		if (turn == LOOKS) {
			until = now + weft_cycles_in_us(LOOK_US);
		}
		over = now >= until;
	}
	if (!over) {
		weft_relax();
		return;
	}
	own.asleep = 1;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void agent_waited(void)
{
	if (near_all()) {
		if (own.asleep) { /* others look at it all the time */
			own.asleep = 0;
		}
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
	}
}

void agent_relax(uint32_t us)
{
	weft_am_wait(&agent_changes, agent_changes + 1, us);
}
