/* SPDX-License-Identifier: Apache-2.0 */
/* No delegation: who applies an operation runs it, while it holds a lock. */
#include "sync/delegate.h"

static ARCH_COLD int create(struct weft_delegate *d)
{
	return weft_any_lock_create(&d->lock, d->how->lock, d->home);
}

static ARCH_COLD int give_back(struct weft_delegate *d)
{
	return weft_any_lock_free(&d->lock);
}

static int apply(struct weft_delegate *d, uint32_t request, uint32_t argument,
		 uint32_t *result, weft_us_t within)
{
	int error = weft_any_lock_acquire(&d->lock, within);

	if (error) {
		return error;
	}
	*result = delegate_run(d, request, argument);
	return weft_any_lock_release(&d->lock);
}

#define UNDER(kind)                                                            \
	const struct weft_delegation weft_under_##kind = {                     \
		.name = "under " #kind,                                        \
		.lock = &weft_lock_##kind,                                     \
		.create = create,                                              \
		.free = give_back,                                             \
		.apply = apply,                                                \
	}

UNDER(tas);
UNDER(ticket);
UNDER(clh);
UNDER(queue);
UNDER(hyblock);
UNDER(server);
UNDER(token);
