/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What newlib asks of a system and weft does not have: processes, signals that
 * are held off, properties of descriptors, entropy.
 */
#define _DEFAULT_SOURCE 1

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arch/small.h"

static ARCH_COLD int absent(void)
{
	errno = ENOSYS;
	return -1;
}

ARCH_COLD pid_t fork(void)
{
	return absent();
}

ARCH_COLD int execve(const char *path, char *const argv[], char *const envp[])
{
	(void)path;
	(void)argv;
	(void)envp;
	return absent();
}

ARCH_COLD pid_t wait(int *status)
{
	(void)status;
	return absent();
}

ARCH_COLD int fcntl(int fd, int command, ...)
{
	(void)fd;
	(void)command;
	return absent();
}

ARCH_COLD int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	(void)how;
	(void)set;
	(void)old;
	return absent();
}

ARCH_COLD int getentropy(void *data, size_t bytes)
{
	(void)data;
	(void)bytes;
	return absent();
}
