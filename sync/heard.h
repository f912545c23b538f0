/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What of sync/ is told by interrupt that another core has something for it: a lock server, a
 * lock whose token is asked for, a server that is a handler.  All of them share one channel
 * of the bells (runtime/bell.h).  A bell says which core has rung, and not for which of
 * these: each looks at its own words, which say whether there is something new.
 */
#ifndef SYNC_HEARD_H
#define SYNC_HEARD_H

#include <stdint.h>

/* The first member of what hears. */
struct sync_heard {
	/* That core has rung.  Handler, or thread inside the gate; short, and no waiting. */
	void (*heard)(struct sync_heard *heard, uint32_t from);
	struct sync_heard *next;
};

/* WEFT_ERR_LIMIT: there are bells for fewer cores.  Any context. */
int sync_may_hear(void);

/* From now on; WEFT_ERR_LIMIT: there are bells for fewer cores.  And no more.  Thread. */
int sync_hear(struct sync_heard *heard);
void sync_hear_no_more(struct sync_heard *heard);

/*
 * heard_free.c: free a lock whose `own`, in near memory, begins with what hears.
 * WEFT_ERR_STATE: this core has it, or a fiber of it waits.  Thread.
 */
struct weft_any_lock;
int sync_heard_free(struct weft_any_lock *lock);

/*
 * Tell another core that this one has written something for it there: a bell is a word of
 * that core, too, so it is seen after what has been written (arch/arch.h, a to c).  Inside the
 * gate, or with interrupts masked.
 */
void sync_ring(uint32_t core);

#endif
