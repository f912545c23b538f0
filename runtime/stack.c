/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A larger stack for main, which the run asks for: memory of the heap, on which the core
 * goes on as a fiber does on its own.  The first stack keeps the frame below main, and
 * nothing else.
 */
#define _DEFAULT_SOURCE 1 /* sbrk */

#include <unistd.h>

#include "arch/small.h"
#include "arch/switch.h"
#include "runtime/context.h"
#include "runtime/panic.h"
#include "runtime/start.h"
#include "runtime/variables.h"
#include "runtime/wait.h"

/* Where even the way from stack to stack would be noticed, main has the port's. */
#define LARGER_STACK (ARCH_SWITCH && !ARCH_NEAR)

/* On the stack that debug builds take for main's (runtime/context.h). */
static ARCH_COLD int stack_run_main(void)
{
	int code;

	if (WEFT_DEBUG) {
		rt_stack_begins(__builtin_frame_address(0));
	}
	code = rt_call_main();
	if (WEFT_DEBUG) {
		rt_check_listed(__builtin_frame_address(0));
	}
	return code;
}

#if LARGER_STACK
enum {
	STACK_ALIGN = 16,
	BELOW = 1024 /* the guard, that far up: a little too much does no harm */
};

struct rt_stack rt_stack;

/* It lies on the first stack, which stays as it is. */
static struct stacks {
	void *first, *second;
	int result;
} * stacks;

static ARCH_COLD _Noreturn void on_second(void)
{
	stacks->result = stack_run_main();
	for (;;) {
		arch_switch(&stacks->second, stacks->first);
	}
}

static ARCH_COLD int go_there(uint32_t bytes)
{
	struct stacks mine = {.first = NULL};
	char *low;
	void **sp;

	bytes = (bytes + STACK_ALIGN - 1) & -(uint32_t)STACK_ALIGN;
	low = sbrk((ptrdiff_t)bytes + BELOW + STACK_ALIGN);
	if (low == (void *)-1) {
		rt_panic("WEFT_STACK: this core has not so much memory");
	}
	low += BELOW + (-(uintptr_t)low & (STACK_ALIGN - 1));
	rt_stack.guard = (uint32_t *)(void *)low;
	rt_stack.top = low + bytes;
	*rt_stack.guard = RT_STACK_GUARD;
	sp = (void **)(void *)(low + bytes - STACK_ALIGN) - ARCH_SWITCH_WORDS;
	for (uint32_t i = 0; i < ARCH_SWITCH_WORDS; i++) {
		sp[i] = NULL;
	}
	sp[ARCH_SWITCH_START] = (void *)(uintptr_t)on_second;
	stacks = &mine;
	arch_switch(&mine.first, sp);
	rt_stack_check();
	rt_stack.guard = NULL;
	return mine.result;
}
#endif

int rt_main_on_stack(void)
{
#if LARGER_STACK
	uint32_t bytes = rt_variable_STACK();

	if (bytes > ARCH_STACK_BYTES) {
		return go_there(bytes);
	}
#endif
	return stack_run_main();
}

void rt_stack_check(void)
{
#if LARGER_STACK
	if (rt_stack.guard && *rt_stack.guard != RT_STACK_GUARD) {
		rt_stack.guard = NULL;
		rt_panic("the stack of WEFT_STACK bytes was too small");
	}
#endif
}
