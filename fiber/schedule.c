/* SPDX-License-Identifier: Apache-2.0 */
#include <reent.h>

#include "arch/arch.h"
#include "fiber/schedule.h"

#if ARCH_SWITCH
#include "runtime/context.h"
#include "runtime/irq.h"
#include "runtime/panic.h"
#include "runtime/park.h"
#include "runtime/part.h"
#include "runtime/timer.h"

/* Linked where an application calls weft_spin. */
bool rt_spin(rt_ready *ready, void *what, uint64_t deadline)
	__attribute__((weak, visibility("hidden")));

enum {
	LOOK_AGAIN = 1024, /* cycles: some ten switches */
	LOOKS_A_STEP = 3,  /* 2^3 looks before the pause doubles */
};

/* A fiber that waits; on its own stack. */
struct parked {
	struct rt_parked list;   /* first: reports walk it */
	struct arch_words words; /* when the core rests */
	rt_ready *come;
	void *what;
	struct weft_fiber *fiber;
	bool has_come;
};

/* Main's stack is the port's, or WEFT_STACK's: each has its own way to tell that it is full. */
static uint32_t main_guard = RT_STACK_GUARD;
static struct weft_fiber main_fiber = {
	.next = &main_fiber,
	.guard = &main_guard,
};

struct weft_fiber *rt_fiber = &main_fiber;
uint64_t fiber_idle;
uint32_t fiber_live;
struct rt_parked *rt_parked;

/* The last of each ring; null: there is none. */
static struct weft_fiber *last[] = {
	[WEFT_FIBER_NORMAL] = &main_fiber,
	[WEFT_FIBER_HIGH] = NULL,
};

void fiber_ready(struct weft_fiber *fiber)
{
	struct weft_fiber **end = &last[fiber->priority];

	if (*end) {
		fiber->next = (*end)->next;
		(*end)->next = fiber;
	} else {
		fiber->next = fiber;
	}
	*end = fiber;
}

void fiber_off(void)
{
	struct weft_fiber *me = rt_fiber;
	struct weft_fiber **end = &last[me->priority];

	if (*end == me) {
		*end = NULL;
	} else {
		(*end)->next = me->next;
	}
}

static struct weft_fiber *first(void)
{
	struct weft_fiber *end = last[WEFT_FIBER_HIGH];

	end = end ? end : last[WEFT_FIBER_NORMAL];
	return end ? end->next : NULL;
}

static ARCH_COLD _Noreturn void overflow(void)
{
	rt_panic("a fiber has used more than its stack");
}

static inline void go(struct weft_fiber *me, struct weft_fiber *to)
{
	int *error = &_REENT->_errno; /* errno, which is a call */

	if (*me->guard != RT_STACK_GUARD) {
		overflow();
	}
	me->error = *error;
	*error = to->error;
	if (WEFT_DEBUG) {
		rt_stack_begins(to->top);
	}
	rt_fiber =
		to; /* no call between: who looks at stacks takes this one's */
	arch_switch(&me->sp, to->sp);
}

/* Interrupts are masked: who has what it waits for, or has waited long enough? */
static void look_masked(void)
{
	struct rt_parked **at = &rt_parked;

	while (*at) {
		struct parked *p = (struct parked *)*at;

		p->has_come = p->come(p->what);
		if (p->has_come || (!rt_never(p->list.deadline) &&
				    arch_cycles() >= p->list.deadline)) {
			*at = p->list.next;
			fiber_ready(p->fiber);
		} else {
			at = &p->list.next;
		}
	}
}

static uint32_t seen, looked; /* news() and the time before the last look */

/* It is as it was if there is nothing to hear of, but for words. */
static inline uint32_t news(void)
{
	return rt_news + rt_irq_taken(ARCH_IRQ_NOTIFY);
}

static __attribute__((noinline)) void schedule_look(void)
{
	arch_irq_state state;

	seen = news();
	looked = (uint32_t)arch_cycles();
	state = arch_irq_save();
	look_masked();
	arch_irq_restore(state);
}

