/* SPDX-License-Identifier: Apache-2.0 */
/* The server is the home: see weft_delegate_serve. */
#include "published/delegate_fifo.h"
#include "runtime/wait.h"

#include <weft/published/delegate.h>

/* What the home applies itself runs at once: operations do not wait, so none is under way. */
static int mp_server_apply(struct weft_delegate *d, uint32_t request,
			   uint32_t argument, uint32_t *result,
			   weft_us_t within)
{
	if (arch_rank() == d->home) {
		*result = delegate_run(d, request, argument);
		return WEFT_OK;
	}
	return delegate_ask(d, d->home, request, argument, result,
			    rt_deadline(within));
}

const struct weft_delegation weft_mp_server = {
	.name = "mp_server",
	.create = delegate_create_fifo,
	.free = delegate_free_fifo,
	.apply = mp_server_apply,
	.wait = delegate_await_reply,
	.serve = delegate_serve,
};
