/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls of C11 that find their type themselves, with a context first or without.  A
 * context is told by its type, or by the number of arguments.
 */
#ifndef SHMEM_C11_H
#define SHMEM_C11_H

/* The call NAME_n for n arguments, n from 1 to 9. */
#define SHMEMI_COUNT(a, b, c, d, e, f, g, h, i, n, ...) n
#define SHMEMI_N(...) SHMEMI_COUNT(__VA_ARGS__, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define SHMEMI_JOIN(a, b)                               a##b
#define SHMEMI_NAME(name, n)                            SHMEMI_JOIN(name, n)
#define SHMEMI_CALL(name, ...)                                                 \
	SHMEMI_NAME(name, SHMEMI_N(__VA_ARGS__))(__VA_ARGS__)

#define SHMEMI_IS_CTX(x) _Generic((x), shmem_ctx_t : 1, default : 0)

/* Pointers of one type: what the two point to must agree. */
#define SHMEMI_SAME(to, from) ((void)sizeof((to) == (from)))

#define SHMEMI_C11_PUT(ctx, to, from, n, pe)                                   \
	(SHMEMI_SAME(to, from),                                                \
	 shmemi_put(ctx, to, from, (n) * sizeof(*(to)), pe))
#define SHMEMI_C11_PUT4(...) SHMEMI_C11_PUT(SHMEM_CTX_DEFAULT, __VA_ARGS__)
#define SHMEMI_C11_PUT5      SHMEMI_C11_PUT
#define shmem_put(...)       SHMEMI_CALL(SHMEMI_C11_PUT, __VA_ARGS__)
#define shmem_put_nbi        shmem_put
#define SHMEMI_C11_GET(ctx, to, from, n, pe)                                   \
	(SHMEMI_SAME(to, from),                                                \
	 shmemi_get(ctx, to, from, (n) * sizeof(*(to)), pe))
#define SHMEMI_C11_GET4(...) SHMEMI_C11_GET(SHMEM_CTX_DEFAULT, __VA_ARGS__)
#define SHMEMI_C11_GET5      SHMEMI_C11_GET
#define shmem_get(...)       SHMEMI_CALL(SHMEMI_C11_GET, __VA_ARGS__)
#define shmem_get_nbi        shmem_get

#define SHMEMI_C11_IPUT(ctx, to, from, ts, fs, n, pe)                          \
	shmemi_iput(ctx, to, from, ts, fs, n, sizeof(*(to)), pe)
#define SHMEMI_C11_IPUT6(...) SHMEMI_C11_IPUT(SHMEM_CTX_DEFAULT, __VA_ARGS__)
#define SHMEMI_C11_IPUT7      SHMEMI_C11_IPUT
#define shmem_iput(...)       SHMEMI_CALL(SHMEMI_C11_IPUT, __VA_ARGS__)
#define SHMEMI_C11_IGET(ctx, to, from, ts, fs, n, pe)                          \
	shmemi_iget(ctx, to, from, ts, fs, n, sizeof(*(to)), pe)
#define SHMEMI_C11_IGET6(...) SHMEMI_C11_IGET(SHMEM_CTX_DEFAULT, __VA_ARGS__)
#define SHMEMI_C11_IGET7      SHMEMI_C11_IGET
#define shmem_iget(...)       SHMEMI_CALL(SHMEMI_C11_IGET, __VA_ARGS__)

#define SHMEMI_C11_SIGNAL(ctx, to, from, n, signal, value, op, pe)             \
	shmemi_put_signal(ctx, to, from, (n) * sizeof(*(to)), signal, value,   \
			  op, pe)
#define SHMEMI_C11_SIGNAL7(...)                                                \
	SHMEMI_C11_SIGNAL(SHMEM_CTX_DEFAULT, __VA_ARGS__)
#define SHMEMI_C11_SIGNAL8    SHMEMI_C11_SIGNAL
#define shmem_put_signal(...) SHMEMI_CALL(SHMEMI_C11_SIGNAL, __VA_ARGS__)
#define shmem_put_signal_nbi  shmem_put_signal

/* The value's type is that of the variable, without its qualifiers. */
#define SHMEMI_C11_P(ctx, to, v, pe)                                           \
	__extension__({                                                        \
		__typeof__(*(to)) shmemi_v = (v);                              \
		shmemi_put(ctx, to, &shmemi_v, sizeof(shmemi_v), pe);          \
	})
#define SHMEMI_C11_P3(...) SHMEMI_C11_P(SHMEM_CTX_DEFAULT, __VA_ARGS__)
#define SHMEMI_C11_P4      SHMEMI_C11_P
#define shmem_p(...)       SHMEMI_CALL(SHMEMI_C11_P, __VA_ARGS__)
#define SHMEMI_C11_G(ctx, from, pe)                                            \
	__extension__({                                                        \
		__auto_type shmemi_v = *(from);                                \
		shmemi_get(ctx, &shmemi_v, from, sizeof(shmemi_v), pe);        \
		shmemi_v;                                                      \
	})
