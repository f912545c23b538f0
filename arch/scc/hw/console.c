/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The chip has no console.  Each core keeps what it prints in its own DRAM, at
 * BOARD_CONSOLE, for the host to read: four words of head, then text, which
 * goes round when it is full.
 */
#include <board.h>

enum {
	MAGIC = 0x4c4f4357, /* "WCOL" */
	RUNNING = 0,        /* verdict: ended is 1 + enum arch_verdict */
};

static struct log {
	uint32_t magic;
	uint32_t verdict;
	uint32_t written; /* bytes, since the start */
	uint32_t room;
	char text[];
} volatile *const log = (volatile struct log *)BOARD_CONSOLE;

void hw_console_init(void)
{
	log->magic = MAGIC;
	log->verdict = RUNNING;
	log->written = 0;
	log->room = BOARD_CONSOLE_MAX - sizeof(*log);
}

void arch_console_write(const char *text, size_t n)
{
	uint32_t flags = cpu_irq_save();
	uint32_t at = log->written % log->room;

	for (size_t i = 0; i < n; i++) {
		log->text[at] = text[i];
		at = at + 1 < log->room ? at + 1 : 0;
	}
	log->written += n;
	cpu_irq_restore(flags);
}

/* The host sees it, and resets the cores. */
_Noreturn void arch_stop(enum arch_verdict verdict)
{
	log->verdict = 1 + (uint32_t)verdict;
	for (;;) {
		__asm__ volatile("cli; hlt");
	}
}
