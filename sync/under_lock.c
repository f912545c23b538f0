/* SPDX-License-Identifier: Apache-2.0 */
/* No delegation: who applies an operation runs it, while it holds a lock. */
#include "sync/delegate.h"

ARCH_COLD int delegate_lock_create(struct weft_delegate *d)
{
	return weft_any_lock_create(&d->lock, d->how->lock, d->home);
}

ARCH_COLD int delegate_lock_free(struct weft_delegate *d)
{
	return weft_any_lock_free(&d->lock);
}

int delegate_lock_apply(struct weft_delegate *d, uint32_t request,
			uint32_t argument, uint32_t *result, weft_us_t within)
{
	int error = weft_any_lock_acquire(&d->lock, within);

	if (error) {
		return error;
	}
	*result = delegate_run(d, request, argument);
	return weft_any_lock_release(&d->lock);
}

DELEGATE_UNDER(tas);
DELEGATE_UNDER(queue);
