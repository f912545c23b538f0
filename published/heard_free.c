/* SPDX-License-Identifier: Apache-2.0 */
/* The end of locks that are told by interrupt. */
#include "runtime/near.h"
#include "sync/any_lock.h"
#include "sync/heard.h"

/* An interrupt in between would find the lock's words freed. */
ARCH_COLD int sync_heard_free(struct weft_any_lock *lock)
{
	struct sync_heard *heard = lock->own;
	arch_irq_state state = arch_irq_save();
	int error = polled_free(lock);

	if (!error) {
		sync_hear_no_more(heard);
	}
	arch_irq_restore(state);
	if (!error) {
		rt_near_free(heard);
	}
	return error;
}
