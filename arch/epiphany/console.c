/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Console and end of the run by the traps that newlib has for this chip: 0
 * writes, 4 has passed, 5 has failed.  A trap writes its bytes as one piece.
 *
 * A core stops at a trap until a host lets it go on, and not every host looks for
 * traps.  So all is also written to a ring in external memory, and the boot
 * record says whether that is enough.
 */
#include <board.h>

#include "arch/boot.h"

#include <string.h>

static ARCH_COLD struct epi_console *console(void)
{
	return (struct epi_console *)BOARD_CONSOLES + epi.rank;
}

void epi_console_init(void)
{
	volatile struct epi_console *c = console();

	c->written = 0;
	c->verdict = 0;
	c->layout = BOARD_LAYOUT;
}

static ARCH_COLD bool quiet(void)
{
	return arch_boot() && arch_boot()->port[BOARD_PORT_QUIET];
}

/* No handler of the library's writes between.  What counts them goes last. */
static ARCH_COLD void to_ring(const char *text, size_t n)
{
	struct epi_console *c = console();
	arch_irq_state state = arch_irq_save();
	uint32_t written = c->written;

	for (size_t part; n > 0; n -= part, text += part, written += part) {
		uint32_t at = written & (BOARD_RING - 1);

		part = n < BOARD_RING - at ? n : BOARD_RING - at;
		memcpy(c->ring + at, text, part);
	}
	*(volatile uint32_t *)&c->written = written;
	arch_irq_restore(state);
}

static ARCH_COLD void to_host(const char *text, size_t n)
{
	register uint32_t channel __asm__("r0") = 1;
	register const char *data __asm__("r1") = text;
	register size_t bytes __asm__("r2") = n;

	__asm__ volatile("trap 0"
			 : "+r"(channel), "+r"(data), "+r"(bytes)
			 :
			 : "r3", "memory");
}

void arch_console_write(const char *text, size_t n)
{
	to_ring(text, n);
	if (!quiet()) {
		to_host(text, n);
	}
}

/* Either trap ends all cores; the emulator shows them after a failure. */
_Noreturn void arch_stop(enum arch_verdict verdict)
{
	*(volatile uint32_t *)&console()->verdict = verdict + 1;
	if (quiet()) {
		epi_gid();
	} else if (verdict == ARCH_PASSED) {
		__asm__ volatile("trap 4" ::: "memory");
	} else {
		__asm__ volatile("trap 5" ::: "memory");
	}
	for (;;) {
		__asm__ volatile("idle");
	}
}
