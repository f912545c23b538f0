/* SPDX-License-Identifier: Apache-2.0 */
/* A fiber's life, and wakes of one fiber by another. */
#include "arch/arch.h"
#include "fiber/schedule.h"
#include "runtime/context.h"
#include "runtime/irq.h"

#if ARCH_SWITCH
enum {
	STACK_ALIGN = 16,
	AT_TOP = 2, /* words: what a new fiber runs */
};

/* As it says of itself; anything else was never created. */
enum {
	LIVES = 0x4c495645,
	ENDED = 0x454e4445,
};

static uint32_t created;

size_t weft_fiber_stack(size_t own)
{
	return ARCH_STACK_LEAST + own;
}

static bool has_ended(void *what)
{
	const struct weft_fiber *fiber = what;

	return fiber->life == ENDED;
}

/* The first function on a new stack. */
static _Noreturn void start(void)
{
	struct weft_fiber *me = rt_fiber;
	void **top = me->top;

	me->result = ((weft_fiber_main *)(uintptr_t)top[0])(top[1]);
	me->life = ENDED;
	fiber_live--;
	fiber_off();
	for (;;) {
		/* Nobody comes back to it. */
		static const struct rt_wait over = {.what = "its end"};

		fiber_next(&over);
	}
}

static int fiber_check(const struct weft_fiber *fiber, weft_fiber_main *main,
		       const void *stack, size_t bytes, uint32_t priority)
{
	if (!fiber || !main || !stack) {
		return RT_WHY(WEFT_ERR_NULL, "fiber, main or stack");
	}
	if (bytes < weft_fiber_stack(0)) {
		return RT_WHY(WEFT_ERR_SPACE,
			      "the stack is smaller than weft_fiber_stack(0)");
	}
	if (priority > WEFT_FIBER_HIGH) {
		return RT_WHY(WEFT_ERR_NUMBER, "no such priority");
	}
	return fiber->life == LIVES
		       ? RT_WHY(WEFT_ERR_STATE, "the fiber has not ended yet")
		       : WEFT_OK;
}

int weft_fiber_create(struct weft_fiber *fiber, weft_fiber_main *main,
		      void *arg, void *stack, size_t bytes,
		      enum weft_priority priority)
{
	uintptr_t low = ((uintptr_t)stack + STACK_ALIGN - 1) & -STACK_ALIGN;
	uintptr_t end = ((uintptr_t)stack + bytes) & -STACK_ALIGN;
	void **top = (void **)(end - STACK_ALIGN);
	void **sp = top - ARCH_SWITCH_WORDS;
	int error;

	RT_THREAD_ONLY();
	error = fiber_check(fiber, main, stack, bytes, priority);
	if (error) {
		return error;
	}
	top[0] = (void *)(uintptr_t)main;
	top[1] = arg;
	for (uint32_t i = 0; i < ARCH_SWITCH_WORDS; i++) {
		sp[i] = NULL;
	}
	sp[ARCH_SWITCH_START] = (void *)(uintptr_t)start;
	fiber->sp = sp;
	fiber->top = top;
	fiber->guard = (uint32_t *)low;
	*fiber->guard = RT_STACK_GUARD;
	fiber->error = 0;
	fiber->number = ++created;
	fiber->priority = priority;
	fiber->life = LIVES;
	fiber_live++;
	fiber_ready(fiber);
	return WEFT_OK;
}

struct weft_fiber *weft_fiber_self(void)
{
	return rt_fiber;
}

/* Until come(what): the wait of a fiber that no port's wait stands behind. */
static int until(rt_ready *come, void *what, weft_us_t within, const char *why,
		 const void *site)
{
	uint64_t deadline = rt_deadline(within);
	struct rt_wait record =
		rt_wait_record(RT_NO_WORD, 0, RT_ANYONE, why, site);

	if (fiber_wait(come, what, &record, rt_limit(deadline))) {
		return WEFT_OK;
	}
	if (rt_never(deadline)) {
		rt_wait = record;
		rt_impatient();
	}
	return WEFT_ERR_TIMEOUT;
}

int weft_fiber_join(struct weft_fiber *fiber, int *result, weft_us_t within)
{
	int error = WEFT_OK;

	RT_THREAD_ONLY();
	if (!fiber) {
		return RT_WHY(WEFT_ERR_NULL, "fiber");
	}
	if (fiber == rt_fiber ||
	    (fiber->life != LIVES && fiber->life != ENDED)) {
		return RT_WHY(WEFT_ERR_STATE,
			      "that fiber is the caller, or was not created");
	}
	if (fiber->life != ENDED) {
		error = until(has_ended, fiber, within, "a fiber to end",
			      __builtin_return_address(0));
	}
	if (!error && result) {
		*result = fiber->result;
	}
	return error;
}

uint32_t weft_fiber_stage(void)
{
	return rt_fiber->woken;
}

struct fiber_staged {
	const struct weft_fiber *fiber;
	uint32_t seen;
};

static bool woken(void *what)
{
	const struct fiber_staged *staged = what;

	return staged->fiber->woken != staged->seen;
}

int weft_fiber_park(uint32_t seen, weft_us_t within)
{
	struct fiber_staged staged = {rt_fiber, seen};

	RT_THREAD_ONLY();
	if (woken(&staged)) {
		return WEFT_OK;
	}
	return until(woken, &staged, within, "a wake of this fiber",
		     __builtin_return_address(0));
}

/*
 * A handler may come in the middle of the thread's: then both count once, which is
 * enough, as the counts only have to change.
 */
WEFT_REGISTERS int weft_fiber_wake(struct weft_fiber *fiber)
{
	if (!fiber) {
		return WEFT_ERR_NULL;
	}
	fiber->woken++;
	rt_news++;
	return WEFT_OK;
}
#endif
