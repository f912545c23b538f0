/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/any_lock.h"
#include "runtime/context.h"

static int any_lock_check(const struct weft_any_lock *lock)
{
	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	if (!lock) {
		return RT_WHY(WEFT_ERR_NULL, "lock");
	}
	return lock->kind ? WEFT_OK
			  : RT_WHY(WEFT_ERR_STATE,
				   "the lock was not created, or is freed");
}

ARCH_COLD int weft_any_lock_create(struct weft_any_lock *lock,
				   const struct weft_lock_kind *kind,
				   weft_rank_t home)
{
	int error;

	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	if (!lock || !kind) {
		return RT_WHY(WEFT_ERR_NULL, "lock or kind");
	}
	lock->kind = kind;
	error = kind->create(lock, home);
	if (error) {
		lock->kind = NULL;
	}
	return error;
}

ARCH_COLD int weft_any_lock_free(struct weft_any_lock *lock)
{
	int error = any_lock_check(lock);

	if (!error) {
		error = lock->kind->free(lock);
	}
	if (!error) {
		lock->kind = NULL;
	}
	return error;
}

WEFT_REGISTERS int weft_any_lock_acquire(struct weft_any_lock *lock,
					 weft_us_t within)
{
	int error = any_lock_check(lock);

	return error ? error
		     : lock->kind->acquire(lock, within,
					   __builtin_return_address(0));
}

WEFT_REGISTERS int weft_any_lock_release(struct weft_any_lock *lock)
{
	int error = any_lock_check(lock);

	return error ? error : lock->kind->release(lock);
}
