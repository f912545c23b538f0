/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A node's server: it carries what cores of its node say into streams (far_wire.h), and
 * does here what cores of others say.  It never waits for a core.  Records of others are
 * looked at before they are believed: one that cannot be ends the run, by name.
 *
 * The port says by <far_site.h> how the server reaches what is here.  Ranks are those of
 * this node, and places have been checked:
 *
 *   site_first(), site_near()     ranks of this node: the first, and how many
 *   site_node(rank)               the node of any rank
 *   site_window_bytes()
 *   site_refuse(text, record)     a record cannot be: end the run
 *   site_ring(rank, at, n)        bytes of a core's ring, until the next call
 *   site_posted(rank), site_taken(rank), site_take(rank, taken)
 *                                 its counts: an acquire; plain; a release that wakes it
 *   site_put(rank, offset, from, n), site_get(to, rank, offset, n)
 *   site_flag(rank, offset, value)  and wake the core that waits for it
 *   site_free(rank), site_tas(rank)
 *   site_raise(rank)
 *   site_update(record)           one of the atomic operations: what the word was
 *   site_watch(record), site_forget(record)
 *   site_console(text, n)
 *   site_met()                    before an answer: what was done is visible to all here
 *   site_answer(rank, at, from, n)  bytes of an answer
 *   site_answered(rank, value)    one answer more
 *   site_news(rank)               one piece of news more
 *   site_owes(n)                  so many answers more will come
 *   site_add(node, record, bytes, must)  wire_add of this run's streams
 *   site_say(node, record, bytes) the same of what must go, unless all is over
 */
#ifndef ARCH_COMMON_FAR_SERVE_H
#define ARCH_COMMON_FAR_SERVE_H

#include "arch/common/far/far_wire.h"

/* Does what a core says, or brings it its answer or news; false: this is no core's record. */
bool far_serve(const struct far_record *record, const uint8_t *bytes);

/* Takes what a core of this node has in its ring, as far as there is room on the way. */
bool far_carry(uint32_t rank);

/* News for a core: the word that it watches has come. */
void far_tell_news(uint32_t rank);

#endif
