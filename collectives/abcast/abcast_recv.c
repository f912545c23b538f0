/* SPDX-License-Identifier: Apache-2.0 */
/* Receiving by whole messages, and which core would refuse one. */
#include "collectives/abcast/abcast.h"
#include "messages/liveness.h"
#include "runtime/context.h"

int weft_abcast_recv(void *buffer, size_t size, struct weft_message *message,
		     weft_us_t within)
{
	RT_THREAD_ONLY();
	return inbox_recv(&abcast.inbox, buffer, size, message, within);
}

/* Without buffers there is none that takes a long one, but in chunks. */
ARCH_COLD int abcast_refused(uint32_t bytes, struct weft_request *request)
{
	for (uint32_t core = 0; core < abcast.count; core++) {
		if (core != abcast.me && !liveness_is_dead(core) &&
		    !credit_marked(&abcast.credit, core) &&
		    !inbox_has_posted(&abcast.inbox, core, bytes)) {
			request->peer = core;
			return WEFT_ERR_REFUSED;
		}
	}
	return WEFT_OK;
}
