/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls that have a type in their name: puts, gets, signals and atomic operations.  Each is
 * a line over a call of the library that takes bytes.
 */
#ifndef SHMEM_TYPED_H
#define SHMEM_TYPED_H

#ifdef __cplusplus
extern "C" {
#endif

/* Only the headers use these.  What an atomic operation is: a sum of these and a size. */
enum {
	SHMEMI_SIZE = 0xff,
	SHMEMI_READ = 0x100,
	SHMEMI_SET = 0x200,
	SHMEMI_CSWAP = 0x300,
	SHMEMI_ADD = 0x400,
	SHMEMI_AND = 0x500,
	SHMEMI_OR = 0x600,
	SHMEMI_XOR = 0x700,
	SHMEMI_OPERATION = 0xf00,
	SHMEMI_FETCH = 0x1000, /* what was is wanted */
	SHMEMI_COND = 0x2000
};

int shmemi_pe(shmem_ctx_t ctx, int pe, const char *who);
void shmemi_heap_begin(void);
void shmemi_put(shmem_ctx_t ctx, void *to, const void *from, size_t bytes,
		int pe);
void shmemi_get(shmem_ctx_t ctx, void *to, const void *from, size_t bytes,
		int pe);
void shmemi_iput(shmem_ctx_t ctx, void *to, const void *from,
		 ptrdiff_t to_stride, ptrdiff_t from_stride, size_t n,
		 size_t size, int pe);
void shmemi_iget(shmem_ctx_t ctx, void *to, const void *from,
		 ptrdiff_t to_stride, ptrdiff_t from_stride, size_t n,
		 size_t size, int pe);
void shmemi_put_signal(shmem_ctx_t ctx, void *to, const void *from,
		       size_t bytes, uint64_t *signal, uint64_t value, int op,
		       int pe);
uint64_t shmemi_atomic(shmem_ctx_t ctx, void *at, int what, uint64_t value,
		       uint64_t cond, int pe);

#define SHMEMI_INTEGERS(X)                                                     \
	X(int, int)                                                            \
	X(long, long)                                                          \
	X(longlong, long long)                                                 \
	X(uint, unsigned int)                                                  \
	X(ulong, unsigned long)                                                \
	X(ulonglong, unsigned long long)                                       \
	X(int32, int32_t)                                                      \
	X(int64, int64_t)                                                      \
	X(uint32, uint32_t)                                                    \
	X(uint64, uint64_t)                                                    \
	X(size, size_t)                                                        \
	X(ptrdiff, ptrdiff_t)

#define SHMEMI_SMALL(X)                                                        \
	X(char, char)                                                          \
	X(schar, signed char)                                                  \
	X(short, short)                                                        \
	X(uchar, unsigned char)                                                \
	X(ushort, unsigned short)                                              \
	X(int8, int8_t)                                                        \
	X(int16, int16_t)                                                      \
	X(uint8, uint8_t)                                                      \
	X(uint16, uint16_t)

#define SHMEMI_REALS(X)                                                        \
	X(float, float)                                                        \
	X(double, double)                                                      \
	X(longdouble, long double)

#define SHMEMI_ALL(X) SHMEMI_REALS(X) SHMEMI_SMALL(X) SHMEMI_INTEGERS(X)

/* A call and the same with a context first: parameters and arguments, in parentheses. */
#define SHMEMI_BOTH(result, name, call, params, args)                          \
	static inline result shmem_ctx_##name(shmem_ctx_t ctx,                 \
					      SHMEMI_OPEN params)              \
	{                                                                      \
		call(ctx, SHMEMI_OPEN args);                                   \
	}                                                                      \
	static inline result shmem_##name params                               \
	{                                                                      \
		call(SHMEM_CTX_DEFAULT, SHMEMI_OPEN args);                     \
	}
#define SHMEMI_OPEN(...) __VA_ARGS__

#define SHMEMI_PUTS(name, type, unit)                                          \
	SHMEMI_BOTH(void, name##_nbi, shmemi_put,                              \
		    (type * to, const type *from, size_t n, int pe),           \
		    (to, from, n * (unit), pe))                                \
	SHMEMI_BOTH(void, name, shmemi_put,                                    \
		    (type * to, const type *from, size_t n, int pe),           \
		    (to, from, n * (unit), pe))
