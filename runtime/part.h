/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parts: what of weft is linked into an image, or not.
 *
 * A part is described by one constant, a struct rt_part, in a source file that
 * every user of the part links; RT_PART puts it on the image's list.  A part that is
 * not linked is not on the list: it takes no MPB, no memory and no time.  There may be
 * any number of parts.  A part leaves out the members that it does not need.
 *
 * All cores run the same image, so all have the same list in the same order, but
 * no part may rely on what that order is.
 *
 * A part whose least is 0 bytes does not take part in the run: placed() is called, and no
 * other function.  A part that has placed() alone may have least 0, and is left out
 * where there is no room: it is then placed with 0 bytes.
 */
#ifndef RUNTIME_PART_H
#define RUNTIME_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "runtime/mpb_deal.h"
#include "runtime/mpb_map.h"

/* Why there is a round. */
enum rt_round {
	RT_ROUND, /* something may have come */
	RT_TICK, /* the same, and it is time to see whether others still move */
	RT_BEGUN, /* this core has begun something; no need to look at others */
};

/* The functions that run often have types, for tables of them. */
typedef bool rt_round(enum rt_round why);
typedef void rt_notified(uint32_t from, uint32_t times);
typedef void rt_interrupted(enum arch_irq cause);

/* Tells whether what a core waits for has come.  Short; called with interrupts masked. */
typedef bool rt_ready(void *what);
struct rt_wait;
typedef bool rt_idle(rt_ready *come, void *what, const struct rt_wait *record,
		     uint64_t deadline);

struct rt_part {
	const char *name; /* one word, for the printed map */

	/*
	 * Bytes of the MPB that the part would take of `offered`, on each core; null:
	 * none.  Offered 0, it says the least that it can do with; offered more, at
	 * least that, and at most what it is offered if it is to be given more.  A
	 * part of one size says it whatever is offered; others are listed by
	 * RT_PART_DEALT, and may be given what they say for all of the window.
	 * Thread, at start; called often, so it changes nothing and is short.
	 */
	uint32_t (*bytes)(const struct rt_run *run, uint32_t offered);

	/*
	 * 1: placed after the parts that are not, as it builds on what one of
	 * those has begun; else 0.
	 */
	uint32_t last;

	/*
	 * 1: a few flags, always as many, which may lie in a line with those of
	 * other such parts; else 0.
	 */
	uint32_t small;

	/*
	 * The part begins: its bytes of the MPB are these, and how it lays them out
	 * follows from `bytes` alone.  No other core writes there yet, so the part may
	 * initialise its own core's words (the rendezvous' own flags are the
	 * exception).  Thread, at start, interrupts masked.
	 */
	void (*placed)(const struct rt_run *run, uint32_t offset,
		       uint32_t bytes);

	/*
	 * One round of what other cores and this core's calls bring about: a
	 * bounded amount of work, no waiting.  True: that was enough for one
	 * handler, and there is more.  Inside the gate (runtime/progress.h).
	 */
	rt_round *round;

	/*
	 * Core `from` has rung this part's bell here `times` times more
	 * (runtime/bell.h).  As round(), and before it.  `channel` is where the
	 * number to ring is put, before anything is placed.  `looks`: not 0, if it
	 * looks at words of its own, so that a ring for another part does no harm,
	 * and `times` is nothing to it.
	 */
	rt_notified *notified;
	uint32_t *channel;
	uint32_t looks;

	/*
	 * A tick has come; called before the rounds of that tick.  Inside the gate.
	 * The call goes by way of the list, which costs more than a round's.
	 */
	void (*ticked)(void);

	/*
	 * That core has been given up (messages/liveness.h); if it is this core's own
	 * rank, others have given up this core.  Called once for each core.  Inside the
	 * gate.
	 */
	void (*lost)(uint32_t core);

	/*
	 * An interrupt has been taken; called before anything else is done about it.
	 * Handler.  Most parts want a round instead.  If only one part of an image
	 * has this function, it is called directly; several are called by way of the
	 * list, which on small chips lies in slow memory.
	 */
	rt_interrupted *interrupted;

	/*
	 * This core is about to wait until come(what) is true, or the deadline; the
	 * part may run something else meanwhile.  Returns true if come(what) has
	 * become true: the wait is over, and come(what) is not called again.
	 * Returns false if there is nothing to run: the core waits.  What the part
	 * runs may wait itself, so the part keeps the records of all these waits;
	 * `record` is this one's (runtime/wait.h).  Thread.
	 */
	rt_idle *idle;

	/*
	 * main has ended on this core.  Returns when all that this core has
	 * started has left it; may wait.  Other cores are not done, so the part
	 * goes on serving them until the run ends.  Thread.
	 */
	void (*finish)(void);
};

/* The linker gathers the list; a section's name in C gets start and end. */
#define RT_PART(part)                                                          \
	static const struct rt_part *const part##_on_list                      \
		__attribute__((used, section("weft_parts"))) = &part

/* .. of a part that may take more than its least: what deals that is linked with it. */
#define RT_PART_DEALT(part)                                                    \
	static void (*const part##_is_dealt)(struct rt_map *)                  \
		__attribute__((used)) = rt_map_deal;                           \
	RT_PART(part)

extern const struct rt_part *const __start_weft_parts[];
extern const struct rt_part *const __stop_weft_parts[];

/* All parts of the image: for (RT_EACH_PART(p)) */
#define RT_EACH_PART(p)                                                        \
	const struct rt_part *const *p = __start_weft_parts;                   \
	p < __stop_weft_parts;                                                 \
	p++

/* Tells whether the part takes part in this run. */
ARCH_COLD bool rt_part_runs(const struct rt_part *part);

/* Channels of bells that the run's parts have; those that look share one, or do not. */
ARCH_COLD uint32_t rt_parts_channels(bool *shared);

/*
 * At start, before the map: gives parts with notified() their channels, and takes
 * the interrupted() of all.
 */
ARCH_COLD void rt_parts_begin(void);

/* At a tick: every part's ticked(). */
ARCH_COLD void rt_parts_ticked(void);

/* When main has ended: every part's finish(). */
ARCH_COLD void rt_parts_finish(void);

#endif
