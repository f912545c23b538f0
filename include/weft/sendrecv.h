/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocking two-sided messages, as RCCE_send and RCCE_recv are (T. Mattson, R. van
 * der Wijngaart and others, "The 48-core SCC processor: the programmer's view",
 * SC 2010): the baseline that one-sided communication is compared with.
 *
 * The sender puts a chunk into its own MPB and sets a flag at the receiver, which
 * gets the chunk from there and sets a flag at the sender; then comes the next
 * chunk.  A send returns when the receiver has it all.
 *
 * Where a get is dear the receiver says when it has room, and the sender puts into the
 * receiver's MPB, one chunk while another goes to memory.  A send returns when the
 * last chunk is there; it waits for the receiver to come all the same.
 *
 * Both sides name each other and the same size.  With sizes that differ (those from
 * 128 MB on are taken for alike) both return WEFT_ERR_MISMATCH: nothing has been
 * written to the receiver's memory, and both may call again, the receiver with a
 * larger buffer, say.  When both send, or both receive, they wait until their
 * deadline.  Any size from 0; 0 bytes is no message and waits for nobody.
 *
 * Chunks take both chunk buffers as one: 192 lines on the SCC where there is
 * room (RCCE's 251 leave an application no MPB).  Cost of a chunk of m lines (D.
 * Petrovic, EPFL thesis 6552, section 2): put from memory, get to memory, two
 * flags: on the SCC 0.29 + m * 0.96 + 0.81 us at distance 1.
 * MPB: a flag for each core of the run, 4 bytes on the SCC, and the chunk buffers;
 * private memory: 4 KB.
 *
 * Errors: WEFT_ERR_NULL, WEFT_ERR_RANK (no such core, or myself), WEFT_ERR_LIMIT
 * above 1024 cores.  WEFT_ERR_TIMEOUT: the pair is out of step and may not be used
 * again; a sender that has not given up may still write into the receiver's chunk
 * buffers.  With CHECK=1 WEFT_ERR_DAMAGED: bits have flipped in each of four tries; on
 * both sides.  Thread.
 */
#ifndef WEFT_SENDRECV_H
#define WEFT_SENDRECV_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

int weft_send(const void *data, size_t bytes, weft_rank_t to, weft_us_t within);
int weft_recv(void *data, size_t bytes, weft_rank_t from, weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
