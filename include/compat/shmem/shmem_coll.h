/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives: of teams, and of the active sets of before 1.5. */
#ifndef SHMEM_COLL_H
#define SHMEM_COLL_H

#ifdef __cplusplus
extern "C" {
#endif

#define SHMEM_SYNC_VALUE              0l
#define SHMEM_SYNC_SIZE               4
#define SHMEM_BARRIER_SYNC_SIZE       4
#define SHMEM_BCAST_SYNC_SIZE         4
#define SHMEM_REDUCE_SYNC_SIZE        4
#define SHMEM_COLLECT_SYNC_SIZE       4
#define SHMEM_ALLTOALL_SYNC_SIZE      4
#define SHMEM_ALLTOALLS_SYNC_SIZE     4
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE 8

/* Only the headers use these.  Kinds of numbers: SHMEMI_KIND, and */
enum {
	SHMEMI_FLOAT = 0x204,
	SHMEMI_DOUBLE = 0x208,
	SHMEMI_LONGDOUBLE = 0x300,
	SHMEMI_COMPLEXF = 0x400,
	SHMEMI_COMPLEXD = 0x500
};
enum {
	SHMEMI_OP_AND,
	SHMEMI_OP_OR,
	SHMEMI_OP_XOR,
	SHMEMI_OP_MAX,
	SHMEMI_OP_MIN,
	SHMEMI_OP_SUM,
	SHMEMI_OP_PROD
};

int shmemi_broadcast(shmem_team_t team, void *to, const void *from,
		     size_t bytes, int root);
int shmemi_collect(shmem_team_t team, void *to, const void *from, size_t bytes,
		   int differ);
int shmemi_alltoalls(shmem_team_t team, void *to, const void *from,
		     ptrdiff_t to_stride, ptrdiff_t from_stride, size_t n,
		     size_t size);
int shmemi_reduce(shmem_team_t team, void *to, const void *from, size_t n,
		  int op, int kind);
void shmemi_to_all(void *to, const void *from, int n, int op, int kind,
		   int first, int log, int size, long *sync);
void shmemi_old_broadcast(void *to, const void *from, size_t bytes, int root,
			  int first, int log, int size, long *sync);
void shmemi_old_collect(void *to, const void *from, size_t bytes, int differ,
			int first, int log, int size, long *sync);
void shmemi_old_alltoalls(void *to, const void *from, ptrdiff_t to_stride,
			  ptrdiff_t from_stride, size_t n, size_t bytes,
			  int first, int log, int size, long *sync);

#define SHMEMI_COLLECTIVES(name, type, unit)                                   \
	static inline int shmem_##name##broadcast(shmem_team_t team, type *to, \
						  const type *from, size_t n,  \
						  int root)                    \
	{                                                                      \
		return shmemi_broadcast(team, to, from, n * (unit), root);     \
	}                                                                      \
	static inline int shmem_##name##collect(shmem_team_t team, type *to,   \
						const type *from, size_t n)    \
	{                                                                      \
		return shmemi_collect(team, to, from, n * (unit), 1);          \
	}                                                                      \
	static inline int shmem_##name##fcollect(shmem_team_t team, type *to,  \
						 const type *from, size_t n)   \
	{                                                                      \
		return shmemi_collect(team, to, from, n * (unit), 0);          \
	}                                                                      \
	static inline int shmem_##name##alltoall(shmem_team_t team, type *to,  \
						 const type *from, size_t n)   \
	{                                                                      \
		return shmemi_alltoalls(team, to, from, 1, 1, n, unit);        \
	}                                                                      \
	static inline int shmem_##name##alltoalls(                             \
		shmem_team_t team, type *to, const type *from,                 \
		ptrdiff_t to_stride, ptrdiff_t from_stride, size_t n)          \
	{                                                                      \
		return shmemi_alltoalls(team, to, from, to_stride,             \
					from_stride, n, unit);                 \
	}
