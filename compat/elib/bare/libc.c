/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What newlib asks of a system, where there is no weft: output by the traps that emulators
 * of this chip take, a heap between the variables and the stack, and no files.
 */
#define _DEFAULT_SOURCE 1

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	STACK = 1024 /* that malloc leaves */
};

extern char elib_end[], elib_stack[];

static int elib_trap_write(int fd, const void *data, size_t n)
{
	register int r0 __asm__("r0") = fd;
	register const void *r1 __asm__("r1") = data;
	register size_t r2 __asm__("r2") = n;

	__asm__ volatile("trap 0" : "+r"(r0) : "r"(r1), "r"(r2) : "r3", "memory");
	return r0;
}

_READ_WRITE_RETURN_TYPE write(int fd, const void *data, size_t n)
{
	return elib_trap_write(fd, data, n);
}

void *sbrk(ptrdiff_t bytes)
{
	static char *end = elib_end;
	char *was = end;

	if (bytes > (intptr_t)elib_stack - STACK - (intptr_t)end) {
		errno = ENOMEM;
		return (void *)-1;
	}
	end += bytes;
	return was;
}

void _exit(int code)
{
	register int r0 __asm__("r0") = code;

	for (;;) {
		__asm__ volatile("trap 3" : : "r"(r0) : "memory");
	}
}

static int elib_absent(void)
{
	errno = ENOSYS;
	return -1;
}

_READ_WRITE_RETURN_TYPE read(int fd, void *data, size_t n)
{
	(void)fd;
	(void)data;
	(void)n;
	return 0;
}

int close(int fd)
{
	(void)fd;
	return 0;
}

int fstat(int fd, struct stat *s)
{
	(void)fd;
	s->st_mode = S_IFCHR;
	return 0;
}

int isatty(int fd)
{
	return fd < 3;
}

off_t lseek(int fd, off_t offset, int from)
{
	(void)fd;
	(void)offset;
	(void)from;
	return elib_absent();
}

int open(const char *name, int flags, ...)
{
	(void)name;
	(void)flags;
	return elib_absent();
}

int kill(pid_t process, int signal)
{
	(void)process;
	_exit(128 + signal);
	return 0;
}

pid_t getpid(void)
{
	return 1;
}
