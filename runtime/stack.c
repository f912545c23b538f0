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
#include "runtime/panic.h"
#include "runtime/start.h"
#include "runtime/variables.h"
#include "runtime/wait.h"

/* Where even the way from stack to stack would be noticed, main has the port's. */
#define LARGER_STACK (ARCH_SWITCH && !ARCH_NEAR)

#if LARGER_STACK
enum {
	STACK_ALIGN = 16,
	BELOW = 1024 /* the guard, that far up: a little too much does no harm */
};

/* It lies on the first stack, which stays as it is. */
static struct stacks {
	void *first, *second;
	uint32_t *guard; /* the lowest word: who has changed it has gone too far */
	int result;
} *stacks;

static ARCH_COLD _Noreturn void on_second(void)
{
	stacks->result = rt_call_main();
	for (;;) {
		arch_switch(&stacks->second, stacks->first);
	}
}

static ARCH_COLD int go_there(uint32_t bytes)
{
	char *low = sbrk((ptrdiff_t)(bytes & ~(STACK_ALIGN - 1u)) + BELOW);
	struct stacks mine = {.guard = NULL};
	uintptr_t end;
	void **sp;

	if (low == (void *)-1) {
		rt_panic("WEFT_STACK: this core has not so much memory");
	}
	low += BELOW;
	end = ((uintptr_t)low + bytes) & -(uintptr_t)STACK_ALIGN;
	sp = (void **)(end - STACK_ALIGN) - ARCH_SWITCH_WORDS;
	for (uint32_t i = 0; i < ARCH_SWITCH_WORDS; i++) {
		sp[i] = NULL;
	}
	sp[ARCH_SWITCH_START] = (void *)(uintptr_t)on_second;
	mine.guard = (uint32_t *)(void *)low;
	*mine.guard = RT_STACK_GUARD;
	stacks = &mine;
	arch_switch(&mine.first, sp);
	rt_stack_check();
	stacks = NULL;
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
	return rt_call_main();
}

void rt_stack_check(void)
{
#if LARGER_STACK
	if (stacks && *stacks->guard != RT_STACK_GUARD) {
		stacks = NULL;
		rt_panic("the stack of WEFT_STACK bytes was too small");
	}
#endif
}
