/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of OpenSHMEM share: the agent, and sets of PEs.
 *
 * A symmetric object is private memory of each PE, at the same place of its image or of
 * its symmetric heap.  No other core can reach it, so every PE has an agent: handlers
 * of Active Messages (weft/am.h), which interrupt it whatever it computes, and read
 * and write its memory for others.  Messages of one PE to another are handled in their
 * order, so puts, signals and atomics are ordered as by a fence without one.
 */
#ifndef COMPAT_SHMEM_OWN_H
#define COMPAT_SHMEM_OWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <shmem.h>

#include <weft/types.h>

_Noreturn void own_panic(const char *who, const char *why);

static inline void own_check(int error, const char *who)
{
	if (error) {
		own_panic(who, weft_strerror(error));
	}
}

/* Who this PE is, and where its symmetric objects lie; all 0 before shmem_init. */
extern struct own {
	uint32_t me, size;
	uint32_t agents; /* PEs that are reached by these: all, or none */
	uintptr_t heap, heap_bytes; /* the symmetric heap */
	uintptr_t image, image_bytes; /* if the image says its ends */
	uintptr_t variables; /* the place of a variable counts from here */
	/* It has sent what nothing has said the end of: to any, to each. */
	bool unsure, *unsure_of;
	struct near *near; /* of each PE, where they are in reach: near.h */
	uint32_t asleep;   /* 1: who changes something here sends word of it */
} own;

#define OWN_IN_HEAP (UINT32_C(1) << 31)

/* A place that all PEs have, as messages name it; panics if it is none. */
uint32_t agent_any_place(const void *at, const char *who);

static inline uint32_t agent_place(const void *at, const char *who)
{
	uintptr_t in_image = (uintptr_t)at - own.image;
	uintptr_t in_heap = (uintptr_t)at - own.heap;

	return in_image < own.image_bytes
		       ? (uint32_t)((uintptr_t)at - own.variables)
	       : in_heap < own.heap_bytes ? OWN_IN_HEAP | (uint32_t)in_heap
					  : agent_any_place(at, who);
}

/* What a place is here. */
static inline void *agent_pointer(uint32_t place)
{
	return (void *)(place & OWN_IN_HEAP ? own.heap + (place & ~OWN_IN_HEAP)
					    : own.variables + place);
}

/* Two words, which some processors move at once. */
typedef uint64_t own_pair __attribute__((aligned(4), may_alias));

/* Whole words without a call; most data of a message are.  A message has no more. */
static inline void own_copy(void *to, const void *from, uint32_t bytes)
{
	own_pair *t = to;
	const own_pair *f = from;
	uint32_t last = bytes - 4;

	if (((uintptr_t)to | (uintptr_t)from | bytes) & 3) {
		memcpy(to, from, bytes);
		return;
	}
	if (bytes >= 8) {
		t[0] = f[0];
		if (bytes >= 16) {
			t[1] = f[1];
			if (bytes >= 24) {
				t[2] = f[2];
			}
		}
	}
	if (bytes & 4) {
		*(uint32_t *)((char *)to + last) =
			*(const uint32_t *)((const char *)from + last);
	}
}

void agent_begin(void);
/* Looks which PEs are in reach; all PEs call it, after the symmetric heap is made. */
void near_begin(void);
/* The symmetric heap, for agent_place. */
void agent_heap(char *base, size_t bytes);

/* `pe` is one of the world, and not this one.  A short put is agent.h's. */
void agent_put(uint32_t place, const void *data, size_t bytes, uint32_t pe);
void agent_get(void *to, uint32_t place, size_t bytes, uint32_t pe);
/* `what` is an operation and a size; without SHMEMI_FETCH it waits for nothing. */
uint64_t agent_atomic(uint32_t place, int what, uint64_t value, uint64_t cond,
		      uint32_t pe);
/* All that I have sent has been done. */
void agent_ask_all(void);

static inline void agent_quiet(void)
{
	if (own.unsure) {
		agent_ask_all();
	}
}

/*
 * Counts what others have changed here by messages.  After a look in vain, with that
 * count as it was before the look: waits until it is another one, or just for a while.
 * `turn` is how many looks there have been; after the last look comes agent_waited().
 */
extern volatile uint32_t agent_changes;
static inline uint32_t agent_seen(void)
{
	return agent_changes;
}
void agent_wait(uint32_t seen, uint32_t turn);
void agent_waited(void);
/* Lets others run for so long, which may be 0, or until they change something here. */
void agent_relax(uint32_t us);

/* One operation on memory of this PE, which no handler comes into; returns what was. */
uint64_t agent_change(void *at, int what, uint64_t value, uint64_t cond);
/* What an operation makes of a value. */
uint64_t change_of(int what, uint64_t was, uint64_t value, uint64_t cond);

/*
 * PEs that do something together: those of a team, or of the old active sets.  `sync` are
 * two symmetric words, 0 before and after.
 */
struct set {
	int first, stride, size;
	int me; /* my place, or -1 */
	long *sync;
};

static inline int set_pe(const struct set *set, int place)
{
	return set->first + place * set->stride;
}

static inline bool set_is_all(const struct set *set)
{
	return set->first == 0 && set->stride == 1 &&
	       set->size == shmem_n_pes();
}

/* The set of a team; of first, 2^log stride and size. */
struct set set_of_team(shmem_team_t team);
struct set set_active(int first, int log, int size, long *sync);

void set_sync(const struct set *set);
/* The same, when all that I have sent has been done. */
void set_finish(const struct set *set);
/* Puts to all PEs of it, or all but the one in that place. */
void set_put(const struct set *set, void *to, const void *from, size_t bytes,
	     int but);

/* Collectives over a set, behind those of teams and of active sets. */
void set_bcast(const struct set *set, void *to, const void *from, size_t bytes,
	       int root, bool at_root);
/* `bytes` of each PE, which differ if `differ`, one behind the other. */
void set_collect(const struct set *set, void *to, const void *from,
		 size_t bytes, bool differ);
void set_alltoall(const struct set *set, void *to, const void *from,
		  ptrdiff_t to_stride, ptrdiff_t from_stride, size_t n,
		  size_t size);
void set_reduce(const struct set *set, void *to, const void *from, size_t n,
		int op, int kind);

#endif
