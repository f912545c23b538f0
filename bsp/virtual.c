/* SPDX-License-Identifier: Apache-2.0 */
/*
 * More processes than cores: see bsp_virtual.h.
 *
 * The processes of a core are fibers.  All that they ask for goes into the core's lists
 * (struct partner), as if one process had asked; a record names the process that it is for
 * by the entry of what is registered, which each process of a core has in each row, or
 * by a message's queue.  Who comes last to the end of a superstep does the core's part in
 * it.
 */
#include <stdlib.h>

#include "arch/switch.h"
#include "bsp/state.h"
#include "runtime/context.h"
#include "runtime/panic.h"
#include "runtime/start.h"
#include "runtime/variables.h"
#include "topology/arith.h"

#undef BSP_PROFILE /* a program's, if all is compiled with its flags */
#include <bsp_virtual.h>
#include <weft/fiber.h>

#if ARCH_SWITCH
/* How a process comes to the end of a superstep. */
enum arrival {
	SYNC,
	END
};

struct process {
	struct weft_fiber fiber; /* but of the first one, which is main's */
	uint32_t local;
	struct chain changes;
	bool begun, ended;
};

static struct {
	struct process *process, *end, *now;
	struct weft_fiber *main; /* the first one's fiber */
	void (*spmd)(void);      /* what bsp_init has been given */
	uint32_t arrived;
	enum arrival first; /* of those that have */
	volatile uint32_t turn;
} here;

/* Processes ------------------------------------------------------------------ */

static void enter(struct process *p)
{
	here.now = p;
	message_caller(p->local);
	register_caller(p->local, &p->changes);
}

static void virtual_enter(void)
{
	struct process *p = (struct process *)weft_fiber_self();

	/* Fibers of the application call for the first process, as main's does. */
	if (p <= here.process || p >= here.end) {
		p = here.process;
	}
	if (p != here.now) {
		enter(p);
	}
}

static int virtual_pid(void)
{
	virtual_enter();
	return (int)(here.now ? bsp_caller_pid() : arch_rank());
}

static int virtual_nprocs(void)
{
	return (int)(bsp.phase == BSP_BEFORE
			     ? rt_variable_BSP_PROCESSES(meet_cores())
			     : bsp.number);
}

/* Beginning -------------------------------------------------------------------- */

static ARCH_COLD void virtual_init(void (*spmd)(void), int argc, char **argv)
{
	here.spmd = spmd;
	(bsp_init)(spmd, argc, argv);
}

/* Another process than the first: the fiber's main. */
static int process_main(void *arg)
{
	const struct process *p = arg;
	int code = 0;

	if (here.spmd) {
		here.spmd();
	} else {
		code = rt_main_again();
	}
	if (!p->ended) {
		rt_panic("main has ended before bsp_end");
	}
	return code;
}

static ARCH_COLD void *room(size_t bytes)
{
	void *at = calloc(1, bytes);

	if (!at) {
		rt_panic(
			"bsp_begin: no memory for so many processes of a core");
	}
	return at;
}

/* All processes, core by core; how many this core has.  `rest` cores have one more. */
static ARCH_COLD uint32_t spread(struct place *place, uint32_t each,
				 uint32_t rest)
{
	uint32_t pid = 0, mine = 0;

	for (uint32_t core = 0; core < bsp.procs; core++) {
		uint32_t n = each + (core < rest);

		if (core == bsp.me) {
			bsp.base = pid;
			mine = n;
		}
		for (uint32_t local = 0; local < n; local++) {
			place[pid++] =
				(struct place){(uint16_t)core, (uint16_t)local};
		}
	}
	return mine;
}

static ARCH_COLD void virtual_create(struct process *p)
{
	size_t bytes = weft_fiber_stack(rt_variable_BSP_STACK());
	void *stack = room(bytes);

	if (weft_fiber_create(&p->fiber, process_main, p, stack, bytes,
			      WEFT_FIBER_NORMAL) != WEFT_OK) {
		rt_panic("bsp_begin: a process cannot be created");
	}
}

