/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The work of a node's server.  Records of others are looked at before they are
 * believed: one that cannot be ends the run, by name.
 */
#ifndef HOST_MPI_SERVE_H
#define HOST_MPI_SERVE_H

#include "host/mpi/core.h"

/*
 * server.c: one turn of the server's work; *any: something has come, or gone.  False:
 * another thread is at it, or it has ended.  Thread, with signals held.
 */
bool server_turn(bool *any);

/*
 * stand_in.c: from now on this process's core takes turns of the server's work while it
 * waits, if cores have to share processors; and has it since this was last asked?
 */
void stand_in_start(void);
bool stand_in_seen(void);

/* server.c: to another node's server, with the record's bytes. */
void server_say(uint32_t node, struct far_record record, const void *bytes);

/* serve.c: do what a core says; false: this is no core's record. */
bool serve(const struct far_record *record, const uint8_t *bytes);

/* A rank's node; the place of one of this node's ranks in it; the record's word. */
uint32_t serve_node(uint32_t rank);
uint32_t serve_near(uint32_t rank);
uint32_t *serve_word(const struct far_record *record);

/* watch.c: cores of other nodes wait for words of this one.  True if one has come. */
void watch_add(const struct far_record *record);
void watch_forget(const struct far_record *record);
bool watch_look(void);

#endif