#define SHMEMI_C11_G2(...) SHMEMI_C11_G(SHMEM_CTX_DEFAULT, __VA_ARGS__)
#define SHMEMI_C11_G3      SHMEMI_C11_G
#define shmem_g(...)       SHMEMI_CALL(SHMEMI_C11_G, __VA_ARGS__)

#define SHMEMI_BITS_OF(v)                                                      \
	__extension__({                                                        \
		uint64_t shmemi_b = 0;                                         \
		__builtin_memcpy(&shmemi_b, &(v), sizeof(v));                  \
		shmemi_b;                                                      \
	})
/* `was` is a value of the variable's type. */
#define SHMEMI_C11_AMO(ctx, at, what, v, cond, pe)                             \
	__extension__({                                                        \
		__auto_type shmemi_v = *(at);                                  \
		__auto_type shmemi_c = shmemi_v;                               \
		uint64_t shmemi_was;                                           \
		shmemi_v = (v);                                                \
		shmemi_c = (cond);                                             \
		shmemi_was = shmemi_atomic(ctx, (void *)(uintptr_t)(at),       \
					   (what) | (int)sizeof(shmemi_v),     \
					   SHMEMI_BITS_OF(shmemi_v),           \
					   SHMEMI_BITS_OF(shmemi_c), pe);      \
		__builtin_memcpy(&shmemi_v, &shmemi_was, sizeof(shmemi_v));    \
		shmemi_v;                                                      \
	})
#define SHMEMI_C11_DO(ctx, at, what, v, pe)                                    \
	((void)SHMEMI_C11_AMO(ctx, at, what, v, 0, pe))
#define SHMEMI_C11_ASK(ctx, at, what, v, cond, pe)                             \
	SHMEMI_C11_AMO(ctx, at, (what) | SHMEMI_FETCH, v, cond, pe)
#define SHMEMI_C11_CSWAP(ctx, at, cond, v, pe)                                 \
	SHMEMI_C11_ASK(ctx, at, SHMEMI_CSWAP | SHMEMI_COND, v, cond, pe)

/* Those of a variable and a PE; those of a value besides; with a context, or without. */
#define SHMEMI_C11_ASK0(x, what, v, ...)                                       \
	SHMEMI_NAME(SHMEMI_C11_ASK0_, SHMEMI_N(__VA_ARGS__))                   \
	(what, v, __VA_ARGS__)
#define SHMEMI_C11_ASK0_2(what, v, at, pe)                                     \
	SHMEMI_C11_ASK(SHMEM_CTX_DEFAULT, at, what, v, 0, pe)
#define SHMEMI_C11_ASK0_3(what, v, ctx, at, pe)                                \
	SHMEMI_C11_ASK(ctx, at, what, v, 0, pe)
#define SHMEMI_C11_ASK1(what, ...)                                             \
	SHMEMI_NAME(SHMEMI_C11_ASK1_, SHMEMI_N(__VA_ARGS__))(what, __VA_ARGS__)
#define SHMEMI_C11_ASK1_3(what, at, v, pe)                                     \
	SHMEMI_C11_ASK(SHMEM_CTX_DEFAULT, at, what, v, 0, pe)
#define SHMEMI_C11_ASK1_4(what, ctx, at, v, pe)                                \
	SHMEMI_C11_ASK(ctx, at, what, v, 0, pe)
#define SHMEMI_C11_DO1(what, ...)                                              \
	SHMEMI_NAME(SHMEMI_C11_DO1_, SHMEMI_N(__VA_ARGS__))(what, __VA_ARGS__)
#define SHMEMI_C11_DO1_3(what, at, v, pe)                                      \
	SHMEMI_C11_DO(SHMEM_CTX_DEFAULT, at, what, v, pe)
#define SHMEMI_C11_DO1_4(what, ctx, at, v, pe)                                 \
	SHMEMI_C11_DO(ctx, at, what, v, pe)
#define SHMEMI_C11_INC2(at, pe)                                                \
	SHMEMI_C11_DO(SHMEM_CTX_DEFAULT, at, SHMEMI_ADD, 1, pe)
#define SHMEMI_C11_INC3(ctx, at, pe) SHMEMI_C11_DO(ctx, at, SHMEMI_ADD, 1, pe)
#define SHMEMI_C11_CSWAP4(...)       SHMEMI_C11_CSWAP(SHMEM_CTX_DEFAULT, __VA_ARGS__)
#define SHMEMI_C11_CSWAP5            SHMEMI_C11_CSWAP

#define shmem_atomic_fetch(...) SHMEMI_C11_ASK0(, SHMEMI_READ, 0, __VA_ARGS__)
#define shmem_atomic_fetch_inc(...)                                            \
	SHMEMI_C11_ASK0(, SHMEMI_ADD, 1, __VA_ARGS__)
