/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A server that goes round words of its own window, since no word announces what comes: it
 * runs what `run` finds, until all have left; when it has found nothing for a while it waits
 * until `look` does.  Inline, so that a server's own functions are, too.
 */
#ifndef SYNC_DELEGATE_LOOKS_H
#define SYNC_DELEGATE_LOOKS_H

#include "runtime/wait.h"
#include "sync/delegate.h"
#include "sync/retry.h"

enum {
	LOOKS = 16, /* rounds in vain before the server looks less often */
};

static inline int delegate_serve_looks(struct weft_delegate *d,
				       bool (*look)(struct sync_retry *retry),
				       bool (*run)(struct sync_retry *retry,
						   uint64_t deadline),
				       uint64_t deadline)
{
	struct sync_retry retry = {.look = look,
				   .take = run,
				   .home = d->home,
				   .by = RT_ANYONE,
				   .of = d,
				   .what = "a request",
				   .site = __builtin_return_address(0)};
	uint32_t looks = 0, served = 0;
	bool ever = rt_never(deadline);
	int error = WEFT_OK;

	while (!error && d->left + 1 < arch_count()) {
		if (!ever && delegate_late(&served, deadline)) {
			error = WEFT_ERR_TIMEOUT;
		} else if (run(&retry, deadline)) {
			looks = 0;
		} else if (rt_idler || ++looks == LOOKS) {
			error = sync_retry(&retry, deadline);
			looks = 0;
		}
	}
	return error;
}

#endif
