/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of a server that arch/common/far/far_serve.h asks for: door.c and site.c
 * make them of calls of the contract.
 */
#ifndef ARCH_COMMON_FAR_CHIP_SITE_H
#define ARCH_COMMON_FAR_CHIP_SITE_H

#include "arch/arch.h"
#include "arch/common/far/chip/door.h"
#include "arch/nodes.h"

uint32_t site_first(void);
uint32_t site_near(void);
_Noreturn void site_refuse(const char *what, const struct far_record *record);
const void *site_ring(uint32_t rank, uint32_t at, uint32_t n);
uint32_t site_posted(uint32_t rank);
uint32_t site_taken(uint32_t rank);
void site_take(uint32_t rank, uint32_t taken);
void site_put(uint32_t rank, uint32_t offset, const uint8_t *from, uint32_t n);
void site_get(uint8_t *to, uint32_t rank, uint32_t offset, uint32_t n);
void site_flag(uint32_t rank, uint32_t offset, uint32_t value);
void site_raise(uint32_t rank);
uint32_t site_update(const struct far_record *record);
void site_watch(const struct far_record *record);
void site_forget(const struct far_record *record);
void site_met(void);
void site_answer(uint32_t rank, uint32_t at, const uint8_t *from, uint32_t n);
void site_answered(uint32_t rank, uint32_t value);
void site_news(uint32_t rank);
void site_say(uint32_t node, const struct far_record *record,
	      const void *bytes);

/* Streams are known by chips. */
static inline uint32_t site_node(uint32_t rank)
{
	return far_door_chip(arch_node(rank));
}

static inline uint32_t site_window_bytes(void)
{
	return arch_window_bytes(ARCH_WINDOW_MPB);
}

static inline void site_free(uint32_t rank)
{
	arch_tas_clear(rank);
}

static inline bool site_tas(uint32_t rank)
{
	return arch_tas(rank);
}

static inline void site_console(const void *text, uint32_t n)
{
	arch_console_write(text, n);
}

static inline bool site_add(uint32_t node, const struct far_record *record,
			    const void *bytes, bool must)
{
	return far_links_add(node, record, bytes, must);
}

/* The door needs no count of what it owes: it looks whenever something comes. */
static inline void site_owes(uint32_t n)
{
	(void)n;
}

#endif
