/* SPDX-License-Identifier: Apache-2.0 */
/* Which fiber runs, for layers below fiber/, in images with fibers and without. */
#ifndef RUNTIME_SELF_H
#define RUNTIME_SELF_H

#include <stddef.h>

struct weft_fiber;

/* Defined by fiber/, if it is linked. */
extern struct weft_fiber *rt_fiber __attribute__((weak));

/* Null: there are no fibers.  Any context; in a handler, the one interrupted. */
static inline const struct weft_fiber *rt_self(void)
{
	return &rt_fiber ? rt_fiber : NULL;
}

#endif