static ARCH_COLD void begin(int maxprocs)
{
	uint32_t cores = meet_cores(), most = 0, number, each, rest, mine;
	struct place *place;

	for (uint32_t i = 0; i < cores; i++) {
		most += REGISTER_ROW_MOST;
	}
	number = begin_number(maxprocs, most);
	begin_cores(number < cores ? number : cores);
	each = arith_div(number, bsp.procs, &rest);
	place = room(number * sizeof(*place));
	mine = spread(place, each, rest);
	bsp.place = place;
	bsp.number = number;
	bsp.open = 0;
	registered.row = each + (rest > 0);
	if (!message_boxes(registered.row)) {
		rt_panic(
			"bsp_begin: no memory for so many processes of a core");
	}
	here.process = room(mine * sizeof(*here.process));
	here.end = here.process + mine;
	for (uint32_t i = 0; i < mine; i++) {
		here.process[i].local = i;
		if (i > 0) {
			virtual_create(&here.process[i]);
		}
	}
	here.main = weft_fiber_self();
	enter(here.process);
}

static ARCH_COLD void virtual_begin(int maxprocs)
{
	if (!here.process) {
		begin(maxprocs);
	} else if (here.now->begun) {
		rt_panic("bsp_begin: a second time");
	}
	here.now->begun = true;
}

/* Supersteps --------------------------------------------------------------------- */

static void join_changes(void)
{
	struct chain *lists[REGISTER_ROW_MOST];
	bool any = false;
	uint32_t n = 0;

	for (struct process *p = here.process; p < here.end; p++) {
		lists[n++] = &p->changes;
		any |= p->changes.bytes > 0;
	}
	if (any) {
		register_join(lists, n);
	}
	if (!message_alike(n)) {
		rt_panic("bsp_sync: processes of this core have not set the "
			 "size of tags alike");
	}
}

static void virtual_go_on(void)
{
	here.arrived = 0;
	here.turn++;
	for (struct process *p = here.process + 1; p < here.end; p++) {
		weft_fiber_wake(&p->fiber);
	}
	weft_fiber_wake(here.main);
}

static void virtual_wait(void)
{
	uint32_t turn = here.turn;

	while (here.turn == turn) {
		uint32_t seen = weft_fiber_stage();

		if (here.turn == turn) {
			weft_fiber_park(seen, WEFT_FOREVER);
		}
	}
}

static ARCH_COLD void end_all(void)
{
	for (struct process *p = here.process; p < here.end; p++) {
		chain_free(&p->changes);
	}
	(bsp_end)();
}

/* The end of a superstep: who comes last does what the core has to do. */
static void arrive(enum arrival how)
{
	if (bsp.phase != BSP_INSIDE || !here.now->begun) {
		bsp_outside(how == END ? "bsp_end" : "bsp_sync");
	}
	if (here.arrived == 0) {
		here.first = how;
	} else if (here.first != how) {
		rt_panic("bsp_sync: of the processes of this core one has "
			 "called bsp_end, another one has not");
	}
	here.arrived++;
	if (here.process + here.arrived < here.end) {
		virtual_wait();
		return;
	}
	if (how == END) {
		end_all();
	} else {
		join_changes();
		(bsp_sync)();
	}
	virtual_go_on();
}

static void virtual_sync(void)
{
	arrive(SYNC);
}

/* The first process waits for all others to end: its main ends the core. */
static ARCH_COLD void wait_for_others(void)
{
	int worst = 0, code = 0;

	for (struct process *p = here.process + 1; p < here.end; p++) {
		weft_fiber_join(&p->fiber, &code, WEFT_FOREVER);
		worst = worst ? worst : code;
	}
	if (worst) {
		exit(worst);
	}
}

static ARCH_COLD void virtual_end(void)
{
	struct process *me = here.now;

	arrive(END);
	me->ended = true;
	if (me == here.process) {
		wait_for_others();
	}
}

const struct bsp_virtual bsp_virtual = {
	.init = virtual_init,
	.begin = virtual_begin,
	.end = virtual_end,
	.sync = virtual_sync,
	.nprocs = virtual_nprocs,
	.pid = virtual_pid,
	.enter = virtual_enter,
};
#endif
