/* SPDX-License-Identifier: Apache-2.0 */
/* Names that OpenSHMEM has given up, and programs still have. */
#ifndef SHMEM_OLD_H
#define SHMEM_OLD_H

#ifdef __cplusplus
extern "C" {
#endif

#define _SHMEM_CMP_EQ                  SHMEM_CMP_EQ
#define _SHMEM_CMP_NE                  SHMEM_CMP_NE
#define _SHMEM_CMP_GT                  SHMEM_CMP_GT
#define _SHMEM_CMP_LE                  SHMEM_CMP_LE
#define _SHMEM_CMP_LT                  SHMEM_CMP_LT
#define _SHMEM_CMP_GE                  SHMEM_CMP_GE
#define _SHMEM_SYNC_VALUE              SHMEM_SYNC_VALUE
#define _SHMEM_BARRIER_SYNC_SIZE       SHMEM_BARRIER_SYNC_SIZE
#define _SHMEM_BCAST_SYNC_SIZE         SHMEM_BCAST_SYNC_SIZE
#define _SHMEM_REDUCE_SYNC_SIZE        SHMEM_REDUCE_SYNC_SIZE
#define _SHMEM_COLLECT_SYNC_SIZE       SHMEM_COLLECT_SYNC_SIZE
#define _SHMEM_ALLTOALL_SYNC_SIZE      SHMEM_ALLTOALL_SYNC_SIZE
#define _SHMEM_ALLTOALLS_SYNC_SIZE     SHMEM_ALLTOALLS_SYNC_SIZE
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE SHMEM_REDUCE_MIN_WRKDATA_SIZE

static inline void start_pes(int n)
{
	(void)n;
	shmem_init();
}
static inline int _my_pe(void)
{
	return shmem_my_pe();
}
static inline int _num_pes(void)
{
	return shmem_n_pes();
}
static inline int my_pe(void)
{
	return shmem_my_pe();
}
static inline int num_pes(void)
{
	return shmem_n_pes();
}
static inline void *shmalloc(size_t bytes)
{
	return shmem_malloc(bytes);
}
static inline void shfree(void *memory)
{
	shmem_free(memory);
}
static inline void *shrealloc(void *memory, size_t bytes)
{
	return shmem_realloc(memory, bytes);
}
static inline void *shmemalign(size_t align, size_t bytes)
{
	return shmem_align(align, bytes);
}

/* There are no caches between PEs' memory. */
static inline void shmem_clear_cache_inv(void)
{
}
static inline void shmem_set_cache_inv(void)
{
}
static inline void shmem_clear_cache_line_inv(void *at)
{
	(void)at;
}
static inline void shmem_set_cache_line_inv(void *at)
{
	(void)at;
}
static inline void shmem_udcflush(void)
{
}
static inline void shmem_udcflush_line(void *at)
{
	(void)at;
}

#define SHMEMI_OLD_FLOATS(name, type)                                          \
	static inline type shmem_##name##_swap(type *at, type v, int pe)       \
	{                                                                      \
		return shmem_##name##_atomic_swap(at, v, pe);                  \
	}                                                                      \
	static inline type shmem_##name##_fetch(const type *at, int pe)        \
	{                                                                      \
		return shmem_##name##_atomic_fetch(at, pe);                    \
	}                                                                      \
	static inline void shmem_##name##_set(type *at, type v, int pe)        \
	{                                                                      \
		shmem_##name##_atomic_set(at, v, pe);                          \
	}
#define SHMEMI_OLD_ATOMICS(name, type)                                         \
	SHMEMI_OLD_FLOATS(name, type)                                          \
	static inline type shmem_##name##_cswap(type *at, type cond, type v,   \
						int pe)                        \
	{                                                                      \
		return shmem_##name##_atomic_compare_swap(at, cond, v, pe);    \
	}                                                                      \
	static inline type shmem_##name##_fadd(type *at, type v, int pe)       \
	{                                                                      \
		return shmem_##name##_atomic_fetch_add(at, v, pe);             \
	}                                                                      \
	static inline type shmem_##name##_finc(type *at, int pe)               \
	{                                                                      \
		return shmem_##name##_atomic_fetch_inc(at, pe);                \
	}                                                                      \
	static inline void shmem_##name##_add(type *at, type v, int pe)        \
	{                                                                      \
		shmem_##name##_atomic_add(at, v, pe);                          \
	}                                                                      \
	static inline void shmem_##name##_inc(type *at, int pe)                \
	{                                                                      \
		shmem_##name##_atomic_inc(at, pe);                             \
	}

SHMEMI_OLD_FLOATS(float, float)
SHMEMI_OLD_FLOATS(double, double)
SHMEMI_OLD_ATOMICS(int, int)
SHMEMI_OLD_ATOMICS(long, long)
SHMEMI_OLD_ATOMICS(longlong, long long)

#define SHMEMI_OLD_WAIT(name, type)                                            \
	static inline void shmem_##name##_wait(volatile type *at, type value)  \
	{                                                                      \
		shmem_##name##_wait_until(at, SHMEM_CMP_NE, value);            \
	}
SHMEMI_OLD_WAIT(short, short)
SHMEMI_OLD_WAIT(int, int)
SHMEMI_OLD_WAIT(long, long)
SHMEMI_OLD_WAIT(longlong, long long)

static inline void shmem_wait(volatile long *at, long value)
{
	shmem_long_wait(at, value);
}
#if !defined(__STDC_VERSION__) || __STDC_VERSION__ < 201112L
static inline void shmem_wait_until(volatile long *at, int cmp, long value)
{
	shmem_long_wait_until(at, cmp, value);
}
#endif

#ifdef __cplusplus
}
#endif
#endif
