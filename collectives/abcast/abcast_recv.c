/* SPDX-License-Identifier: Apache-2.0 */
/* Receiving by whole messages, and which core would refuse one. */
#include "collectives/abcast/abcast.h"
#include "topology/bits.h"
#include "runtime/context.h"

struct weft_request abcast_anew;

int weft_abcast_recv(void *buffer, size_t size, struct weft_message *message,
		     weft_us_t within)
{
	RT_THREAD_ONLY();
	return inbox_recv(&abcast.inbox, buffer, size, message, within);
}

/*
 * That core has posted no buffer for this core's next long message.  It may be dead; or
 * it keeps one for the last, which it has missed, and hears of that with the next
 * chunk.  This core finds out which, as it watches who refuses.
 */
static ARCH_COLD void doubt(uint32_t core)
{
	abcast.refused_by = (uint8_t)(core + 1);
	if (bits_has(abcast.credit.left_out, core)) {
		/* If that request is in use, one is on its way. */
		weft_abcast_start(NULL, 0, &abcast_anew);
	}
}

/* Without buffers there is none that takes a long one, but in chunks. */
ARCH_COLD int abcast_refused(uint32_t bytes, struct weft_request *request)
{
	abcast.refused_by = 0;
	for (uint32_t core = 0; core < abcast.count; core++) {
		if (core != abcast.me && !abcast_engine()->takes(core, bytes)) {
			request->peer = core;
			doubt(core);
			return RT_WHY(WEFT_ERR_REFUSED,
				      "request->peer has posted no buffer for "
				      "a message of that length");
		}
	}
	return WEFT_OK;
}
