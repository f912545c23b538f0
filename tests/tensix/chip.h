/* SPDX-License-Identifier: Apache-2.0 */
/* What test programs of the emulator share: registers, requests, words to the host. */
#ifndef TESTS_TENSIX_CHIP_H
#define TESTS_TENSIX_CHIP_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/tensix/host.h"

#define WORMHOLE (CHIP == TENSIX_WORMHOLE)

#define WORD(address) (*(volatile uint32_t *)(uintptr_t)(address))

/* Where NIU n has what; initiators. */
#define NIU(n)    (0xffb20000u + 0x10000u * (n))
#define SET(n, i) (NIU(n) + (WORMHOLE ? 0x400u : 0x800u) * (i))
#define COMMAND   (WORMHOLE ? 0x28 : 0x40)
#define DATA      (WORMHOLE ? 0x24 : 0x28)

#define ATOMIC_RESPONSES   0x200
#define WRITE_ACKS         0x204
#define READ_RESPONSES     0x208
#define POSTED_ATOMICS     0x21c
#define WRITES_SENT        0x228
#define POSTED_WRITES_SENT 0x22c
#define OUTSTANDING(tag)   (0x240 + 4 * (tag))
#define UNREAD(tag)        (0x280 + 4 * (tag))

#define READ         0x2090u
#define ATOMIC       0x2091u
#define WRITE        0x2092u
#define POSTED       0x2082u
#define INLINE       0x209au
#define MULTICAST    0x281b2u
#define WITHOUT_SELF 0x081b2u
#define LINKED       0x40u
#define OTHER_VC     0x6000u /* in place of 0x2000 */
#define INCREMENT    0x107cu

#define SOFT_RESET 0xffb121b0
#define CLOCK_LOW  0xffb121f0
#define CLOCK_HIGH 0xffb121f8
#define PIC        0xffb13000
#define SW_INT(i)  (0xffb13018 + 4 * (i))
#define SW_PC(i)   (0xffb130a8 + 4 * (i))
#define STREAM(s)  (0xffb40000 + 0x1000 * (s) + (WORMHOLE ? 0x0c : 0x10))

enum {
	PASS = 0,
	GO_ON = -1, /* another tile gives the verdict */
};

/* Fails the run; the line is in a0, which the report of cores does not show. */
#define CHECK(x)                                                               \
	do {                                                                   \
		if (!(x)) {                                                    \
			say("line ", __LINE__);                                \
			return 1;                                              \
		}                                                              \
	} while (0)

extern volatile struct tensix_host host;

/* The value is used, so all before it in program order has come about. */
static inline void use(uint32_t value)
{
	__asm__ volatile("addi zero, %0, 0" ::"r"(value) : "memory");
}

/* Of Wormhole's cores it does nothing, and the vendor's simulator refuses it. */
static inline void fence(void)
{
#if WORMHOLE
	__asm__ volatile("" ::: "memory");
#else
	__asm__ volatile("fence" ::: "memory");
#endif
}

/* This word, and all stores before it, have landed. */
static inline void landed(volatile uint32_t *word)
{
	fence();
	use(*word);
}

static inline void put_text(const char *text)
{
	for (; *text; text++) {
		uint32_t at = host.written;

		((volatile uint8_t *)(uintptr_t)host.ring)[at & 1023] =
			(uint8_t)*text;
		host.written = at + 1;
		use(host.written);
	}
}

/* "text" and a decimal number. */
static inline void say(const char *text, uint32_t n)
{
	char digits[12];
	int i = 11;

	digits[i] = 0;
	do {
		digits[--i] = (char)('0' + n % 10);
		n /= 10;
	} while (n);
	put_text(text);
	put_text(digits + i);
	put_text("\n");
	for (unsigned wait = 0; host.taken != host.written && wait < 5000;
	     wait++) {
		fence();
	}
}

static inline uint32_t clock(void)
{
	return WORD(CLOCK_LOW);
}

