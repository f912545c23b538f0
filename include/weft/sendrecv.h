/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocking two-sided messages, as RCCE_send and RCCE_recv are (T. Mattson, R.
 * van der Wijngaart and others, "The 48-core SCC processor: the programmer's
 * view", SC 2010): the baseline that one-sided communication is compared with.
 *
 * The sender puts a chunk into its own MPB and sets a flag at the receiver.
 * The receiver gets the chunk from there and sets a flag at the sender, which
 * then goes on to the next chunk.  A send returns when the receiver has got all
 * chunks.
 *
 * On chips where a get costs much more than a put, the sender puts the chunks
 * into the receiver's MPB instead.  It does so after the receiver has said that
 * it has room, and puts one chunk while the receiver copies another to memory.
 * A send then returns when the last chunk is in the receiver's MPB, so there,
 * too, it waits for the receiver to come.
 *
 * Between nodes that MPI joins, each side tells the other at once that it has come.  A
 * short message goes along, and a longer one goes from memory to memory afterwards.  A
 * send then returns when its receiver has come and the data have left the sender's memory.
 *
 * Both sides name each other, and one size.  If the sizes differ, both calls
 * return WEFT_ERR_MISMATCH (sizes from 128 MB on count as equal).  Nothing has
 * then been written to the receiver's memory, and both may call again, for
 * instance with a larger buffer.  If both send, or both receive, they wait
 * until their deadlines.  The size may be 0; such a call moves nothing and
 * waits for nobody.
 *
 * A chunk takes both chunk buffers as one: 192 lines on the SCC if there is
 * room (RCCE's 251 leave an application no MPB).  Cost of a chunk of m lines on
 * the SCC at distance 1 (D. Petrovic, EPFL thesis 6552, section 2): 0.29 + m *
 * 0.96 + 0.81 us, for a put from memory, a get to memory and two flags.  MPB: a
 * flag for each core of the run, of 4 bytes on the SCC, and the chunk buffers; between
 * nodes that MPI joins, another flag and two slots for each core, a 32nd part of the window
 * at most.  Private memory: 4 KB.
 *
 * Errors:  WEFT_ERR_NULL; WEFT_ERR_RANK if there is no such core, or it is the
 * caller; WEFT_ERR_LIMIT above 1024 cores.  After WEFT_ERR_TIMEOUT the two
 * cores are out of step and must not send to each other again; a sender that
 * has not given up may still write into the receiver's chunk buffers.  With
 * CHECK=1, both sides return WEFT_ERR_DAMAGED if bits have flipped in each of
 * four tries.  Thread.
 */
#ifndef WEFT_SENDRECV_H
#define WEFT_SENDRECV_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

int weft_send(const void *data, size_t bytes, weft_rank_t to, weft_us_t within);
int weft_recv(void *data, size_t bytes, weft_rank_t from, weft_us_t within);

/*
 * Tells in *there whether a message from that core has begun to come: weft_recv then finds
 * its first chunk.  Between two calls in vain others run.  Errors also: WEFT_ERR_LIMIT where
 * messages are pushed, which do not begin before their receiver has come.  Thread.
 */
int weft_recv_test(weft_rank_t from, bool *there);

#ifdef __cplusplus
}
#endif
#endif
