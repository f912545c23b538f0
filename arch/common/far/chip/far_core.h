/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a core that arch/common/far/far.h asks for: channel.c. */
#ifndef ARCH_COMMON_FAR_CHIP_CORE_H
#define ARCH_COMMON_FAR_CHIP_CORE_H

#include "arch/arch.h"
#include "arch/common/far/far.h"

/*
 * The port's; with ARCH_LINK_ROLL it can make this core's run one of some chips only, which
 * have a bit each in FAR_CHIP_WORDS words.
 */
uint32_t far_first(uint32_t node);
void far_leave(const uint32_t *chips);

static inline bool far_has(const uint32_t *chips, uint32_t chip)
{
	return chips[chip >> 5] >> (chip & 31) & 1;
}

void far_post(uint32_t bytes);
uint32_t far_posted(void);
uint32_t far_taken(void);
void far_await_taken(uint32_t seen);
void far_lay(uint32_t at, const volatile uint8_t *from, uint32_t n,
	     uint32_t align);
void far_lay_window(uint32_t at, struct arch_addr from, uint32_t n);
void far_lay_answer(uint32_t at, uint32_t n, uint32_t align);
void far_bell(void);
uint32_t far_answers(void);
void far_await_answers(uint32_t seen, uint32_t looks);
uint32_t far_value(void);
void far_answer_get(void *to, uint32_t n);
void far_answer_put(struct arch_addr to, uint32_t n);
uint32_t far_news(void);
void far_await_news(uint32_t seen, uint64_t deadline);

/* Of the door. */
bool far_serves(void);
uint8_t *far_hand(const struct far_record *record);
uint32_t far_hand_most(uint32_t rank);
void far_await_turn(uint32_t seen);
void far_hand_window(uint8_t *to, struct arch_addr from, uint32_t n);

#endif
