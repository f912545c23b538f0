/* SPDX-License-Identifier: Apache-2.0 */
/* The server is the home: see weft_delegate_serve. */
#include "sync/delegate.h"

/* What the home applies itself runs at once: operations do not wait, so none is under way. */
static int apply(struct weft_delegate *d, uint32_t request, uint32_t argument,
		 uint32_t *result, uint64_t deadline)
{
	if (arch_rank() == d->home) {
		*result = delegate_run(d, request, argument);
		return WEFT_OK;
	}
	return delegate_ask(d, d->home, request, argument, result, deadline);
}

const struct weft_delegation weft_mp_server = {
	.apply = apply,
	.has_server = true,
};
