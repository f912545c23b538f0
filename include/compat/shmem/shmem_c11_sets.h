/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of C11 that find their type themselves: waits and collectives. */
#ifndef SHMEM_C11_SETS_H
#define SHMEM_C11_SETS_H

#define SHMEMI_KIND_OF(at) SHMEMI_KIND(__typeof__(*(at)))
/* A value, as the variable's type has it, with or without its sign. */
#define SHMEMI_NUMBER(at, v) ((uint64_t)(__typeof__(*(at)))(v))

#define SHMEMI_C11_WAIT(at, cmp, v)                                            \
	shmemi_wait_until(at, SHMEMI_KIND_OF(at), cmp, SHMEMI_NUMBER(at, v))
#define shmem_wait_until(...) SHMEMI_C11_WAIT(__VA_ARGS__)
#define shmem_test(at, cmp, v)                                                 \
	shmemi_test(at, SHMEMI_KIND_OF(at), cmp, SHMEMI_NUMBER(at, v))

#define SHMEMI_C11_MANY(at, n, indices, status, cmp, values, how)              \
	shmemi_wait_many((struct shmemi_many){at, n, status, values},          \
			 SHMEMI_KIND_OF(at), cmp, how, indices)
/* One value for all lies in a variable of the same type. */
#define SHMEMI_C11_ONE(at, n, indices, status, cmp, v, how)                    \
	__extension__({                                                        \
		__typeof__(*(at)) shmemi_v = (v);                              \
		SHMEMI_C11_MANY(at, n, indices, status, cmp,                   \
				(const void *)(uintptr_t)&shmemi_v, how);      \
	})

#define shmem_wait_until_all(at, n, status, cmp, v)                            \
	((void)SHMEMI_C11_ONE(at, n, NULL, status, cmp, v, SHMEMI_ALL_OF))
#define shmem_wait_until_any(at, n, status, cmp, v)                            \
	SHMEMI_C11_ONE(at, n, NULL, status, cmp, v, SHMEMI_ANY)
#define shmem_wait_until_some(at, n, indices, status, cmp, v)                  \
	SHMEMI_C11_ONE(at, n, indices, status, cmp, v, SHMEMI_SOME)
#define shmem_test_all(at, n, status, cmp, v)                                  \
	((int)SHMEMI_C11_ONE(at, n, NULL, status, cmp, v,                      \
			     SHMEMI_ALL_OF | SHMEMI_TEST))
#define shmem_test_any(at, n, status, cmp, v)                                  \
	SHMEMI_C11_ONE(at, n, NULL, status, cmp, v, SHMEMI_ANY | SHMEMI_TEST)
#define shmem_test_some(at, n, indices, status, cmp, v)                        \
	SHMEMI_C11_ONE(at, n, indices, status, cmp, v,                         \
		       SHMEMI_SOME | SHMEMI_TEST)
#define shmem_wait_until_all_vector(at, n, status, cmp, v)                     \
	((void)SHMEMI_C11_MANY(at, n, NULL, status, cmp, v,                    \
			       SHMEMI_ALL_OF | SHMEMI_VECTOR))
#define shmem_wait_until_any_vector(at, n, status, cmp, v)                     \
	SHMEMI_C11_MANY(at, n, NULL, status, cmp, v, SHMEMI_ANY | SHMEMI_VECTOR)
#define shmem_wait_until_some_vector(at, n, indices, status, cmp, v)           \
	SHMEMI_C11_MANY(at, n, indices, status, cmp, v,                        \
			SHMEMI_SOME | SHMEMI_VECTOR)
#define shmem_test_all_vector(at, n, status, cmp, v)                           \
	((int)SHMEMI_C11_MANY(at, n, NULL, status, cmp, v,                     \
			      SHMEMI_ALL_OF | SHMEMI_TEST | SHMEMI_VECTOR))
#define shmem_test_any_vector(at, n, status, cmp, v)                           \
	SHMEMI_C11_MANY(at, n, NULL, status, cmp, v,                           \
			SHMEMI_ANY | SHMEMI_TEST | SHMEMI_VECTOR)
