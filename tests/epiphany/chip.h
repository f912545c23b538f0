/* SPDX-License-Identifier: Apache-2.0 */
/* What test programs need of the chip. */
#ifndef TESTS_EPIPHANY_CHIP_H
#define TESTS_EPIPHANY_CHIP_H

#include <stdbool.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

/* Special registers by name. */
#define GET(name)                                                              \
	({                                                                     \
		uint32_t value_;                                               \
		__asm__ volatile("movfs %0, " #name : "=r"(value_)::"memory"); \
		value_;                                                        \
	})
#define SET(name, value)                                                       \
	__asm__ volatile("movts " #name ", %0" ::"r"((uint32_t)(value))        \
			 : "memory")

/* Interrupts, and bits of STATUS. */
enum {
	I_SYNC,
	I_EXCEPTION,
	I_FAULT,
	I_TIMER0,
	I_TIMER1,
	I_MESSAGE,
	I_DMA0,
	I_DMA1,
	I_WAND,
	I_USER,
	GID = 2,
	WAND = 8,
};

/* What the loader leaves. */
struct block {
	uint32_t object, chip, group, group_row, group_column;
	uint32_t rows, columns, row, column, pad;
	uint32_t external_object, external;
	uint32_t flags, pad2, arguments;
};
extern volatile struct block block; /* link.ld */
#define BLOCK (&block)

/* Registers of other cores. */
enum {
	R_STATUS = 0xf0404,
	R_ILAT = 0xf0428,
	R_ILATST = 0xf042c,
	R_IMASK = 0xf0424,
	R_DEBUGSTATUS = 0xf040c,
	R_DEBUGCMD = 0xf0448,
};

/* My index in the chip, and an address of core `index`. */
INLINE uint32_t my_index(void)
{
	uint32_t index = BLOCK->column;

	for (uint32_t row = BLOCK->row; row; row--) {
		index += BLOCK->columns;
	}
	return index;
}

INLINE uint32_t at(uint32_t index, uint32_t address)
{
	uint32_t id = BLOCK->group;

	for (; index >= BLOCK->columns; index -= BLOCK->columns) {
		id += 64;
	}
	return (id + index) << 20 | address;
}

#define WORD(address)     (*(volatile uint32_t *)(address))
#define FAR(index, place) WORD(at((index), (uint32_t)(place)))

INLINE uint32_t count(void)
{
	uint32_t all = 0;

	for (uint32_t row = BLOCK->rows; row; row--) {
		all += BLOCK->columns;
	}
	return all;
}

INLINE void gid(void)
{
	__asm__ volatile("gid" ::: "memory");
}

INLINE void gie(void)
{
	__asm__ volatile("gie" ::: "memory");
}

/* Sleep so that no wake-up is lost; interrupts are off before and after. */
INLINE void sleep_once(void)
{
	__asm__ volatile(".balignw 8, 0x01a2\n\tgie\n\tidle\n\tgid" ::
				 : "memory");
}

/* If word == 0: word = value, 0; else its value. */
INLINE uint32_t testset(uint32_t address, uint32_t value)
{
	uint32_t zero = 0;

	__asm__ volatile("testset %0, [%1, %2]"
			 : "+r"(value)
			 : "r"(address), "r"(zero)
			 : "memory");
	return value;
}

#define PASS() __asm__ volatile("trap 4")
#define FAIL() __asm__ volatile("trap 5")

/* What fails is found by the line, which is left in r0. */
#define CHECK(condition)                                                       \
	do {                                                                   \
		if (!(condition)) {                                            \
			__asm__ volatile(                                      \
				"mov r0, %0\n\ttrap 5" ::"i"(__LINE__));       \
		}                                                              \
	} while (0)

#endif
