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

#include <shmem.h>

/* A place that all PEs have, as messages name it; panics if it is none. */
uint32_t agent_place(const void *at, const char *who);
/* What a place is here. */
void *agent_pointer(uint32_t place);

void agent_begin(void);
/* The symmetric heap, for agent_place. */
void agent_heap(char *base, size_t bytes);

/* `pe` is one of the world, and not this one. */
void agent_put(uint32_t place, const void *data, size_t bytes, uint32_t pe);
void agent_get(void *to, uint32_t place, size_t bytes, uint32_t pe);
/* `what` is an operation and a size; without SHMEMI_FETCH it waits for nothing. */
uint64_t agent_atomic(uint32_t place, int what, uint64_t value, uint64_t cond,
		      uint32_t pe);
/* All that I have sent has been done. */
void agent_quiet(void);

/* Counts what others have changed here; waits until it is no more what was seen. */
uint32_t agent_seen(void);
void agent_wait(uint32_t seen);
/* Lets others run for so long, which may be 0, or until they change something here. */
void agent_relax(uint32_t us);

/* One operation on memory of this PE, which no handler comes into; returns what was. */
uint64_t agent_change(void *at, int what, uint64_t value, uint64_t cond);

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

_Noreturn void own_panic(const char *who, const char *why);

#endif