/* Tiles by index, row by row; the place is x + (y << 6). */
static inline uint32_t place_of(uint32_t index)
{
	uint32_t columns = WORMHOLE ? 8 : 14;
	uint32_t x = index % columns, y = index / columns;

	if (WORMHOLE) {
		return (18 + x) | (18 + y) << 6;
	}
	return (x < 7 ? 1 + x : 3 + x) | (2 + y) << 6;
}

static inline uint32_t my_place(void)
{
	return WORD(NIU(0) + (WORMHOLE ? 0x138 : 0x148));
}

static inline uint32_t my_index(void)
{
	uint32_t i = 0;

	while (place_of(i) != my_place()) {
		i++;
	}
	return i;
}

static inline void set_end(uint32_t at, uint32_t address, uint32_t place)
{
	WORD(at) = address;
	if (WORMHOLE) {
		WORD(at + 4) = place << 4;
	} else {
		WORD(at + 4) = 0;
		WORD(at + 8) = place;
	}
}

struct request {
	uint32_t niu, initiator, ctrl, tag, length, data;
	uint32_t targ, targ_place, ret, ret_place;
};

static inline void go(const struct request *r)
{
	uint32_t at = SET(r->niu, r->initiator);

	set_end(at, r->targ, r->targ_place);
	set_end(at + 0x0c, r->ret, r->ret_place);
	WORD(at + 0x18) = r->tag << 10;
	WORD(at + 0x1c) = r->ctrl;
	WORD(at + 0x20) = r->length;
	WORD(at + DATA) = r->data;
	WORD(at + COMMAND) = 1;
	while (WORD(at + COMMAND)) {
	}
}

static inline uint32_t counter(uint32_t offset)
{
	return WORD(NIU(0) + offset);
}

static inline void idle(uint32_t tag)
{
	while (counter(OUTSTANDING(tag)) || counter(UNREAD(tag))) {
	}
	fence();
}

/* From my L1 to a tile's; not waited for. */
static inline void start_write(uint32_t ctrl, volatile const void *from,
			       uint32_t place, volatile void *to,
			       uint32_t bytes)
{
	go(&(struct request){.ctrl = ctrl,
			     .length = bytes,
			     .targ = (uint32_t)(uintptr_t)from,
			     .targ_place = my_place(),
			     .ret = (uint32_t)(uintptr_t)to,
			     .ret_place = place});
}

static inline void write(volatile const void *from, uint32_t place,
			 volatile void *to, uint32_t bytes)
{
	start_write(WRITE, from, place, to, bytes);
	idle(0);
}

static inline void start_read(uint32_t ctrl, uint32_t place,
			      volatile const void *from, volatile void *to,
			      uint32_t bytes)
{
	go(&(struct request){.initiator = 1,
			     .ctrl = ctrl,
			     .length = bytes,
			     .targ = (uint32_t)(uintptr_t)from,
			     .targ_place = place,
			     .ret = (uint32_t)(uintptr_t)to,
			     .ret_place = my_place()});
}

static inline void read(uint32_t place, volatile const void *from,
			volatile void *to, uint32_t bytes)
{
	start_read(READ, place, from, to, bytes);
	idle(0);
}

static inline void start_atomic(uint32_t ctrl, uint32_t place,
				volatile void *word, uint32_t addend,
				volatile uint32_t *old)
{
	uint32_t address = (uint32_t)(uintptr_t)word;

	go(&(struct request){.initiator = 3,
			     .ctrl = ctrl,
			     .length = INCREMENT | (address >> 2 & 3),
			     .data = addend,
			     .targ = address,
			     .targ_place = place,
			     .ret = (uint32_t)(uintptr_t)old,
			     .ret_place = my_place()});
}

/* To a register, or on Wormhole to a word of L1. */
static inline void start_inline(uint32_t place, uint32_t address,
				uint32_t value)
{
	go(&(struct request){.initiator = 2,
			     .ctrl = INLINE,
			     .length = 15u << (address & 15),
			     .data = value,
			     .targ = address,
			     .targ_place = place,
			     .ret = 0,
			     .ret_place = my_place()});
}

/* Until the word, which others write, is at least that. */
static inline void await(volatile uint32_t *word, uint32_t value)
{
	while ((int32_t)(*word - value) < 0) {
		fence();
	}
	fence();
}

#endif
