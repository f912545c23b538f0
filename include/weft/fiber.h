/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fibers: threads of one core that give way to each other.
 *
 * A core begins with one fiber, main's.  It may create more, each with a stack
 * of its own.  One of them runs, until it calls weft_fiber_yield, ends, or
 * waits.  In any call of weft that waits (flags, locks, barriers, broadcasts,
 * messages, events, requests) the core goes on with another fiber.  The fiber
 * that waits goes on once what it waits for has come.  Nothing else takes the
 * core away from a fiber: there are no time slices.  Only when all fibers wait
 * does the core sleep, or poll.
 *
 * A fiber may also wait to be woken.  A wake is counted, and never lost, even
 * if it comes before the wait, before the fiber first runs, or before it is
 * created.  A wake is a hint: a fiber that is woken looks again.  The order
 * that loses nothing is
 *
 *     seen = weft_fiber_stage();       a wake from here on ends the park
 *     look whether what you want is already there; if not:
 *     weft_fiber_park(seen, within);
 *     .. and look again.
 *
 * Another core wakes a fiber by what the fiber waits for: an event
 * (weft/event.h), a flag, a message.
 *
 * What fibers of a core share:
 *   Calls. Any fiber may make the library's calls. A collective call is the
 *     core's, not a fiber's. While one fiber is in it, no other fiber may begin
 *     the same one, nor any other in an order that differs from the other
 *     cores'. (DEBUG=1: the second one gets WEFT_ERR_STATE.)
 *   Locks and requests. A lock is held by the fiber that took it. Any fiber may
 *     wait for a request, but its memory is as much in use as before.
 *   The C library. errno is the fiber's own. All its other state is the core's,
 *     which does no harm, since its functions never wait.
 *   Floating point. The state of the unit that calls need not preserve
 *     (rounding modes) is the core's, too.
 *   Handlers. They are not fibers: they run on the stack of whichever fiber
 *     they meet, so each stack has room for them.
 *
 * When main returns, fibers that have not ended go on as long as this core
 * waits for the other cores to end, and no longer.  Join those that must have
 * ended.
 *
 * Cost: a switch from one fiber to another takes 40 instructions on the SCC's
 * cores, and about 25 more for each fiber that waits, since a switch looks for
 * what they wait for.  A fiber takes 64 bytes and its stack.  No code is linked
 * unless a fiber is created.
 */
#ifndef WEFT_FIBER_H
#define WEFT_FIBER_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a fiber runs; its result is what weft_fiber_join gives. */
typedef int weft_fiber_main(void *arg);

enum weft_priority {
	WEFT_FIBER_NORMAL = 0, /* main's */
	WEFT_FIBER_HIGH = 1,   /* before all others whenever it can run */
};

/*
 * A fiber, in the caller's memory until it has ended and been joined.  It must
 * be zeroes before the fiber is created for the first time.  Its members are
 * the library's.
 */
struct weft_fiber {
	void *sp;
	struct weft_fiber *next;
	uint32_t *guard; /* the lowest word of its stack */
	void *top;
	uint32_t life;
	uint32_t number; /* in reports: main is 0, the first created is 1 */
	volatile uint32_t woken; /* how often it has been woken */
	int32_t result;
	int32_t error; /* errno */
	uint32_t priority;
};

/*
 * How large a stack must be for a fiber that itself uses `own` bytes of it.
 * The room that handlers and the library need is added.
 */
size_t weft_fiber_stack(size_t own);

/*
 * Create a fiber that runs main(arg) on that stack; it runs when the caller
 * next gives way.  The stack is the caller's memory, in use until the fiber has
 * ended.  If a fiber has used more than its stack, its next switch finds that
 * out and panics.  WEFT_ERR_NULL; WEFT_ERR_SPACE: the stack is smaller than
 * weft_fiber_stack(0); WEFT_ERR_NUMBER: no such priority; WEFT_ERR_STATE: it has
 * not ended yet.  Thread.
 */
int weft_fiber_create(struct weft_fiber *fiber, weft_fiber_main *main,
		      void *arg, void *stack, size_t bytes,
		      enum weft_priority priority);

/* The fiber that runs.  Thread. */
struct weft_fiber *weft_fiber_self(void);

/*
 * Let other fibers run that can, of the same priority or higher, each of them
 * once at most.  A fiber that never waits otherwise must call it, or no other
 * one runs.  Thread.
 */
void weft_fiber_yield(void);

/*
 * Wait until that fiber has ended.  `result`, unless null, gets what its main
 * has returned.  The fiber's memory and its stack are the caller's again.  Any
 * number of fibers may join one.  WEFT_ERR_NULL; WEFT_ERR_STATE: it was never
 * created, or is the caller, or main's; WEFT_ERR_TIMEOUT.  Thread.
 */
int weft_fiber_join(struct weft_fiber *fiber, int *result, weft_us_t within);

/*
 * How often this fiber has been woken, to be given to weft_fiber_park.  Thread.
 */
uint32_t weft_fiber_stage(void);

/*
 * Wait until this fiber has been woken since weft_fiber_stage gave `seen`.
 * WEFT_ERR_TIMEOUT.  Thread.
 */
int weft_fiber_park(uint32_t seen, weft_us_t within);

/*
 * Wake a fiber of this core, once more.  WEFT_ERR_NULL.  Thread, handler.
 * Cost: a store.
 */
WEFT_REGISTERS int weft_fiber_wake(struct weft_fiber *fiber);

#ifdef __cplusplus
}
#endif
#endif
