/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boards where any core's memory is at the core's number << 20, for all cores: the calls
 * are loads and stores, and need nothing of weft.
 */
#include "compat/elib/elib_own.h"

enum {
	LOCAL = 0x100000
};

void *elib_global(unsigned row, unsigned col, const void *mine)
{
	return (void *)((e_coreid_from_coords(row, col) << 20) +
			(uintptr_t)mine);
}

bool elib_is_global(const void *address)
{
	return (uintptr_t)address >= LOCAL;
}

e_bool_t e_is_on_core(const void *address)
{
	uintptr_t core = (uintptr_t)address >> 20;

	return core == 0 || core == e_get_coreid() ? E_TRUE : E_FALSE;
}

void *elib_no_memory(void)
{
	return NULL;
}

void elib_copy(void *to, const void *from, size_t n)
{
	volatile char *t = to;
	const volatile char *f = from;

	if ((((uintptr_t)t | (uintptr_t)f) & 3) == 0) {
		for (; n >= 4; n -= 4, t += 4, f += 4) {
			*(volatile uint32_t *)t = *(const volatile uint32_t *)f;
		}
	}
	for (; n > 0; n--) {
		*t++ = *f++;
	}
}

/* The instruction wants a global address, and 0 in its register means: it is yours. */
unsigned elib_test_set(volatile int *word, int value)
{
	uintptr_t zero = 0;

	__asm__ volatile("testset %0, [%1, %2]"
			 : "+r"(value)
			 : "r"(word), "r"(zero)
			 : "memory");
	return (unsigned)value;
}

/* Others write it; where there is weft its handlers interrupt this. */
void elib_await(volatile char *byte)
{
	while (!*byte) {
	}
}