#define SHMEMI_COLLECTIVES_OF(name, type)                                      \
	SHMEMI_COLLECTIVES(name##_, type, sizeof(type))
SHMEMI_ALL(SHMEMI_COLLECTIVES_OF)

/* The same with `mem` behind the name. */
static inline int shmem_broadcastmem(shmem_team_t team, void *to,
				     const void *from, size_t n, int root)
{
	return shmemi_broadcast(team, to, from, n, root);
}
static inline int shmem_collectmem(shmem_team_t team, void *to,
				   const void *from, size_t n)
{
	return shmemi_collect(team, to, from, n, 1);
}
static inline int shmem_fcollectmem(shmem_team_t team, void *to,
				    const void *from, size_t n)
{
	return shmemi_collect(team, to, from, n, 0);
}
static inline int shmem_alltoallmem(shmem_team_t team, void *to,
				    const void *from, size_t n)
{
	return shmemi_alltoalls(team, to, from, 1, 1, n, 1);
}
static inline int shmem_alltoallsmem(shmem_team_t team, void *to,
				     const void *from, ptrdiff_t to_stride,
				     ptrdiff_t from_stride, size_t n)
{
	return shmemi_alltoalls(team, to, from, to_stride, from_stride, n, 1);
}

/* Of active sets, by the size of elements. */
#define SHMEMI_OLD_COLLECTIVES(bits)                                           \
	static inline void shmem_broadcast##bits(                              \
		void *to, const void *from, size_t n, int root, int first,     \
		int log, int size, long *sync)                                 \
	{                                                                      \
		shmemi_old_broadcast(to, from, n *(bits / 8), root, first,     \
				     log, size, sync);                         \
	}                                                                      \
	static inline void shmem_collect##bits(void *to, const void *from,     \
					       size_t n, int first, int log,   \
					       int size, long *sync)           \
	{                                                                      \
		shmemi_old_collect(to, from, n *(bits / 8), 1, first, log,     \
				   size, sync);                                \
	}                                                                      \
	static inline void shmem_fcollect##bits(void *to, const void *from,    \
						size_t n, int first, int log,  \
						int size, long *sync)          \
	{                                                                      \
		shmemi_old_collect(to, from, n *(bits / 8), 0, first, log,     \
				   size, sync);                                \
	}                                                                      \
	static inline void shmem_alltoall##bits(void *to, const void *from,    \
						size_t n, int first, int log,  \
						int size, long *sync)          \
	{                                                                      \
		shmemi_old_alltoalls(to, from, 1, 1, n, bits / 8, first, log,  \
				     size, sync);                              \
	}                                                                      \
	static inline void shmem_alltoalls##bits(                              \
		void *to, const void *from, ptrdiff_t to_stride,               \
		ptrdiff_t from_stride, size_t n, int first, int log, int size, \
		long *sync)                                                    \
	{                                                                      \
		shmemi_old_alltoalls(to, from, to_stride, from_stride, n,      \
				     bits / 8, first, log, size, sync);        \
	}
SHMEMI_OLD_COLLECTIVES(32)
SHMEMI_OLD_COLLECTIVES(64)

void shmem_barrier(int first, int log, int size, long *sync);
void shmem_sync(int first, int log, int size, long *sync);

/* shmem_int_sum_reduce, of a team, and shmem_int_sum_to_all, of an active set. */
#define SHMEMI_REDUCE(name, type, kind, op, code)                              \
	static inline int shmem_##name##_##op##_reduce(                        \
		shmem_team_t team, type *to, const type *from, size_t n)       \
	{                                                                      \
		return shmemi_reduce(team, to, from, n, code, kind);           \
	}                                                                      \
	static inline void shmem_##name##_##op##_to_all(                       \
		type *to, const type *from, int n, int first, int log,         \
		int size, type *work, long *sync)                              \
	{                                                                      \
		(void)work;                                                    \
		shmemi_to_all(to, from, n, code, kind, first, log, size,       \
			      sync);                                           \
	}
#define SHMEMI_SUM(name, type, kind)                                           \
	SHMEMI_REDUCE(name, type, kind, sum, SHMEMI_OP_SUM)                    \
	SHMEMI_REDUCE(name, type, kind, prod, SHMEMI_OP_PROD)
#define SHMEMI_ORDER(name, type, kind)                                         \
	SHMEMI_SUM(name, type, kind)                                           \
	SHMEMI_REDUCE(name, type, kind, max, SHMEMI_OP_MAX)                    \
	SHMEMI_REDUCE(name, type, kind, min, SHMEMI_OP_MIN)
#define SHMEMI_REDUCES(name, type)                                             \
	SHMEMI_ORDER(name, type, SHMEMI_KIND(type))                            \
	SHMEMI_REDUCE(name, type, SHMEMI_KIND(type), and, SHMEMI_OP_AND)       \
	SHMEMI_REDUCE(name, type, SHMEMI_KIND(type), or, SHMEMI_OP_OR)         \
	SHMEMI_REDUCE(name, type, SHMEMI_KIND(type), xor, SHMEMI_OP_XOR)

SHMEMI_INTEGERS(SHMEMI_REDUCES)
SHMEMI_SMALL(SHMEMI_REDUCES)
SHMEMI_ORDER(float, float, SHMEMI_FLOAT)
SHMEMI_ORDER(double, double, SHMEMI_DOUBLE)
SHMEMI_ORDER(longdouble, long double, SHMEMI_LONGDOUBLE)
SHMEMI_SUM(complexf, float _Complex, SHMEMI_COMPLEXF)
SHMEMI_SUM(complexd, double _Complex, SHMEMI_COMPLEXD)

#ifdef __cplusplus
}
#endif
#endif
