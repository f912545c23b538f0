/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a C program's start and end need.  libc_files.c and others have what newlib asks
 * of a system: files of their own, and no more here, so that a program without
 * files links none.
 */
#define _DEFAULT_SOURCE 1 /* sbrk */

#include <reent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch/arch.h"
#include "runtime/boot.h"
#include "runtime/panic.h"
#include "runtime/start.h"

enum {
	HEAP_ALIGN = 16, /* of what malloc takes next */
};

extern char **environ;
int main(int argc, char **argv, char **envp);

/*
 * newlib's, where a program links them: what calls functions that were given to
 * atexit (which links it: --enable-lite-exit), and the structure of its streams, a hundred
 * bytes.
 */
extern void __call_exitprocs(int code, void *object)
	__attribute__((weak, visibility("hidden")));
extern struct _reent *const _global_impure_ptr
	__attribute__((weak, visibility("hidden")));

ARCH_COLD void exit(int code)
{
	if (__call_exitprocs) {
		__call_exitprocs(code, NULL);
	}
	if (&_global_impure_ptr && _global_impure_ptr->__cleanup) {
		_global_impure_ptr->__cleanup(_global_impure_ptr);
	}
	_exit(code);
}

ARCH_COLD void _exit(int code)
{
	rt_finish(code);
}

/*
 * Copies of n strings, with a null pointer behind them.  They stay, so they need no
 * malloc, which is in an image only if its program calls it.
 */
static ARCH_COLD char **copies(uint32_t n, const char *s)
{
	const char *end = s;
	char **list, *at;

	for (uint32_t i = 0; i < n; i++) {
		end = rt_boot_next(end);
	}
	list = sbrk((ptrdiff_t)(((n + 1) * sizeof(*list) + (size_t)(end - s) +
				 HEAP_ALIGN - 1) &
				~(size_t)(HEAP_ALIGN - 1)));
	if (list == (void *)-1) {
		rt_panic("no memory for arguments and environment");
	}
	at = memcpy(list + n + 1, s, (size_t)(end - s));
	for (uint32_t i = 0; i < n; i++) {
		list[i] = at;
		at += rt_boot_next(at) - at;
	}
	list[n] = NULL;
	return list;
}

extern void (*__init_array_start[])(void) __attribute__((weak));
extern void (*__init_array_end[])(void) __attribute__((weak));

ARCH_COLD int rt_main_again(void)
{
	uint32_t argc = arch_boot()->argc;

	return main((int)argc, copies(argc, rt_boot_args()), environ);
}

int rt_call_main(void)
{
	environ = copies(arch_boot()->envc, rt_boot_envs());
	for (void (**f)(void) = __init_array_start; f < __init_array_end; f++) {
		(*f)();
	}
	return rt_main_again();
}
