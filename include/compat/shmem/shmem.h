/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenSHMEM 1.5 on weft, so that programs written for it compile as they are.  Link with
 * libweft-shmem.a before libweft.a (docs/compat.md).
 *
 * A symmetric object is private memory of each PE: static and global variables, and
 * what shmem_malloc gives.  Other PEs reach it through its owner's agent, which an
 * interrupt calls whatever the owner computes (weft/am.h).  So puts and gets take a
 * message each way where weft_put and weft_get take none; collectives of all PEs are
 * weft's own.
 *
 * What differs:
 *  - shmem_ptr gives null for other PEs.  Threads: up to SHMEM_THREAD_SERIALIZED.
 *  - Puts and gets with _nbi are as those without.  Contexts share one quiet.
 *  - Collectives of a team or active set that is not all PEs synchronise through its
 *    first PE, and reductions go through it: in time in proportion to its size.
 *  - A PE has at most 30 teams of its own making at once.
 *  - SHMEM_SYMMETRIC_SIZE=n, with k, m or g, is the size of the heap; else it is 32 MB,
 *    or as much of that as leaves malloc the same.  shmem_align: up to an eighth of it.
 *  - A PE out of range or an address that is not symmetric is a panic that says so.
 *  - No sessions, no profiling names, no Fortran.
 *
 * The program must not call weft/am.h itself.  All calls: thread.
 */
#ifndef SHMEM_H
#define SHMEM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SHMEM_MAJOR_VERSION  1
#define SHMEM_MINOR_VERSION  5
#define SHMEM_MAX_NAME_LEN   64
#define SHMEM_VENDOR_STRING  "weft"
#define _SHMEM_MAJOR_VERSION SHMEM_MAJOR_VERSION
#define _SHMEM_MINOR_VERSION SHMEM_MINOR_VERSION
#define _SHMEM_MAX_NAME_LEN  SHMEM_MAX_NAME_LEN
#define _SHMEM_VENDOR_STRING SHMEM_VENDOR_STRING

#define SHMEM_THREAD_SINGLE     0
#define SHMEM_THREAD_FUNNELED   1
#define SHMEM_THREAD_SERIALIZED 2
#define SHMEM_THREAD_MULTIPLE   3

enum {
	SHMEM_CMP_EQ = 1,
	SHMEM_CMP_NE,
	SHMEM_CMP_GT,
	SHMEM_CMP_LE,
	SHMEM_CMP_LT,
	SHMEM_CMP_GE
};

enum {
	SHMEM_SIGNAL_SET = 1,
	SHMEM_SIGNAL_ADD
};

#define SHMEM_MALLOC_ATOMICS_REMOTE 1l
#define SHMEM_MALLOC_SIGNAL_REMOTE  2l

#define SHMEM_CTX_SERIALIZED 1l
#define SHMEM_CTX_PRIVATE    2l
#define SHMEM_CTX_NOSTORE    4l

typedef struct shmem_team *shmem_team_t;
typedef struct shmem_ctx *shmem_ctx_t;
extern char shmemi_team_world, shmemi_team_shared, shmemi_ctx_default;
#define SHMEM_TEAM_WORLD   ((shmem_team_t)(void *)&shmemi_team_world)
#define SHMEM_TEAM_SHARED  ((shmem_team_t)(void *)&shmemi_team_shared)
#define SHMEM_TEAM_INVALID ((shmem_team_t)NULL)
#define SHMEM_CTX_DEFAULT  ((shmem_ctx_t)(void *)&shmemi_ctx_default)
#define SHMEM_CTX_INVALID  ((shmem_ctx_t)NULL)

typedef struct {
	int num_contexts;
} shmem_team_config_t;
#define SHMEM_TEAM_NUM_CONTEXTS 1l

/* Start and end. */
void shmem_init(void);
int shmem_init_thread(int wanted, int *given);
void shmem_query_thread(int *given);
void shmem_query_initialized(int *is);
void shmem_finalize(void);
void shmem_global_exit(int status) __attribute__((__noreturn__));
int shmem_my_pe(void);
int shmem_n_pes(void);
int shmem_pe_accessible(int pe);
int shmem_addr_accessible(const void *at, int pe);
void *shmem_ptr(const void *at, int pe);
void shmem_info_get_version(int *major, int *minor);
void shmem_info_get_name(char *name);

/* The symmetric heap. */
void *shmem_malloc(size_t bytes);
void *shmem_malloc_with_hints(size_t bytes, long hints);
void *shmem_calloc(size_t n, size_t size);
void *shmem_align(size_t align, size_t bytes);
void *shmem_realloc(void *memory, size_t bytes);
void shmem_free(void *memory);

/* Order. */
void shmem_fence(void);
void shmem_quiet(void);
void shmem_ctx_fence(shmem_ctx_t ctx);
void shmem_ctx_quiet(shmem_ctx_t ctx);
void shmem_sync_all(void);
void shmem_barrier_all(void);

/* Contexts, and teams. */
int shmem_ctx_create(long options, shmem_ctx_t *ctx);
int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx);
void shmem_ctx_destroy(shmem_ctx_t ctx);
int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team);
int shmem_team_my_pe(shmem_team_t team);
int shmem_team_n_pes(shmem_team_t team);
int shmem_team_translate_pe(shmem_team_t from, int pe, shmem_team_t to);
int shmem_team_get_config(shmem_team_t team, long mask,
			  shmem_team_config_t *config);
int shmem_team_split_strided(shmem_team_t parent, int start, int stride,
			     int size, const shmem_team_config_t *config,
			     long mask, shmem_team_t *team);
int shmem_team_split_2d(shmem_team_t parent, int xrange,
			const shmem_team_config_t *xconfig, long xmask,
			shmem_team_t *xteam, const shmem_team_config_t *yconfig,
			long ymask, shmem_team_t *yteam);
void shmem_team_destroy(shmem_team_t team);
int shmem_team_sync(shmem_team_t team);
void *shmem_team_ptr(shmem_team_t team, const void *at, int pe);

/* Locks: first come, first served. */
void shmem_set_lock(long *lock);
int shmem_test_lock(long *lock); /* 0: taken; 1: another has it */
void shmem_clear_lock(long *lock);

/* Signals. */
uint64_t shmem_signal_fetch(const uint64_t *signal);
uint64_t shmem_signal_wait_until(uint64_t *signal, int cmp, uint64_t value);

static inline void shmem_pcontrol(int level, ...)
{
	(void)level;
}

#ifdef __cplusplus
}
#endif

#include "shmem_typed.h"
#include "shmem_wait.h"
#include "shmem_coll.h"
#include "shmem_old.h"
#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#include "shmem_c11.h"
#endif

#endif
