/* SPDX-License-Identifier: Apache-2.0 */
/* Names of kinds, for those who compare them. */
#include "sync/delegate.h"

#include <weft/published/delegate.h>

ARCH_COLD const char *weft_lock_name(const struct weft_lock_kind *kind)
{
	return kind ? kind->name : "none";
}

ARCH_COLD const char *weft_delegation_name(const struct weft_delegation *how)
{
	return how ? how->name : "none";
}
