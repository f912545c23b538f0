/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The engine: one host thread plays all cores in virtual time.
 *
 * Each core is a coroutine with a clock of its own.  A visible operation (a read
 * that reaches a window, a landing write, an interrupt, a test-and-set, a console
 * line) happens only when nothing earlier can: the core first lets every earlier
 * event pass (engine_sync).  On private work a core may run ahead, up to the
 * next event plus the least time an interrupt takes to arrive (the horizon), so
 * an interrupt still meets it at the right basic block.  While it masks interrupts
 * none can meet it, and it may run further ahead; when it lets them in, it first
 * lets all pass that is earlier.
 */
#ifndef SIM_CHIP_ENGINE_H
#define SIM_CHIP_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/boot.h"
#include "arch/sim/sim_ops.h"
#include "sim/chip/bus.h"
#include "sim/chip/heap.h"
#include "sim/chip/mode.h"
#include "sim/chip/profile.h"

/* One line's bytes, or some of them, on their way to a window. */
struct packet {
	uint32_t rank, line;
	uint64_t mask; /* a bit for each byte */
	uint64_t lands;
	uint64_t call; /* of the contract; or step.  Relaxed only, as is .. */
	bool flushed;  /* .. this: not just displaced */
	uint8_t bytes[PROFILE_LINE_MAX];
};

/* The bits of some bytes of a line. */
static inline uint64_t packet_mask(uint32_t offset, uint32_t n)
{
	uint64_t ones = n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;

	return ones << offset;
}

struct l1_line {
	uint64_t generation; /* valid if the core's own */
	uint32_t rank, line;
	uint8_t bytes[PROFILE_LINE_MAX];
};

enum waiting {
	NOT_WAITING,
	WAIT_WORD,  /* await */
	WAIT_SLEEP, /* for any interrupt */
};

struct core_read {
	const uint8_t *from;
	void *to;
	uint64_t n;
	uint32_t rank;
	uint64_t call; /* of the contract, by number */
	uint64_t good; /* of the line, as it was read: memory_good */
	bool flag;     /* it is of the present */
};

struct core_access {
	enum sim_register name;
	uint32_t word;
	uint32_t bits;
	struct core *target;
};

struct core {
	/* Image and coroutine. */
	struct sim_cpu *cpu;
	const struct sim_image *image;
	const void *wait_record;            /* the image's rt_wait, or null */
	const void *trace_ring;             /* its rt_trace, likewise */
	const char *const *phase;           /* its rt_phase, likewise */
	const uint64_t *wake_at;            /* its rt_wake_at, likewise */
	struct weft_fiber *const *fiber;    /* its rt_fiber, likewise */
	struct rt_parked *const *parked;    /* its rt_parked, likewise */
	const struct rt_stack *large_stack; /* its rt_stack, likewise */
	uintptr_t base, end;                /* where the image lies */
	void *stack;                        /* main's: lowest usable byte */
	void *sp, *fresh_sp; /* the latter: before it has started */
	bool faulted;
	struct calls *calls; /* where it stood when it faulted; else null .. */
	struct report *report; /* .. as is this: see fault.c */
	struct sim_host host;

	/* Place. */
	uint32_t rank;
	struct place at;
	uint32_t chip;
	struct server *tile;                      /* of the windows here */
	uint64_t dram_read_time, dram_write_time; /* one line */

	/* Schedule. */
	enum waiting waiting;
	uint64_t resume;   /* the clock it goes on with; SIM_NEVER: none */
	uint64_t since;    /* waits since */
	uint64_t notified; /* last, or has written to the console */
	uint64_t moved;    /* bytes through windows, for who watches */
	uint64_t look_at;  /* a detector wants to, then; SIM_NEVER: none */
	uint64_t random;
	uint32_t draws; /* so often drawn */

	/* Its condition: see mode.h. */
	bool stopped;     /* for good */
	uint64_t paused;  /* does nothing before that time */
	uint64_t slow;    /* its software is so many times slower now .. */
	uint64_t pace_at; /* .. and that may change then */

	/* Interrupts that are pending or on their way: when due. */
	uint64_t irq_at[SIM_IRQ_LINK + 1];
	uint64_t link_raised, link_alarm, link_hold; /* of which the last is */
	bool pin;  /* the line by which others interrupt; it is high while .. */
	bool intr; /* .. this bit of its configuration register is set, or */
	uint64_t gic_status, gic_mask; /* a bit here that is not masked */

	/* Window, and who waits for its lines. */
	uint8_t *window;
	uint64_t *written; /* of each line: number of its last landing */
	struct core *watchers;
	bool tas_taken;
	uint32_t tas_by; /* .. by this rank */

	/* The core's own view of windows. */
	struct l1_line *l1; /* null: always the window itself */
	uint64_t generation;
	struct packet combining; /* mask 0: empty */
	struct packet leaving;   /* has left, is not acknowledged */
	struct packet *way;      /* acknowledged, but land later */
	uint32_t way_size, way_first, way_count;
	struct relaxed *relaxed;       /* null in the other modes */
	uint64_t landed;               /* when all of those will have landed */
	uint64_t read_mark, read_time; /* landings and time at last read */
	struct bus bus;
	/* What its transactions are about, beside `leaving`. */
	struct core_read read;
	struct core_access access;
	uint32_t *cache; /* tags of private lines */