#define SHMEMI_GETS(name, type, unit)                                          \
	SHMEMI_BOTH(void, name##_nbi, shmemi_get,                              \
		    (type * to, const type *from, size_t n, int pe),           \
		    (to, from, n * (unit), pe))                                \
	SHMEMI_BOTH(void, name, shmemi_get,                                    \
		    (type * to, const type *from, size_t n, int pe),           \
		    (to, from, n * (unit), pe))
#define SHMEMI_STRIDED(put, get, type, unit)                                   \
	SHMEMI_BOTH(void, put, shmemi_iput,                                    \
		    (type * to, const type *from, ptrdiff_t to_stride,         \
		     ptrdiff_t from_stride, size_t n, int pe),                 \
		    (to, from, to_stride, from_stride, n, unit, pe))           \
	SHMEMI_BOTH(void, get, shmemi_iget,                                    \
		    (type * to, const type *from, ptrdiff_t to_stride,         \
		     ptrdiff_t from_stride, size_t n, int pe),                 \
		    (to, from, to_stride, from_stride, n, unit, pe))
#define SHMEMI_SIGNALS(name, type, unit)                                       \
	SHMEMI_BOTH(void, name, shmemi_put_signal,                             \
		    (type * to, const type *from, size_t n, uint64_t *signal,  \
		     uint64_t value, int op, int pe),                          \
		    (to, from, n * (unit), signal, value, op, pe))             \
	SHMEMI_BOTH(void, name##_nbi, shmemi_put_signal,                       \
		    (type * to, const type *from, size_t n, uint64_t *signal,  \
		     uint64_t value, int op, int pe),                          \
		    (to, from, n * (unit), signal, value, op, pe))

#define SHMEMI_RMA(name, type)                                                 \
	SHMEMI_PUTS(name##_put, type, sizeof(type))                            \
	SHMEMI_GETS(name##_get, type, sizeof(type))                            \
	SHMEMI_STRIDED(name##_iput, name##_iget, type, sizeof(type))           \
	SHMEMI_SIGNALS(name##_put_signal, type, sizeof(type))                  \
	SHMEMI_BOTH(void, name##_p, shmemi_put,                                \
		    (type * to, type value, int pe),                           \
		    (to, &value, sizeof(type), pe))                            \
	static inline type shmem_ctx_##name##_g(shmem_ctx_t ctx,               \
						const type *from, int pe)      \
	{                                                                      \
		type value;                                                    \
                                                                               \
		shmemi_get(ctx, &value, from, sizeof(value), pe);              \
		return value;                                                  \
	}                                                                      \
	static inline type shmem_##name##_g(const type *from, int pe)          \
	{                                                                      \
		return shmem_ctx_##name##_g(SHMEM_CTX_DEFAULT, from, pe);      \
	}
SHMEMI_ALL(SHMEMI_RMA)

#define SHMEMI_SIZED(bits)                                                     \
	SHMEMI_PUTS(put##bits, void, bits / 8)                                 \
	SHMEMI_GETS(get##bits, void, bits / 8)                                 \
	SHMEMI_STRIDED(iput##bits, iget##bits, void, bits / 8)                 \
	SHMEMI_SIGNALS(put##bits##_signal, void, bits / 8)
SHMEMI_SIZED(8)
SHMEMI_SIZED(16)
SHMEMI_SIZED(32)
SHMEMI_SIZED(64)
SHMEMI_SIZED(128)
SHMEMI_PUTS(putmem, void, 1)
SHMEMI_GETS(getmem, void, 1)
SHMEMI_SIGNALS(putmem_signal, void, 1)

/* Bits of a value, as atomic operations take them. */
#define SHMEMI_BITS(name, type)                                                \
	static inline uint64_t shmemi_bits_##name(type value)                  \
	{                                                                      \
		uint64_t bits = 0;                                             \
                                                                               \
		__builtin_memcpy(&bits, &value, sizeof(value));                \
		return bits;                                                   \
	}                                                                      \
	static inline type shmemi_value_##name(uint64_t bits)                  \
	{                                                                      \
		type value;                                                    \
                                                                               \
		__builtin_memcpy(&value, &bits, sizeof(value));                \
		return value;                                                  \
	}

/* With and without a context, and of those that fetch also _nbi. */
#define SHMEMI_FETCHES(name, type, op, what, params, names, value, cond)       \
	static inline type shmem_ctx_##name##_atomic_##op(                     \
		shmem_ctx_t ctx, SHMEMI_OPEN params, int pe)                   \
	{                                                                      \
		return shmemi_value_##name(shmemi_atomic(                      \
			ctx, (void *)(uintptr_t)at,                            \
			(what) | SHMEMI_FETCH | (int)sizeof(type), value,      \
			cond, pe));                                            \
	}                                                                      \
	static inline type shmem_##name##_atomic_##op(SHMEMI_OPEN params,      \
						      int pe)                  \
	{                                                                      \
		return shmem_ctx_##name##_atomic_##op(SHMEM_CTX_DEFAULT,       \
						      SHMEMI_OPEN names, pe);  \
	}                                                                      \
	static inline void shmem_ctx_##name##_atomic_##op##_nbi(               \
		shmem_ctx_t ctx, type *was, SHMEMI_OPEN params, int pe)        \
	{                                                                      \
		*was = shmem_ctx_##name##_atomic_##op(ctx, SHMEMI_OPEN names,  \
						      pe);                     \
	}                                                                      \
	static inline void shmem_##name##_atomic_##op##_nbi(                   \
		type *was, SHMEMI_OPEN params, int pe)                         \
	{                                                                      \
		*was = shmem_##name##_atomic_##op(SHMEMI_OPEN names, pe);      \
	}
