/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of endpoints, and who is let in (S. Lumetta, "Multi-Protocol Communication",
 * Berkeley 1998, sections 3.2.2 and 3.2.3: a name service, a handshake that maps both ways, and
 * trust decided when an endpoint is mapped).
 *
 *     static struct weft_am_name sums = {.name = 0x73756d73, .endpoint = 3, .key = 77};
 *     weft_am_publish(&sums, WEFT_FOREVER);                     whoever offers it
 *     ..
 *     weft_am_find(0x73756d73, &owner, WEFT_FOREVER);           whoever wants it
 *     weft_am_join(&to, owner, 0x73756d73, 77, 4, WEFT_FOREVER);
 *     weft_am_request(&to, ADD, words, n, WEFT_FOREVER);
 *
 * A name is any word that the application agrees on.  Its home, a core that
 * follows from the name, keeps who has published it.  Joining is a handshake
 * with that core.  A core that has the key, and that `admit` lets in, gets the
 * endpoint's tag, without which no request reaches its handlers.  The owner
 * gets what it needs to send requests back, with no look-up.  The owner knows
 * who has joined (weft_am_has_joined), so a handler can refuse others.
 *
 * A tag that is known stays known.  To take it from one core, the owner opens
 * the endpoint with another tag, and the others join anew.
 *
 * A core that stops.  Names whose home it is are lost: WEFT_ERR_DEAD.  Joining one that it has
 * published is WEFT_ERR_DEAD, too; its name stays, until somebody publishes it anew.
 *
 * These use the endpoint WEFT_AM_LIBRARY, as weft/am_segment.h says, with the errors
 * named there.  Private memory: 200 bytes.
 */
#ifndef WEFT_AM_NAME_H
#define WEFT_AM_NAME_H

#include <weft/am_segment.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_AM_NAMES = 16, /* whose home a core is, at most */
};

/* As its owner publishes it. */
struct weft_am_name {
	uint32_t name;
	uint32_t endpoint; /* of this core; its tag is told to who joins */
	uint32_t key;      /* whoever joins must have it */
	/*
	 * May be null.  Is `who` let in?  *who is the endpoint that it wants to be reached
	 * at, as a destination of this core's, and may be kept.  Handler.
	 */
	bool (*admit)(struct weft_am_name *name,
		      const struct weft_am_dest *who);
	void *arg; /* for admit */
	/* Only the library uses these. */
	uint32_t joined[8]; /* a bit a core */
	struct weft_am_name *next;
};

/*
 * Publishes a name of this core's; it stays the caller's memory, in use until it is
 * withdrawn.  Errors:  WEFT_ERR_NULL; WEFT_ERR_NUMBER for the endpoint; WEFT_ERR_STATE: the
 * endpoint is not open, another core that lives has published that name, or (withdraw) this
 * one has not; WEFT_ERR_SPACE: its home has no room; WEFT_ERR_TIMEOUT, _DEAD.
 * Thread; serves.  Cost: a request and its reply.
 */
int weft_am_publish(struct weft_am_name *name, weft_us_t within);
int weft_am_withdraw(struct weft_am_name *name, weft_us_t within);

/*
 * Which core has published that name; waits until one has.  Errors:  WEFT_ERR_NULL;
 * WEFT_ERR_TIMEOUT: nobody has; WEFT_ERR_DEAD: its home has stopped.
 * Thread; serves.  Cost: a request and its reply, again and again, less and less often.
 */
int weft_am_find(uint32_t name, weft_rank_t *owner, weft_us_t within);

/*
 * Joins what that core has published under that name, and fills *to: replies come to this
 * core's endpoint `reply_to`, which must be open.  Joining again is no error.  Errors:
 * WEFT_ERR_NAME: it has not published it; WEFT_ERR_KEY: the key is another one; WEFT_ERR_REFUSED:
 * this core is not let in; WEFT_ERR_NULL, _RANK, _NUMBER, _STATE, _TIMEOUT, _DEAD.
 * Thread; serves.  Cost: a request and its reply.
 */
int weft_am_join(struct weft_am_dest *to, weft_rank_t owner, uint32_t name,
		 uint32_t key, uint32_t reply_to, weft_us_t within);
/* No longer: the owner forgets this core. */
int weft_am_leave(weft_rank_t owner, uint32_t name, weft_us_t within);

/* Has that core joined, and not left?  At the owner, any context. */
bool weft_am_has_joined(const struct weft_am_name *name, weft_rank_t rank);

#ifdef __cplusplus
}
#endif
#endif
