/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files, for newlib: those that came with the run, read only; standard input is the
 * one named "stdin"; output goes to the console.
 */
#define _DEFAULT_SOURCE 1

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/arch.h"
#include "runtime/boot.h"
#include "runtime/console.h"

#define OFF_MOST ((off_t)(((uint64_t)1 << (8 * sizeof(off_t) - 1)) - 1))

enum {
	OPEN_MAX_FILES = 8,
	FIRST_FD = 3,
};

/* Slot 0 is standard input, the others are descriptors 3 and up. */
static struct open_file {
	const struct arch_boot_file *file;
	uint64_t position;
} open_files[1 + OPEN_MAX_FILES];

static ARCH_COLD struct open_file *slot(int fd)
{
	int i = fd == STDIN_FILENO ? 0 : fd - FIRST_FD + 1;

	if (i == 0 && !open_files[0].file) {
		open_files[0].file = rt_boot_file("stdin");
	}
	if (i < 0 || i > OPEN_MAX_FILES || (i == 0) != (fd == STDIN_FILENO)) {
		return NULL;
	}
	return &open_files[i];
}

static ARCH_COLD int fail(int error)
{
	errno = error;
	return -1;
}

/* The console has two names for those who write a file; closing it does nothing. */
static ARCH_COLD int open_output(const char *name)
{
	return strcmp(name, "/dev/stdout") == 0   ? STDOUT_FILENO
	       : strcmp(name, "/dev/stderr") == 0 ? STDERR_FILENO
						  : fail(EROFS);
}

ARCH_COLD int open(const char *name, int mode, ...)
{
	if ((mode & O_ACCMODE) != O_RDONLY) {
		return open_output(name);
	}
	for (int i = 1; i <= OPEN_MAX_FILES; i++) {
		if (!open_files[i].file) {
			open_files[i].file = rt_boot_file(name);
			open_files[i].position = 0;
			return open_files[i].file ? i - 1 + FIRST_FD
						  : fail(ENOENT);
		}
	}
	return fail(EMFILE);
}

ARCH_COLD int close(int fd)
{
	struct open_file *f = slot(fd);

	if (fd >= FIRST_FD && f && f->file) {
		f->file = NULL;
		return 0;
	}
	return fd >= 0 && fd < FIRST_FD ? 0 : fail(EBADF);
}

ARCH_COLD _READ_WRITE_RETURN_TYPE read(int fd, void *data, size_t bytes)
{
	struct open_file *f = slot(fd);
	uint64_t left;

	if (!f || (!f->file && fd != STDIN_FILENO)) {
		return fail(EBADF);
	}
	left = f->file && f->position < f->file->bytes
		       ? f->file->bytes - f->position
		       : 0;
	if (bytes > left) {
		bytes = (size_t)left;
	}
	if (bytes > 0) {
		memcpy(data,
		       (const char *)(uintptr_t)f->file->addr + f->position,
		       bytes);
		f->position += bytes;
	}
	return (int)bytes;
}

ARCH_COLD _READ_WRITE_RETURN_TYPE write(int fd, const void *data, size_t bytes)
{
	if (fd != STDOUT_FILENO && fd != STDERR_FILENO) {
		return fail(EBADF);
	}
	rt_console_write(data, bytes);
	return (int)bytes;
}

ARCH_COLD off_t lseek(int fd, off_t offset, int whence)
{
	struct open_file *f = slot(fd);
	off_t base = 0;

	if (!f || !f->file) {
		return fail(fd >= 0 && fd < FIRST_FD ? ESPIPE : EBADF);
	}
	if (whence == SEEK_CUR) {
		base = (off_t)f->position;
	} else if (whence == SEEK_END) {
		base = (off_t)f->file->bytes;
	}
	/* Beyond the end there is nothing to read, but one may be there. */
	if (offset < -base || offset > OFF_MOST - base ||
	    (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END)) {
		return fail(EINVAL);
	}
	f->position = (uint64_t)(base + offset);
	return base + offset;
}

static ARCH_COLD void describe(struct stat *st,
			       const struct arch_boot_file *file)
{
	memset(st, 0, sizeof(*st));
	st->st_mode = S_IFCHR;
	if (file) {
		st->st_mode = S_IFREG | S_IRUSR;
		st->st_size = (off_t)file->bytes;
	}
}

ARCH_COLD int fstat(int fd, struct stat *st)
{
	struct open_file *f = slot(fd);

	if (fd != STDOUT_FILENO && fd != STDERR_FILENO &&
	    (!f || (!f->file && fd != STDIN_FILENO))) {
		return fail(EBADF);
	}
	describe(st, f ? f->file : NULL);
	return 0;
}

ARCH_COLD int stat(const char *name, struct stat *st)
{
	const struct arch_boot_file *file = rt_boot_file(name);

	if (!file) {
		return fail(ENOENT);
	}
	describe(st, file);
	return 0;
}

/* The run's files lie in one folder, which is where the program is. */
ARCH_COLD char *getcwd(char *room, size_t bytes)
{
	if (!room || bytes < sizeof("/")) {
		errno = room && bytes > 0 ? ERANGE : EINVAL;
		return NULL;
	}
	return strcpy(room, "/");
}

/* Nothing changes which files there are; remove and rename come here, too. */
ARCH_COLD int unlink(const char *name)
{
	return fail(rt_boot_file(name) ? EROFS : ENOENT);
}

ARCH_COLD int link(const char *old, const char *name)
{
	(void)name;
	return unlink(old);
}

ARCH_COLD int mkdir(const char *name, mode_t mode)
{
	(void)mode;
	return fail(rt_boot_file(name) ? EEXIST : EROFS);
}

/* The console is a terminal, so that newlib sends every line when it ends. */
ARCH_COLD int isatty(int fd)
{
	return fd == STDOUT_FILENO || fd == STDERR_FILENO;
}
