/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A node's server.  It puts the records of its node's cores into streams (far_wire.h), and
 * does here what records of other nodes' cores say.  It never waits for a core.  It checks
 * each record of another node first.  One that cannot be ends the run, and is named.
 *
 * <far_site.h> of the port has these functions, by which the server reaches what is on its
 * node.  Ranks are those of this node, and the server has checked offsets and sizes.
 *
 *   site_first(), site_near()     the first rank of this node, and how many it has
 *   site_node(rank)               the node of any rank
 *   site_window_bytes()           bytes of a window
 *   site_refuse(text, record)     ends the run, since that record cannot be
 *   site_ring(rank, at, n)        bytes of a core's ring, valid until the next call
 *   site_posted(rank)             how many bytes the core has posted: an acquire
 *   site_taken(rank)              how many of them the server has read
 *   site_take(rank, taken)        sets that: a release; wakes the core
 *   site_put(rank, offset, from, n), site_get(to, rank, offset, n)
 *                                 copy to a window, and from it
 *   site_flag(rank, offset, value)
 *                                 writes a word, and wakes the core that waits for it
 *   site_free(rank), site_tas(rank)
 *                                 clear and try the test-and-set register
 *   site_raise(rank)              interrupts the core
 *   site_update(record)           does an atomic operation, returns what the word was
 *   site_watch(record), site_forget(record)
 *                                 watch a word from now on, or no more
 *   site_console(text, n)         prints
 *   site_met()                    is called before an answer: afterwards all cores here see
 *                                 what was done
 *   site_answer(rank, at, from, n)
 *                                 writes bytes of an answer
 *   site_answered(rank, value)    counts one answer more
 *   site_news(rank)               counts one piece of news more
 *   site_owes(n)                  says that n answers more will come
 *   site_add(node, record, bytes, must)
 *                                 is wire_add of this run's streams
 *   site_say(node, record, bytes)
 *                                 adds what must go, unless the run is over
 */
#ifndef ARCH_COMMON_FAR_SERVE_H
#define ARCH_COMMON_FAR_SERVE_H

#include "arch/common/far/far_wire.h"

/*
 * Does what a record says that came from another node, or gives a core here its answer or
 * its news.  False: the record is not a core's.
 */
bool far_serve(const struct far_record *record, const uint8_t *bytes);

/* Takes records from the ring of a core of this node, while the streams have room. */
bool far_carry(uint32_t rank);

/*
 * The bytes of an answer to a get, read from the window of the core that it says it is from.
 * Valid until the next call.  An answer may be sent long after it was said, so streams need
 * not keep its bytes: who asked still waits, and may have those of any moment until then.
 */
const void *far_answer_bytes(const struct far_record *answer);

/* Tells a core that the word that it watches has its value. */
void far_tell_news(uint32_t rank);

#endif