	/* What it waits for. */
	struct sim_await await;
	bool watching;
	struct core *next_watcher;
};

enum slot_kind {
	SLOT_RUN,
	SLOT_LAND,
	SLOT_BUS,
	SLOT_KINDS
};

/* An event that is no core's and no server's. */
typedef void engine_event(uint64_t time);

enum {
	ENGINE_EVENTS = 4
};

struct engine {
	struct profile profile;
	struct heap heap;
	engine_event *event[ENGINE_EVENTS]; /* beside cores' and servers' */
	uint32_t events;
	struct core *cores;
	struct server *servers; /* the tiles', then the controller */
	struct core *current;
	struct core host; /* stands for main(): only its sp is used */
	uint32_t count;
	bool strict;     /* stale L1 lines and the combining buffer */
	bool relaxed;    /* and beyond that, all that the contract allows */
	uint64_t atom;   /* bytes that a relaxed write lands with at once */
	uint64_t jitter; /* at most so much more for a visible operation */
	uint64_t detour; /* and for a write to land */
	uint64_t tardy;  /* and for an interrupt or a timer to come */
	uint64_t limit, seed;
	bool ended;   /* from outside: the limit is 0 */
	uint64_t now; /* of the last event */
	uint64_t landings;
	struct arch_coords *coords;
	struct arch_boot *boot;
};

extern struct engine engine;

/* engine.c: the order of things. */
void engine_sync(struct core *core);  /* let all that is earlier pass */
void engine_yield(struct core *core); /* go on when nothing is earlier */
void engine_block(struct core *core, uint64_t until);
void engine_wake(struct core *core, uint64_t time, uint64_t clock);
void engine_horizon(struct core *core);
void engine_tick(void);
uint64_t engine_random(struct core *core, uint64_t most); /* 0 .. most */
_Noreturn void engine_run(void);

/* A slot of the heap for events of that kind; before the heap is used. */
uint32_t engine_add_event(engine_event *act);
bool engine_event_due(void); /* is one of them to come? */
uint32_t engine_slots(void); /* all there are */

/* switch_*.S */
void coroutine_switch(void **save_sp, void *sp);

/* memory.c: windows, L1, combining buffer. */
void memory_create(struct core *core);
void memory_ops(struct sim_host *host);

/* drain.c */
void drain_ops(struct sim_host *host);

/* The copy of who wrote what lands, where windows are coherent; before it counts. */
void memory_landed(struct core *core, const struct packet *packet);

/* landing.c: what has left a core. */
void memory_copy_masked(uint8_t *to, const struct packet *packet);
void memory_arrive(struct core *core, uint64_t time);
void memory_land(struct core *from);
void memory_delay(struct core *core, const struct packet *packet,
		  uint64_t lands);
/* Of the packets on their way, the i-th to land; room for a line's more. */
struct packet *memory_on_way(struct core *core, uint32_t i);
void memory_make_room(struct core *core);

/* posted.c: the combining buffer leaves, where nobody acknowledges that. */
void memory_post(struct core *core);

/* relaxed.c: what more may happen to reads and writes. */
void relaxed_create(struct core *core);
void relaxed_land(struct core *core, uint64_t time);
void relaxed_replace(struct core *window, uint32_t line, uint64_t time);
void relaxed_acquire(struct core *core, uint64_t time);
void relaxed_sample(struct core *core);
uint64_t relaxed_landed(const struct core *core, uint32_t rank, bool flags);

/* await.c */
void await_written(struct core *window, uint32_t line, uint64_t time);
void await_forget(struct core *core); /* it will not look again */
void await_ops(struct sim_host *host);

/* irq.c */
void irq_create(struct core *core);
bool irq_take(struct core *core);  /* what is due and not masked */
void irq_enter(struct core *core); /* take what is due first */
void irq_set(struct core *core, enum arch_irq cause, uint64_t at);
void irq_pin(struct core *core, uint64_t time, bool cleared);
void irq_spurious(struct core *core, uint64_t time); /* nobody raised it */
void irq_ops(struct sim_host *host);

/* registers.c: configuration registers, interrupt controller. */
void registers_create(void);
void registers_taken(struct core *core); /* it has taken the interrupt */
void registers_raise(struct core *from, struct core *to, uint64_t time);
void registers_ops(struct sim_host *host);

/* cache.c: private DRAM. */
void cache_create(void);
void cache_ops(struct sim_host *host);

/* An interrupt of the link's; its alarm, of the core that runs: whichever comes first. */
void irq_link(struct core *core, uint64_t at);
void irq_alarm(struct core *core, uint64_t at);
bool irq_link_take(void);
/* Not before that time, unless the core begins to wait. */
void irq_hold(struct core *core, uint64_t until);

/* device.c: test-and-set, console, end. */
void device_ops(struct sim_host *host);

/* report.c: who waits for whom, into this file (null: stderr), then exit. */
extern const char *report_path;
void report_waits(void);
_Noreturn void report_deadlock(void);
_Noreturn void report_still(uint64_t time);    /* see still.h */
_Noreturn void report_limit(const char *what); /* null: engine.limit */

/* Time that a message needs one way. */
static inline uint64_t one_way(const struct core *core, struct place to)
{
	uint32_t hops =
		engine.profile.distances ? profile_hops(core->at, to) : 1;

	return hops * engine.profile.l_hop;
}

static inline uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static inline uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

#endif