#define SHMEMI_CHANGES(name, type, op, what, params, value)                    \
	static inline void shmem_ctx_##name##_atomic_##op(                     \
		shmem_ctx_t ctx, SHMEMI_OPEN params, int pe)                   \
	{                                                                      \
		shmemi_atomic(ctx, at, (what) | (int)sizeof(type), value, 0,   \
			      pe);                                             \
	}                                                                      \
	static inline void shmem_##name##_atomic_##op(SHMEMI_OPEN params,      \
						      int pe)                  \
	{                                                                      \
		shmemi_atomic(SHMEM_CTX_DEFAULT, at,                           \
			      (what) | (int)sizeof(type), value, 0, pe);       \
	}

#define SHMEMI_EXTENDED(name, type)                                            \
	SHMEMI_BITS(name, type)                                                \
	SHMEMI_FETCHES(name, type, fetch, SHMEMI_READ, (const type *at), (at), \
		       0, 0)                                                   \
	SHMEMI_CHANGES(name, type, set, SHMEMI_SET, (type * at, type v),       \
		       shmemi_bits_##name(v))                                  \
	SHMEMI_FETCHES(name, type, swap, SHMEMI_SET, (type * at, type v),      \
		       (at, v), shmemi_bits_##name(v), 0)
#define SHMEMI_STANDARD(name, type)                                            \
	SHMEMI_EXTENDED(name, type)                                            \
	SHMEMI_FETCHES(name, type, compare_swap, SHMEMI_CSWAP | SHMEMI_COND,   \
		       (type * at, type cond, type v), (at, cond, v),          \
		       shmemi_bits_##name(v), shmemi_bits_##name(cond))        \
	SHMEMI_FETCHES(name, type, fetch_inc, SHMEMI_ADD, (type * at), (at),   \
		       1, 0)                                                   \
	SHMEMI_CHANGES(name, type, inc, SHMEMI_ADD, (type * at), 1)            \
	SHMEMI_ARITHMETIC(name, type, add, SHMEMI_ADD)
#define SHMEMI_ARITHMETIC(name, type, op, what)                                \
	SHMEMI_FETCHES(name, type, fetch_##op, what, (type * at, type v),      \
		       (at, v), shmemi_bits_##name(v), 0)                      \
	SHMEMI_CHANGES(name, type, op, what, (type * at, type v),              \
		       shmemi_bits_##name(v))
#define SHMEMI_BITWISE(name, type)                                             \
	SHMEMI_ARITHMETIC(name, type, and, SHMEMI_AND)                         \
	SHMEMI_ARITHMETIC(name, type, or, SHMEMI_OR)                           \
	SHMEMI_ARITHMETIC(name, type, xor, SHMEMI_XOR)

SHMEMI_INTEGERS(SHMEMI_STANDARD)
SHMEMI_EXTENDED(float, float)
SHMEMI_EXTENDED(double, double)
SHMEMI_BITWISE(uint, unsigned int)
SHMEMI_BITWISE(ulong, unsigned long)
SHMEMI_BITWISE(ulonglong, unsigned long long)
SHMEMI_BITWISE(int32, int32_t)
SHMEMI_BITWISE(int64, int64_t)
SHMEMI_BITWISE(uint32, uint32_t)
SHMEMI_BITWISE(uint64, uint64_t)

#ifdef __cplusplus
}
#endif
#endif
