/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Types that every other header uses: errors, ranks, addresses, deadlines.
 *
 * The headers share these conventions.  Sizes are in bytes.  Offsets count from
 * the first byte of a window.  A function that can fail returns WEFT_OK, or a
 * negative error and has then done nothing, unless its header says otherwise.
 *
 * Each function's comment ends with the contexts that may call it: thread (main
 * and what it calls), handler (what an interrupt calls), or any.  A function
 * for threads must not be called by a handler; if the library was built with
 * DEBUG=1 it returns WEFT_ERR_CONTEXT there.  A handler must not use the C
 * library's heap and streams either, nor floating point, whose registers
 * interrupts do not save.
 */
#ifndef WEFT_TYPES_H
#define WEFT_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum weft_error {
	WEFT_OK = 0,
	WEFT_ERR_NULL = -1,    /* a pointer is null, or the team WEFT_NO_TEAM */
	WEFT_ERR_RANK = -2,    /* no such core, or not that one in this call */
	WEFT_ERR_WINDOW = -3,  /* no such window, or not in that one */
	WEFT_ERR_RANGE = -4,   /* outside what is yours there, or longer than the room */
	WEFT_ERR_ALIGN = -5,   /* an address or offset is not aligned */
	WEFT_ERR_TIMEOUT = -6, /* the deadline came first */
	WEFT_ERR_SPACE = -7,   /* not enough room: left, or in what was given */
	WEFT_ERR_DEGREE = -8,  /* a tree of that degree is not in the MPB map */
	WEFT_ERR_LIMIT = -9,   /* not in a run of so many cores: no flags, no room */
	WEFT_ERR_CONTEXT = -10,  /* not from a handler */
	WEFT_ERR_STATE = -11,    /* not now: not there, not held, not open, in use */
	WEFT_ERR_NAME = -12,     /* no such name or function */
	WEFT_ERR_SIZE = -13,     /* not of that size: 0, or too long */
	WEFT_ERR_REFUSED = -14,  /* the other core does not take it */
	WEFT_ERR_DEAD = -15,     /* a core has stopped answering */
	WEFT_ERR_MISMATCH = -16, /* cores that act together differ in what */
	WEFT_ERR_DAMAGED = -17,  /* what has come has flipped bits */
	WEFT_ERR_PENDING = -18,  /* not in time, but begun: it goes on */
	WEFT_ERR_NUMBER = -19,   /* nothing has that number: an endpoint, a handler */
	WEFT_ERR_KEY = -20,      /* another key or tag */
};

/*
 * Returns the error's name and meaning in one line.  With DEBUG=1 it says instead which
 * argument or which state was wrong, if the latest call of this core that is for threads
 * has found that error itself.  Any context.
 */
const char *weft_strerror(int error);

/*
 * Marks a function that runs seldom.  On a chip whose cores have a small fast
 * memory and a larger slow one, its code goes to the slow one.
 */
#define WEFT_COLD __attribute__((noinline, section(".text.cold")))

/*
 * Marks a short function that is called often.  Its arguments come in registers, also
 * where the processor's usual calls have them in memory.
 */
#if defined(__has_attribute) && __SIZEOF_POINTER__ == 4
#if __has_attribute(regparm)
#define WEFT_REGISTERS __attribute__((regparm(3)))
/*
 * There some functions have a shorter form, too.  The header calls it where the compiler
 * knows enough of the arguments.
 */
#define WEFT_SHORTER extern inline __attribute__((gnu_inline, always_inline))
#endif
#endif
#ifndef WEFT_REGISTERS
#define WEFT_REGISTERS
#endif

/* Does the compiler know that this is true? */
#ifdef __GNUC__
#define WEFT_IS_KNOWN(what) (__builtin_constant_p(what) && (what))
#else
#define WEFT_IS_KNOWN(what) 0
#endif

/* A core of this run: 0 to weft_size() - 1. */
typedef uint32_t weft_rank_t;

/*
 * Cores that have collectives of their own (weft/team.h).  Each collective takes a team
 * before its deadline or its request: WEFT_WORLD, which is NULL, is all cores of the run.
 * WEFT_NO_TEAM is the team of a core that is in none: collectives return WEFT_ERR_NULL.
 * With a copy of the handle of a team that was freed they return WEFT_ERR_STATE, until a new
 * team has the same handle.
 */
struct weft_team;
extern char weft_no_team; /* only its address is used */
#define WEFT_WORLD   ((struct weft_team *)0)
#define WEFT_NO_TEAM ((struct weft_team *)(void *)&weft_no_team)

/*
 * An address in some core's window; pointers never name another core's memory.
 * Window 0 is the message passing buffer (MPB): on-chip memory beside each core
 * that every core can read and write.
 */
struct weft_addr {
	weft_rank_t rank;
	uint32_t window;
	uint32_t offset;
};

static inline struct weft_addr weft_at(weft_rank_t rank, uint32_t mpb_offset)
{
	struct weft_addr addr = {rank, 0, mpb_offset};

	return addr;
}

/* How long a call may wait, in microseconds from the call. */
typedef uint32_t weft_us_t;
#define WEFT_FOREVER UINT32_MAX

#ifdef __cplusplus
}
#endif
#endif
