/* SPDX-License-Identifier: Apache-2.0 */
/* What the loader is told (host.h): the console, and the end. */
#include <board.h>

#include <string.h>

enum {
	CONSOLE_US = 1000000, /* what a ring waits for its reader */
};

char tensix_ring[BOARD_RING_BYTES] BOARD_LARGE;

/* Bytes that the ring has room for, until the loader has had time to take some. */
static ARCH_COLD uint32_t room(uint32_t written)
{
	uint64_t deadline = arch_cycles() + arch_cycles_in_us(CONSOLE_US);
	uint32_t left;

	do {
		tensix_refresh();
		left = BOARD_RING_BYTES -
		       (written - *(volatile uint32_t *)&tensix_host.taken);
	} while ((int32_t)left <= 0 && arch_cycles() < deadline);
	return (int32_t)left > 0 ? left : BOARD_RING_BYTES;
}

static ARCH_COLD void tell(volatile uint32_t *word, uint32_t value)
{
	tensix_drain();
	*word = value;
	tensix_landed(word);
}

/* What is longer than the ring is told of in parts. */
void arch_console_write(const char *text, size_t n)
{
	uint32_t state = tensix_close();
	uint32_t written = tensix_host.written, left = 0;

	for (uint32_t part; n > 0; n -= part, text += part, left -= part) {
		uint32_t at = written & (BOARD_RING_BYTES - 1);

		if (left == 0) {
			tell(&tensix_host.written, written);
			left = room(written);
		}
		part = n < left ? n : left;
		part = part < BOARD_RING_BYTES - at ? part
						    : BOARD_RING_BYTES - at;
		memcpy(tensix_ring + at, text, part);
		written += part;
	}
	tell(&tensix_host.written, written);
	tensix_open(state);
}

_Noreturn void arch_stop(enum arch_verdict verdict)
{
	tell(&tensix_host.verdict, verdict + 1);
	for (;;) {
	}
}
