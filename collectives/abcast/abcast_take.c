/* SPDX-License-Identifier: Apache-2.0 */
/* Receiving by chunks, as the application calls it. */
#include "collectives/abcast/abcast.h"
#include "runtime/wait.h"
#include "runtime/context.h"

ARCH_COLD int weft_abcast_on_chunk(weft_chunk_handler *handler, void *arg,
				   enum weft_where where)
{
	int error;

	RT_THREAD_ONLY();
	error = inbox_on_chunk(&abcast.inbox, handler, arg, where);
	if (!error) {
		abcast_engine()->accept_all();
	}
	return error;
}

uint32_t weft_abcast_poll(uint32_t most, weft_us_t within)
{
	uint32_t n = inbox_poll(&abcast.inbox, most, within);

	if (n == 0) {
		rt_in_vain();
	}
	return n;
}