#define shmem_atomic_inc(...)  SHMEMI_CALL(SHMEMI_C11_INC, __VA_ARGS__)
#define shmem_atomic_swap(...) SHMEMI_C11_ASK1(SHMEMI_SET, __VA_ARGS__)
#define shmem_atomic_compare_swap(...)                                         \
	SHMEMI_CALL(SHMEMI_C11_CSWAP, __VA_ARGS__)
#define shmem_atomic_set(...)       SHMEMI_C11_DO1(SHMEMI_SET, __VA_ARGS__)
#define shmem_atomic_add(...)       SHMEMI_C11_DO1(SHMEMI_ADD, __VA_ARGS__)
#define shmem_atomic_and(...)       SHMEMI_C11_DO1(SHMEMI_AND, __VA_ARGS__)
#define shmem_atomic_or(...)        SHMEMI_C11_DO1(SHMEMI_OR, __VA_ARGS__)
#define shmem_atomic_xor(...)       SHMEMI_C11_DO1(SHMEMI_XOR, __VA_ARGS__)
#define shmem_atomic_fetch_add(...) SHMEMI_C11_ASK1(SHMEMI_ADD, __VA_ARGS__)
#define shmem_atomic_fetch_and(...) SHMEMI_C11_ASK1(SHMEMI_AND, __VA_ARGS__)
#define shmem_atomic_fetch_or(...)  SHMEMI_C11_ASK1(SHMEMI_OR, __VA_ARGS__)
#define shmem_atomic_fetch_xor(...) SHMEMI_C11_ASK1(SHMEMI_XOR, __VA_ARGS__)

/* Those with _nbi name where the result goes, first or behind the context. */
#define SHMEMI_C11_NBI(call, few, ...)                                         \
	SHMEMI_NAME(SHMEMI_C11_NBI_##few##_, SHMEMI_N(__VA_ARGS__))            \
	(call, __VA_ARGS__)
#define SHMEMI_C11_NBI_0_3(call, was, ...) ((void)(*(was) = call(__VA_ARGS__)))
#define SHMEMI_C11_NBI_0_4(call, ctx, was, ...)                                \
	((void)(*(was) = call(ctx, __VA_ARGS__)))
#define SHMEMI_C11_NBI_1_4 SHMEMI_C11_NBI_0_3
#define SHMEMI_C11_NBI_1_5 SHMEMI_C11_NBI_0_4
#define SHMEMI_C11_NBI_2_5 SHMEMI_C11_NBI_0_3
#define SHMEMI_C11_NBI_2_6 SHMEMI_C11_NBI_0_4
#define shmem_atomic_fetch_nbi(...)                                            \
	SHMEMI_C11_NBI(shmem_atomic_fetch, 0, __VA_ARGS__)
#define shmem_atomic_fetch_inc_nbi(...)                                        \
	SHMEMI_C11_NBI(shmem_atomic_fetch_inc, 0, __VA_ARGS__)
#define shmem_atomic_swap_nbi(...)                                             \
	SHMEMI_C11_NBI(shmem_atomic_swap, 1, __VA_ARGS__)
#define shmem_atomic_fetch_add_nbi(...)                                        \
	SHMEMI_C11_NBI(shmem_atomic_fetch_add, 1, __VA_ARGS__)
#define shmem_atomic_fetch_and_nbi(...)                                        \
	SHMEMI_C11_NBI(shmem_atomic_fetch_and, 1, __VA_ARGS__)
#define shmem_atomic_fetch_or_nbi(...)                                         \
	SHMEMI_C11_NBI(shmem_atomic_fetch_or, 1, __VA_ARGS__)
#define shmem_atomic_fetch_xor_nbi(...)                                        \
	SHMEMI_C11_NBI(shmem_atomic_fetch_xor, 1, __VA_ARGS__)
#define shmem_atomic_compare_swap_nbi(...)                                     \
	SHMEMI_C11_NBI(shmem_atomic_compare_swap, 2, __VA_ARGS__)

#define shmem_cswap(at, cond, v, pe) shmem_atomic_compare_swap(at, cond, v, pe)
#define shmem_swap(at, v, pe)        shmem_atomic_swap(at, v, pe)
#define shmem_fadd(at, v, pe)        shmem_atomic_fetch_add(at, v, pe)
#define shmem_add(at, v, pe)         shmem_atomic_add(at, v, pe)
#define shmem_finc(at, pe)           shmem_atomic_fetch_inc(at, pe)
#define shmem_inc(at, pe)            shmem_atomic_inc(at, pe)
#define shmem_fetch(at, pe)          shmem_atomic_fetch(at, pe)
#define shmem_set(at, v, pe)         shmem_atomic_set(at, v, pe)

#include "shmem_c11_sets.h"

#endif