#define shmem_test_some_vector(at, n, indices, status, cmp, v)                 \
	SHMEMI_C11_MANY(at, n, indices, status, cmp, v,                        \
			SHMEMI_SOME | SHMEMI_TEST | SHMEMI_VECTOR)

#define shmem_broadcast(team, to, from, n, root)                               \
	shmemi_broadcast(team, to, from, (n) * sizeof(*(to)), root)
#define shmem_collect(team, to, from, n)                                       \
	shmemi_collect(team, to, from, (n) * sizeof(*(to)), 1)
#define shmem_fcollect(team, to, from, n)                                      \
	shmemi_collect(team, to, from, (n) * sizeof(*(to)), 0)
#define shmem_alltoall(team, to, from, n)                                      \
	shmemi_alltoalls(team, to, from, 1, 1, n, sizeof(*(to)))
#define shmem_alltoalls(team, to, from, ts, fs, n)                             \
	shmemi_alltoalls(team, to, from, ts, fs, n, sizeof(*(to)))

#define SHMEMI_KIND_CASE(type)                                                 \
	type:                                                                  \
	SHMEMI_KIND(type)
#define SHMEMI_NUMBER_KIND(at)                                                 \
	_Generic(*(at), char                                                   \
		 : SHMEMI_KIND(char), SHMEMI_KIND_CASE(signed char),           \
		   SHMEMI_KIND_CASE(unsigned char), SHMEMI_KIND_CASE(short),   \
		   SHMEMI_KIND_CASE(unsigned short), SHMEMI_KIND_CASE(int),    \
		   SHMEMI_KIND_CASE(unsigned), SHMEMI_KIND_CASE(long),         \
		   SHMEMI_KIND_CASE(unsigned long),                            \
		   SHMEMI_KIND_CASE(long long),                                \
		   SHMEMI_KIND_CASE(unsigned long long), float                 \
		 : SHMEMI_FLOAT, double                                        \
		 : SHMEMI_DOUBLE, long double                                  \
		 : SHMEMI_LONGDOUBLE, float _Complex                           \
		 : SHMEMI_COMPLEXF, double _Complex                            \
		 : SHMEMI_COMPLEXD)
#define SHMEMI_C11_REDUCE(team, to, from, n, op)                               \
	shmemi_reduce(team, to, from, n, op, SHMEMI_NUMBER_KIND(to))
#define shmem_and_reduce(team, to, from, n)                                    \
	SHMEMI_C11_REDUCE(team, to, from, n, SHMEMI_OP_AND)
#define shmem_or_reduce(team, to, from, n)                                     \
	SHMEMI_C11_REDUCE(team, to, from, n, SHMEMI_OP_OR)
#define shmem_xor_reduce(team, to, from, n)                                    \
	SHMEMI_C11_REDUCE(team, to, from, n, SHMEMI_OP_XOR)
#define shmem_max_reduce(team, to, from, n)                                    \
	SHMEMI_C11_REDUCE(team, to, from, n, SHMEMI_OP_MAX)
#define shmem_min_reduce(team, to, from, n)                                    \
	SHMEMI_C11_REDUCE(team, to, from, n, SHMEMI_OP_MIN)
#define shmem_sum_reduce(team, to, from, n)                                    \
	SHMEMI_C11_REDUCE(team, to, from, n, SHMEMI_OP_SUM)
#define shmem_prod_reduce(team, to, from, n)                                   \
	SHMEMI_C11_REDUCE(team, to, from, n, SHMEMI_OP_PROD)

/* A sync of a team, or of an active set. */
#define SHMEMI_C11_SYNC1(team) shmem_team_sync(team)
#define SHMEMI_C11_SYNC4(first, log, size, words)                              \
	(shmem_sync)(first, log, size, words)
#define shmem_sync(...) SHMEMI_CALL(SHMEMI_C11_SYNC, __VA_ARGS__)

#endif
