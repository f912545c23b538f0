/* SPDX-License-Identifier: Apache-2.0 */
/* The work of a node's server, beside arch/common/far/far_serve.h. */
#ifndef HOST_MPI_SERVE_H
#define HOST_MPI_SERVE_H

#include "arch/common/far/far_serve.h"
#include "host/mpi/core.h"

/*
 * server.c: one turn of the server's work; *any: something has come, or gone.  False:
 * another thread is at it, or it has ended.  Thread, with signals held or put off.
 */
enum server_part {
	SERVER_LOOKS, /* all of it */
	SERVER_SENDS, /* what cores here have said, and no more */
};
bool server_turn(enum server_part part, bool *any);

/*
 * stand_in.c: from now on this process's core takes turns of the server's work while it
 * waits, if cores have to share processors; and has it since this was last asked?
 */
void stand_in_start(void);
bool stand_in_seen(void);

/* stand_in.c: does it look at that word now, so that it need not be woken for it? */
bool stand_in_looks(const volatile uint32_t *word);

/* server.c: so many answers more will come, for which cores of this node wait. */
void site_owes(uint32_t n);

/* To another node, until this one leaves. */
void site_say(uint32_t node, const struct far_record *record,
	      const void *bytes);

/* A place in a window of this node. */
static inline void *serve_place(uint32_t rank, uint32_t offset)
{
	return core.windows +
	       ((size_t)(rank - core.first) << core.window_shift) + offset;
}

/* serve.c: from a window, or to one: each aligned word of it at once, ARCH_ATOM. */
void serve_copy(uint8_t *to, const uint8_t *from, uint32_t n, bool reads);

/* As a core of this node that has written a word. */
void serve_wake(uint32_t rank, const uint32_t *word);

_Noreturn void site_refuse(const char *what, const struct far_record *record);
uint32_t site_update(const struct far_record *record);
void site_raise(uint32_t rank);

/* watch.c: cores of other nodes wait for words of this one.  True if one has come. */
void site_watch(const struct far_record *record);
void site_forget(const struct far_record *record);
bool watch_look(void);

#endif
