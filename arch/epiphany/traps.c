/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Exceptions, told to weft_fault.  The two generations number their causes
 * differently; the numbers do not overlap.
 */
#include <board.h>

enum {
	CAUSE_SHIFT = 16,
	CAUSE = 15,
};

static ARCH_COLD const char *name_of(uint32_t cause)
{
	switch (cause) {
	case 1:
	case 14:
		return "software interrupt";
	case 2:
	case 13:
		return "unaligned access";
	case 3:
	case 7:
		return "floating-point exception";
	case 4:
	case 15:
		return "unimplemented instruction";
	case 5:
	case 12:
		return "illegal instruction";
	default:
		return "unexpected exception";
	}
}

static ARCH_COLD char *put(char *at, const char *name, uint32_t value)
{
	while (*name) {
		*at++ = *name++;
	}
	for (int shift = 28; shift >= 0; shift -= 4) {
		uint32_t digit = value >> shift & 15;

		*at++ = (char)(digit < 10 ? '0' + digit : 'a' + digit - 10);
	}
	return at;
}

/* `pc` is where the core would have gone on. */
ARCH_COLD _Noreturn void epi_exception_entry(uint32_t pc, uint32_t status,
					     uint32_t sp, uint32_t lr)
{
	char regs[64];
	char *at = put(regs, "sp=", sp);
	struct arch_fault fault = {
		.cause = name_of(status >> CAUSE_SHIFT & CAUSE),
		.pc = pc,
		.regs = regs,
	};

	at = put(at, " lr=", lr);
	at = put(at, " status=", status);
	*at = '\0';
	weft_fault(&fault);
}
