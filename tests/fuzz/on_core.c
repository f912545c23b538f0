/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a core reads: its boot record, as the runtime checks it, and then uses it; and that
 * record as board mpi's process does before.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "host/host.h"
#include "host/mpi/core.h"
#include "host/mpi/files.h"
#include "runtime/boot.h"
#include "tests/fuzz/fuzz.h"

_Thread_local struct core core;

static const struct arch_boot *record;

const struct arch_boot *arch_boot(void)
{
	return record;
}

uint32_t arch_rank(void)
{
	return 1;
}

uint32_t arch_count(void)
{
	return 4;
}

void rt_panic(const char *reason)
{
	puts(reason);
	_Exit(STATUS_INPUT);
}

void rt_refuse(const char *format, ...)
{
	puts(format);
	_Exit(STATUS_INPUT);
}

/* A whole record is in memory, whose end is that of the input. */
static void boot(const struct fuzz_input *input)
{
	size_t all = 0;
	const char *s;

	if (input->bytes < sizeof(*record)) {
		return;
	}
	record = memcpy(malloc(input->bytes), input->text, input->bytes);
	if (record->bytes > input->bytes) {
		return; /* the vehicle has looked at that */
	}
	rt_boot_check();
	s = rt_boot_args();
	for (uint32_t i = 0; i < record->argc; i++, s = rt_boot_next(s)) {
		all += strlen(s);
	}
	s = rt_boot_envs();
	for (uint32_t i = 0; i < record->envc; i++, s = rt_boot_next(s)) {
		all += strlen(s);
	}
	s = rt_env("WEFT_K");
	all += s ? strlen(s) : 0;
	rt_boot_file("input");
	printf("%zu\n", all);
}

static void mpi(const struct fuzz_input *input)
{
	files_record(input->path);
}

const struct fuzz_target fuzz_targets[] = {
	{"boot", boot},
	{"mpi-boot", mpi},
	{NULL, NULL},
};
