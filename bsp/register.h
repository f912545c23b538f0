/* SPDX-License-Identifier: Apache-2.0 */
/* What is registered; state.h includes this. */
#ifndef BSP_REGISTER_H
#define BSP_REGISTER_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/small.h"
#include "bsp/chain.h"

#include <bsp.h>

struct record;

enum {
	NO_ENTRY = -1
};

extern struct registered {
	struct entry {
		const char *base;
		uint32_t bytes;
		bool popped;
	} * entry;
	uint32_t count;
	uint32_t row;       /* entries, one of each process of a core */
	uint32_t local;     /* the process that calls */
	const void *sought; /* last, and the entry that it names */
	int32_t found;
} registered;

/* The entry that an address names now, or NO_ENTRY. */
int32_t register_search(const void *ident);

static inline int32_t register_find(const void *ident)
{
	return ident == registered.sought ? registered.found
					  : register_search(ident);
}

/*
 * Another process of this core calls, which notes what it registers and pops (POP) in
 * a list of its own.  When all have come to the superstep's end, their lists become
 * one, row by row; panics if they are not alike.
 */
struct change {
	const char *ident;
	int32_t bytes;
	uint32_t local;
	struct bsp_caller caller;
};

enum {
	POP = -1,
	REGISTER_ROW_MOST = 64, /* processes of a core */
};

void register_caller(uint32_t local, struct chain *own);
ARCH_COLD void register_join(struct chain *const *lists, uint32_t processes);

/* Refuses a record that is about no memory of mine. */
ARCH_COLD _Noreturn void register_refuse(uint32_t from,
					 const struct record *record);

/* The memory that a record of that process is about. */
char *register_memory(uint32_t from, const struct record *record);

/*
 * bsp_sync begins: does what was asked for, so that it counts for later calls; a hash of
 * that, equal on all processes, or 0 if there was nothing.  It ends: what was popped is forgotten.
 */
uint32_t register_change(void);
bool register_waits(void); /* there is something for it to do */
void register_settle(void);
ARCH_COLD void register_free(void);

#endif
