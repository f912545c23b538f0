/* SPDX-License-Identifier: Apache-2.0 */
/*
 * More kinds of delegation (weft/delegate.h), which are there to be compared.
 *
 *     weft_delegate_create(&delegate, &weft_mp_server, home, objects, n);
 *
 *   weft_mp_server  The home serves, and a request is a message of two words (weft/fifo.h), a
 *                   reply one flag write of two.  (D. Petrovic, thesis 6552, EPFL, 2015,
 *                   section 6.1.2: MP-Server.)
 *   weft_hybcomb    The core that comes first runs its own operation, and then those of
 *                   cores that have registered with it meanwhile, up to max_ops; they send
 *                   their requests as messages (section 6.1.3: HybComb).  A combiner waits
 *                   for the combiner before it.
 *   weft_cc_synch   A queue in which cores leave their requests, as in weft_dsm_synch.  Its
 *                   nodes pass from core to core, and a core waits for a word of whichever
 *                   core its node lies at.  (P. Fatourou and N. Kallimanis, PPoPP 2012.)
 *   weft_h_synch    H-Synch, for groups of eight cores whose ranks are near: CC-Synch in each,
 *                   and a lock that a combiner holds against those of other groups.
 *   weft_under_ticket, _clh, _hyblock, _server, _token
 *                   The core that applies it, while it holds such a lock
 *                   (weft/published/lock.h).
 *
 * A core that has a deadline in weft_cc_synch or weft_h_synch, and does not come back for its
 * reply, keeps all others waiting if combining comes to it.  weft_dsm_synch passes it over.
 *
 * delegate.swap_after is for weft_hybcomb.  After so many failed compare-and-swaps a call
 * becomes a combiner by a swap, which cannot fail.  So no call starves, but some combiners
 * find nothing to run but their own operation (section 6.1.3).  0, as at creation: never.
 *
 * MPB, from the symmetric heap: weft_mp_server and weft_hybcomb take a FIFO of
 * two-word messages whose room is told by the replies (weft/fifo.h: 12 bytes
 * for each core).  weft_hybcomb takes three flags more.  weft_cc_synch takes a
 * flag and 64 bytes, weft_h_synch that and a CLH lock.  Private memory: for the
 * FIFO 8 bytes for each core.  WEFT_ERR_LIMIT: weft_cc_synch and weft_h_synch
 * are for 32767 cores.
 */
#ifndef WEFT_PUBLISHED_DELEGATE_H
#define WEFT_PUBLISHED_DELEGATE_H

#include <weft/delegate.h>
#include <weft/published/lock.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const struct weft_delegation weft_mp_server, weft_hybcomb, weft_cc_synch,
	weft_h_synch, weft_under_ticket, weft_under_clh, weft_under_hyblock,
	weft_under_server, weft_under_token;

/* The name of any kind: "shm_server", "under tas".  Any context. */
const char *weft_delegation_name(const struct weft_delegation *how);

#ifdef __cplusplus
}
#endif
#endif