/* Each look takes time for all that wait: so not at each of many switches in a moment. */
static inline bool look_is_due(void)
{
	return rt_parked && (news() != seen ||
			     (uint32_t)arch_cycles() - looked >= LOOK_AGAIN);
}

/* How a core whose fibers all wait is to find out that one of them can go on. */
struct rest {
	uint64_t until;
	struct arch_words *words; /* some wait for these */
	bool ask;                 /* and some for what nobody tells them of */
};

static struct rest what_next(void)
{
	struct rest rest = {.until = ARCH_NEVER};

	for (struct rt_parked *at = rt_parked; at; at = at->next) {
		struct parked *p = (struct parked *)at;
		const struct arch_word *word = &p->list.wait->word;

		if (at->deadline < rest.until) {
			rest.until = at->deadline;
		}
		if (word->offset < RT_A_COPY) {
			p->words = (struct arch_words){word, rest.words};
			rest.words = &p->words;
		} else if (word->offset != RT_NO_WORD) {
			rest.ask = true;
		}
	}
	return rest;
}

/*
 * Interrupts are masked; they are taken meanwhile.  It looks less and less often, but by
 * steps so slow that what it finds late is a part of what it has waited, not as much again.
 */
static void poll(uint32_t attempt)
{
	arch_irq_restore(ARCH_IRQ_ON);
	arch_relax(attempt >> LOOKS_A_STEP);
	arch_irq_save();
}

static void schedule_sleep(uint32_t attempt)
{
	struct rest rest = what_next();

	if (rest.ask || (rest.words && !ARCH_AWAIT_ANY)) {
		poll(attempt);
	} else if (rest.words) {
		arch_await_any(rest.words, rest.until);
	} else {
		rt_timer_wake(rest.until);
		arch_sleep();
		rt_timer_wake(ARCH_NEVER);
	}
}

static bool some_can(void *unused)
{
	(void)unused;
	look_masked();
	return first() != NULL;
}

/* None can run. */
static void rest(const struct rt_wait *record)
{
	uint64_t since = arch_cycles();
	uint32_t attempt = 0;
	arch_irq_state state;

	rt_wait = *record;
	if (!rt_spin || !rt_spin(some_can, NULL, what_next().until)) {
		state = arch_irq_save();
		while (!some_can(NULL)) {
			schedule_sleep(attempt++);
		}
		arch_irq_restore(state);
	}
	rt_wait.what = NULL;
	fiber_idle += arch_cycles() - since;
}

void fiber_next(const struct rt_wait *record)
{
	struct weft_fiber *to;

	if (rt_parked) {
		schedule_look();
	}
	to = first();
	if (!to) {
		rest(record);
		to = first();
	}
	if (to != rt_fiber) {
		go(rt_fiber, to);
	}
}

void weft_fiber_yield(void)
{
	struct weft_fiber *me = rt_fiber, *to;

	if (look_is_due()) {
		schedule_look();
	}
	last[me->priority] = me; /* I was its first */
	to = last[WEFT_FIBER_HIGH] ? last[WEFT_FIBER_HIGH]->next : me->next;
	if (to != me) {
		go(me, to);
	}
}

bool fiber_wait(rt_ready *come, void *what, const struct rt_wait *record,
		uint64_t deadline)
{
	struct parked me = {
		.list = {record, rt_parked, rt_fiber->number, deadline},
		.come = come,
		.what = what,
		.fiber = rt_fiber,
	};

	fiber_off();
	rt_parked = &me.list;
	fiber_next(record);
	return me.has_come;
}

/* Main alone waits as if there were no fibers. */
static bool schedule_idle(rt_ready *come, void *what,
			  const struct rt_wait *record, uint64_t deadline)
{
	return fiber_live > 0 && fiber_wait(come, what, record, deadline);
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "fibers",
	.idle = schedule_idle,
};
RT_PART(part);
#endif
