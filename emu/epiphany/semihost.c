// SPDX-License-Identifier: Apache-2.0
/*
 * Traps, by newlib's convention for this chip: arguments in r0 to r2, result in
 * r0, errno in r3.  Standard streams only: an image opens no files of the host.
 */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "emu/epiphany/chip.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/report.h"

enum {
	TRAP_WRITE = 0,
	TRAP_READ = 1,
	TRAP_OPEN = 2,
	TRAP_EXIT = 3,
	TRAP_PASS = 4,
	TRAP_FAIL = 5,
	TRAP_CLOSE = 6,
	TRAP_OTHER = 7,
	TARGET_EBADF = 9, /* errno as newlib numbers it */
	TARGET_EFAULT = 14,
	TARGET_ENOSYS = 88,
};

/* The memory that holds all of a range, or NULL. */
static struct memory *range(const struct core *core, uint32_t address,
			    uint32_t bytes, uint32_t *offset)
{
	int target = chip_target(core, address, offset);
	struct memory *memory;

	if (target == TARGET_NONE) {
		return NULL;
	}
	memory = target == TARGET_EXTERNAL ? &chip.external
					   : &chip.cores[target].sram;
	return *offset < memory->size && bytes <= memory->size - *offset
		       ? memory
		       : NULL;
}

static void result(struct core *core, uint32_t value, uint32_t error)
{
	core->r[0] = error ? UINT32_MAX : value;
	core->r[3] = error;
}

/* What comes in time's order goes out in it; a line's end is a good moment. */
static void trap_write(struct core *core, uint32_t channel, uint32_t address,
		       uint32_t bytes)
{
	FILE *to = channel == 1 ? stdout : stderr;
	uint32_t offset;
	struct memory *memory = range(core, address, bytes, &offset);

	if (channel != 1 && channel != 2) {
		result(core, 0, TARGET_EBADF);
		return;
	}
	if (!memory) {
		result(core, 0, TARGET_EFAULT);
		return;
	}
	fwrite(memory->bytes + offset, 1, bytes, to);
	if (memchr(memory->bytes + offset, '\n', bytes)) {
		fflush(to);
	}
	result(core, bytes, 0);
}

static void trap_read(struct core *core, uint32_t channel, uint32_t address,
		      uint32_t bytes)
{
	uint32_t offset, got = 0;
	struct memory *memory = range(core, address, bytes, &offset);

	if (channel) {
		result(core, 0, TARGET_EBADF);
		return;
	}
	if (!memory) {
		result(core, 0, TARGET_EFAULT);
		return;
	}
	/* A line at most, as from a terminal. */
	for (int c; got < bytes && (c = getchar()) != EOF;) {
		memory_write(memory, offset + got++, 0, (uint8_t)c);
		if (c == '\n') {
			break;
		}
	}
	result(core, got, 0);
}

/* The core has executed its last instruction; perhaps all have. */
static void core_ends(struct core *core)
{
	int status = 0;

	core_leave(core, CORE_ENDED);
	if (++chip.ended < chip.started) {
		return;
	}
	for (uint32_t i = 0; i < chip.count && !status; i++) {
		status = chip.cores[i].exit_status;
	}
	report_end(status);
}

static void trap_exit(struct core *core, uint32_t status)
{
	core->exit_status =
		(int)(status > STATUS_EXIT_MOST ? (uint32_t)STATUS_EXIT_MOST
						: status);
	core_ends(core);
}

void semihost_trap(struct core *core, unsigned number)
{
	const uint32_t *r = core->r;

	switch (number) {
	case TRAP_WRITE:
		trap_write(core, r[0], r[1], r[2]);
		break;
	case TRAP_READ:
		trap_read(core, r[0], r[1], r[2]);
		break;
	case TRAP_EXIT:
		trap_exit(core, r[0]);
		break;
	case TRAP_PASS:
		report_end(STATUS_PASS);
	case TRAP_FAIL:
		report_failure(core);
	case TRAP_CLOSE:
		result(core, 0, r[0] > 2 ? TARGET_EBADF : 0);
		break;
	case TRAP_OPEN:
	case TRAP_OTHER:
		result(core, 0, TARGET_ENOSYS);
		break;
	default:
		core_die(core, "trap %u: no such trap", number);
	}
}
