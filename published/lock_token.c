/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A token that is asked for along a tree (M. Naimi, M. Trehel, A. Arnold, "A log(N)
 * distributed mutual exclusion algorithm based on path reversal", JPDC 34, 1996).  There are
 * only messages: no atomic operation, no word that two cores write.
 *
 * FATHER is where a core sends its request for the token: who has asked last, as far as it
 * knows.  Who gets a request and has a father sends it on, and has the asker for its father
 * from then on.  Who has none has the token, or has asked for it last: the asker is its NEXT,
 * or gets the token at once if nobody uses it.  So requests stand in one queue, which is in
 * no core's memory as a whole, and it takes log(P) messages in the mean to reach its end.
 *
 *  SLOT i  at a core: the request of core i that has come here last: its number | MAY_LEAVE.
 *          Written by whoever sends it on, and only one core does so at a time, since core i
 *          has one request under way at most.  So no request waits for room.
 *  GO      at a core: the number of the request for which it has the token
 *
 * Requests come by interrupt, since the core that gets one may compute.  The token does not:
 * who wants it waits for GO.  But who has a deadline may have stopped waiting.  It says so
 * in its request, and for it a bell is rung, too: then its handler hands the token on
 * to its NEXT, or keeps it for whoever asks first.  If it asks again before that, it goes
 * on waiting in its place.  models/token.pml searches this.
 */
#include "runtime/mpb_map.h"
#include "runtime/near.h"
#include "runtime/wait.h"
#include "sync/any_lock.h"
#include "sync/heard.h"

#include <weft/published/lock.h>

enum {
	GO,
	SLOTS,
	LINE_FLAGS = ARCH_LINE / ARCH_FLAG_STRIDE,
};

#define MAY_LEAVE 1u /* of a request; above it is the number */
#define NUMBER    (MAY_LEAVE + 1)

/* What this core is to the token. */
enum state {
	ELSEWHERE,
	ASKED,
	GONE, /* asked, and does not wait any more */
	HERE, /* nobody uses it */
	HELD,
};

struct token {
	struct sync_heard heard;
	const struct weft_any_lock *lock;
	uint32_t father, next; /* RT_ANYONE: none */
	enum state state;
	uint32_t seen[]; /* slots */
};

static bool lock_token_has_come(const struct weft_any_lock *lock)
{
	return (int32_t)(arch_flag_read(arch_rank(), any_lock_at(lock, GO)) -
			 lock->mine) >= 0;
}

static void lock_token_pass(struct token *t, uint32_t core)
{
	uint32_t request = t->seen[core];

	t->state = ELSEWHERE;
	arch_flag_write(core, any_lock_at(t->lock, GO), request & ~MAY_LEAVE);
	if (request & MAY_LEAVE) {
		sync_ring(core);
	}
}

/* It is not used any more. */
static void hand_on(struct token *t)
{
	uint32_t next = t->next;

	t->state = HERE;
	if (next != RT_ANYONE) {
		t->next = RT_ANYONE;
		lock_token_pass(t, next);
	}
}

static void lock_token_send(const struct token *t, uint32_t to, uint32_t asker,
			    uint32_t request)
{
	arch_flag_write(to, any_lock_at(t->lock, SLOTS + asker), request);
	sync_ring(to);
}

static void take_request(struct token *t, uint32_t asker)
{
	uint32_t father = t->father;

	t->father = asker;
	if (father != RT_ANYONE) {
		lock_token_send(t, father, asker, t->seen[asker]);
	} else if (t->state == HERE) {
		lock_token_pass(t, asker);
	} else {
		t->next = asker;
	}
}

static void lock_token_heard(struct sync_heard *heard, uint32_t from)
{
	struct token *t = (struct token *)heard;
	uint32_t n, cores = arch_count(), words[LINE_FLAGS];

	(void)from; /* who has sent it on: not who asks */
	for (uint32_t core = 0; core < cores; core += n) {
		n = cores - core < LINE_FLAGS ? cores - core : LINE_FLAGS;
		arch_flags_read(words, arch_rank(),
				any_lock_at(t->lock, SLOTS + core), n);
		for (uint32_t i = 0; i < n; i++) {
			if (words[i] != t->seen[core + i]) {
				t->seen[core + i] = words[i];
				take_request(t, core + i);
			}
		}
	}
	if (t->state == GONE && lock_token_has_come(t->lock)) {
		hand_on(t);
	}
}

static ARCH_COLD int lock_token_create(struct weft_any_lock *lock,
				       weft_rank_t home)
{
	bool mine = home == arch_rank();
	struct token *t =
		rt_near_alloc(sizeof(*t) + arch_count() * sizeof(t->seen[0]));
	int error = t ? polled_create(lock, home) : WEFT_ERR_SPACE;

	if (!error) {
		*t = (struct token){.heard = {lock_token_heard, NULL},
				    .lock = lock,
				    .father = mine ? RT_ANYONE : home,
				    .next = RT_ANYONE,
				    .state = mine ? HERE : ELSEWHERE};
		lock->own = t;
		error = sync_hear(&t->heard);
		if (error) {
			polled_free(lock);
		}
	}
	if (error) {
		rt_near_free(t);
	}
	return error;
}

static ARCH_COLD int lock_token_give_back(struct weft_any_lock *lock)
{
	struct token *t = lock->own;

	return t->state == GONE ? WEFT_ERR_STATE : sync_heard_free(lock);
}

/* To who has asked last, as far as this core knows. */
static void lock_token_ask(struct weft_any_lock *lock, struct token *t,
			   uint32_t leave)
{
	uint32_t father = t->father;

	lock->mine += NUMBER;
	t->state = ASKED;
	t->father = RT_ANYONE;
	lock_token_send(t, father, arch_rank(), lock->mine | leave);
}

static int lock_token_wait(struct weft_any_lock *lock, uint64_t deadline)
{
	struct token *t = lock->own;
	arch_irq_state state = arch_irq_save();
	uint32_t from = t->father;
	bool here = t->state == HERE;
	int error = WEFT_OK;

	if (here) {
		t->state = HELD;
	} else if (t->state == ELSEWHERE) {
		lock_token_ask(lock, t, rt_never(deadline) ? 0 : MAY_LEAVE);
	} else {
		t->state = ASKED; /* in the place that I have */
	}
	arch_irq_restore(state);
	if (here) {
		return WEFT_OK;
	}
	error = rt_await(any_lock_at(lock, GO), lock->mine, deadline, from,
			 "a lock's token");
	state = arch_irq_save();
	if (error && !lock_token_has_come(lock)) {
		t->state = GONE;
	} else {
		t->state = HELD;
		error = WEFT_OK;
	}
	arch_irq_restore(state);
	return error;
}

static void lock_token_leave(struct weft_any_lock *lock)
{
	arch_irq_state state = arch_irq_save();

	hand_on(lock->own);
	arch_irq_restore(state);
}

const struct weft_lock_kind weft_lock_token = {
	.name = "token",
	.create = lock_token_create,
	.free = lock_token_give_back,
	.acquire = polled_acquire,
	.release = polled_release,
	.flags = SLOTS,
	.slots = true,
	.wait = lock_token_wait,
	.leave = lock_token_leave,
};
