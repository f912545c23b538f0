/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/any_lock.h"

/*
 * One word is the cheapest while one core uses it.  From two on an order costs less than
 * what cores do to each other that try again and again (docs/locks.md).
 */
const struct weft_lock_kind *weft_lock_for(enum weft_contention contention)
{
	return contention == WEFT_ALONE ? &weft_lock_tas : &weft_lock_queue;
}
