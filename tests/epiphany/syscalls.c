/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What newlib asks of a system, by this chip's traps: for gcc's own tests,
 * which run in a core with more memory than there is.
 */
#include <errno.h>
#include <stddef.h>
#include <sys/stat.h>

extern char _end[]; /* link.ld's __end */

static int trap(int number, int a, int b, int c)
{
	register int r0 __asm__("r0") = a;
	register int r1 __asm__("r1") = b;
	register int r2 __asm__("r2") = c;
	register int r3 __asm__("r3");

	if (number == 0) {
		__asm__ volatile("trap 0"
				 : "+r"(r0), "=r"(r3)
				 : "r"(r1), "r"(r2)
				 : "memory");
	} else {
		__asm__ volatile("trap 1"
				 : "+r"(r0), "=r"(r3)
				 : "r"(r1), "r"(r2)
				 : "memory");
	}
	if (r0 < 0) {
		errno = r3;
	}
	return r0;
}

int _write(int file, const char *from, int bytes)
{
	return trap(0, file, (int)from, bytes);
}

int _read(int file, char *to, int bytes)
{
	return trap(1, file, (int)to, bytes);
}

_Noreturn void _exit(int status)
{
	register int r0 __asm__("r0") = status;

	for (;;) {
		__asm__ volatile("trap 3" ::"r"(r0));
	}
}

void *_sbrk(ptrdiff_t bytes)
{
	static char *top = _end;
	char *old = top;

	/* The stack has the last 64 KB. */
	if (top + bytes > (char *)0xe0000) {
		errno = ENOMEM;
		return (void *)-1;
	}
	top += bytes;
	return old;
}

/* abort() comes here. */
int _kill(int process, int number)
{
	(void)process;
	(void)number;
	_exit(1);
}

int _getpid(void)
{
	return 1;
}

int _close(int file)
{
	(void)file;
	return -1;
}

int _fstat(int file, struct stat *status)
{
	(void)file;
	status->st_mode = S_IFCHR;
	return 0;
}

int _isatty(int file)
{
	(void)file;
	return 1;
}

int _lseek(int file, int offset, int from)
{
	(void)file;
	(void)offset;
	(void)from;
	return 0;
}
