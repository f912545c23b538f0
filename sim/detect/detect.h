/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Detectors: they look on while a run goes its way, and say what it should not
 * have done; docs/detectors.md.  Whatever they do takes no virtual time.
 *
 * When one is on, the functions by which images reach the engine (sim_host) are
 * replaced by ones that look first, or after (detect_ops.c).  When none is,
 * nothing is replaced, so nothing is paid.
 */
#ifndef SIM_DETECT_DETECT_H
#define SIM_DETECT_DETECT_H

#include "sim/chip/engine.h"

enum detector {
	DETECT_RACES,
	DETECT_QUIET,
	DETECT_SOURCE,
	DETECT_HEAP,
	DETECT_UNWRITTEN,
	DETECT_HANDLER,
	DETECT_MASKED,
	DETECTORS
};

#define DETECT_CORES_MAX 256 /* vectors of all cores are many */

/* "races,heap", "all", with ",warn": findings do not fail the run. */
void detect_option(const char *list);

/* Where findings go when the run ends; none: standard error. */
extern const char *detect_path;

/*
 * The cores are ready to start.  When the run ends what was found is written, and a
 * pass becomes STATUS_DETECTED if anything was.
 */
void detect_create(void);

/* What follows is between the detectors. ------------------------------- */

enum did {
	DID_NOTHING,
	DID_PUT,
	DID_GET,
	DID_WRITE_FLAG,
	DID_READ_FLAG,
	DID_ALLOC,
	DID_FREE,
	DID_LEND,
	DID_GIVE_BACK,
	DID_FREE_LOCK,
	DID_RAISE,
	DID_MASK,  /* held interrupts off */
	DID_ENTER, /* was interrupted */
	DID_GO_ON, /* was still at it */
	DID_END,
};

/* Something that a core did, as far as it is remembered. */
struct event {
	uint64_t time;
	uint32_t clock; /* of its core then; see below */
	uint32_t path;  /* by which calls */
	uint16_t rank;
	uint8_t did;
};

/* Bytes of a window; 0 of them: it is not about any. */
struct spot {
	uint32_t rank, offset, bytes;
};

static inline bool did_write(enum did did)
{
	return did == DID_PUT || did == DID_WRITE_FLAG;
}

bool detect_on(enum detector what);
const char *detect_name(enum detector what);
void detect_found(enum detector what, const struct event *first,
		  const struct event *then, struct spot where);

/* The event of this moment; a path of the calls so far, if wanted. */
struct event detect_event(const struct core *core, enum did did);

/*
 * detect_path.c: interned call paths; 0 is none.  Addresses count from the
 * image's first byte, so that they are the same on all cores.
 */
#define PATH_DEPTH 16
struct path {
	uint32_t n;
	uint32_t at[PATH_DEPTH]; /* return addresses; 0: by an interrupt */
};
uint32_t path_here(const struct core *core);
uint32_t path_in_handler(const struct core *core); /* no further than that */
uint32_t path_of_call(const struct core *core);    /* walks once a call */
const struct path *path_get(uint32_t id);
bool path_ends_alike(uint32_t a, uint32_t b); /* the outermost calls */

/*
 * detect_known.c: what somebody knows of each core: up to which count it has come, and
 * up to which its writes to each other core have landed there.
 */
struct clock;
struct clock *clock_new(void);
void clock_copy(struct clock *to, const struct clock *from); /* null: empty */
void clock_learn(struct clock *to, const struct clock *from);
uint32_t clock_done(const struct clock *clock, uint32_t rank);
uint32_t clock_landed(const struct clock *clock, uint32_t rank, uint32_t at);
void clock_step(struct clock *clock, uint32_t rank); /* its count goes on */
void clock_land(struct clock *clock, uint32_t rank, uint32_t at,
		uint32_t count);

/*
 * detect_clock.c: what happens before what.  Each core counts what it tells
 * others, and knows of each other core's count as far as flags, locks and
 * interrupts have told it; an event at a count that a core knows of happened
 * before.  If it is a write, it need not have landed: that is known if it was told
 * by a flag at the same core, or after a quiet.
 */
void clock_create(void);
uint32_t clock_now(uint32_t rank);
bool clock_knows(uint32_t rank, const struct event *e);
bool clock_knows_landed(uint32_t rank, const struct event *e, uint32_t at);
const struct event *clock_told(uint32_t rank, uint32_t of); /* last; or null */
void clock_quiet(uint32_t rank);
void clock_settle(uint32_t rank, uint32_t at);
bool clock_has_flag(uint32_t window, uint32_t offset,
		    uint32_t value); /* by its last write */
void clock_write_flag(const struct event *by, uint32_t window, uint32_t offset,
		      uint32_t value);
void clock_read_flag(uint32_t rank, uint32_t window, uint32_t offset,
		     uint32_t value);
void clock_take_lock(uint32_t rank, uint32_t home);
void clock_free_lock(const struct event *by, uint32_t home);
void clock_raise(const struct event *by, uint32_t target);
void clock_interrupted(uint32_t rank);

/* detect_shadow.c: who touched each byte last. */
void shadow_create(void);
void shadow_access(const struct event *by, struct spot where);
void shadow_freed(const struct event *by, struct spot where);

/* detect_ops.c: what replaces the engine's functions. */
void ops_create(void);
bool ops_is_irq(uintptr_t function); /* by which interrupts are taken */

/* detect_time.c: handlers, and interrupts held off. */
void time_create(void);
void time_look(struct core *core);
void time_mask(struct core *core, bool held);
void time_enter(struct core *core);
void time_leave(struct core *core);

/* detect_hint.c: what images tell about their memory. */
void hint_create(void);
void hint_take(enum arch_hint what, const void *place, uint32_t offset,
	       uint64_t n);
bool hint_optimistic(uint32_t rank, bool value); /* set it; it was so */
bool hint_is_optimistic(uint32_t rank);
bool hint_is_mark(struct spot where);
bool hint_is_heap(struct spot where);
void hint_access(const struct event *by, struct spot where);
void hint_end(void);

/* The part of weft that has this byte, and where it begins; null: none has. */
const char *hint_region(uint32_t rank, uint32_t offset, uint32_t *begin);

/* detect_report.c */
struct finding {
	enum detector what;
	struct event first, then; /* of the first time */
	struct event told;        /* in between; or nothing */
	struct spot where;
	uint64_t count;
};
void report_findings(const struct finding *findings, uint32_t n,
		     uint64_t dropped);

#endif
