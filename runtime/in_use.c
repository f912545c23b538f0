/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/in_use.h"

bool rt_still_in_use(struct weft_request *request)
{
	request->op->look(request, WEFT_REUSABLE);
	return rt_is_marked(request);
}

#if WEFT_DEBUG
#include "arch/arch.h"
#include "runtime/panic.h"
#include "runtime/self.h"
#include "runtime/text.h"
#include "runtime/why.h"

enum {
	LISTED = 64
};

static struct listed {
	struct weft_request *request; /* null: free */
	const struct rt_operation *op;
	uint32_t at;       /* what the operation knows its copy by */
	const void *site;  /* who started it */
	const void *stack; /* the one that it lies on, by its top; or null */
} list[LISTED];

static const void *stack_top;

static _Noreturn void gone(const struct listed *l, const char *how)
{
	rt_panic("a request in use %s; started by %x", how,
		 (uint64_t)(uintptr_t)l->site);
}

static struct {
	const struct weft_fiber *fiber;
	uint32_t depth; /* it is in so many calls, one within the other */
} alone;

int rt_alone(void)
{
	const struct weft_fiber *me = rt_self();

	if (alone.depth > 0 && alone.fiber != me) {
		return RT_WHY(WEFT_ERR_STATE,
			      "another fiber of this core is in such a call");
	}
	alone.fiber = me;
	alone.depth++;
	return WEFT_OK;
}

void rt_alone_no_more(const int *refused)
{
	alone.depth -= *refused == WEFT_OK;
}

void rt_stack_begins(const void *frame)
{
	stack_top = frame;
}

void rt_list(struct weft_request *request, const void *frame, const void *site)
{
	uintptr_t at = (uintptr_t)request;
	arch_irq_state state = arch_irq_save();

	for (uint32_t i = 0; i < LISTED && rt_is_marked(request); i++) {
		if (!list[i].request) {
			list[i].op = request->op;
			list[i].at = request->at;
			list[i].site = site;
			list[i].stack =
				at >= (uintptr_t)frame &&
						at < (uintptr_t)stack_top
					? stack_top
					: NULL;
			list[i].request = request;
			break;
		}
	}
	arch_irq_restore(state);
}

void rt_unlist(struct weft_request *request)
{
	for (uint32_t i = 0; i < LISTED; i++) {
		if (list[i].request == request) {
			list[i].request = NULL;
		}
	}
}

void rt_check_mark(const struct weft_request *request)
{
	if (!rt_is_marked(request)) {
		struct listed unknown = {.site = NULL}, *found = &unknown;

		for (uint32_t i = 0; i < LISTED; i++) {
			found = list[i].request == request ? &list[i] : found;
		}
		gone(found, "has been overwritten");
	}
}

void rt_check_listed(const void *frame)
{
	arch_irq_state state = arch_irq_save();

	for (uint32_t i = 0; i < LISTED; i++) {
		const struct listed *l = &list[i];

		if (!l->request) {
			continue;
		}
		if (l->op->over && l->op->over(l->at)) {
			list[i].request = NULL;
		} else if (l->stack && l->stack == stack_top &&
			   (uintptr_t)l->request < (uintptr_t)frame) {
			gone(l, "has gone out of scope");
		} else {
			rt_check_mark(l->request);
		}
	}
	arch_irq_restore(state);
}
#endif
