/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting for, and testing, variables of this PE that others change. */
#ifndef SHMEM_WAIT_H
#define SHMEM_WAIT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Only the headers use these.  A kind of number is its size, and whether it has a sign. */
enum {
	SHMEMI_SIGNED = 0x100,
	SHMEMI_ALL_OF = 1,
	SHMEMI_ANY = 2,
	SHMEMI_SOME = 4,
	SHMEMI_TEST = 8,
	SHMEMI_VECTOR = 16
};
#define SHMEMI_KIND(type)                                                      \
	((int)sizeof(type) | ((type)-1 > (type)0 ? 0 : SHMEMI_SIGNED))

struct shmemi_many {
	const volatile void *ivars;
	size_t n;
	const int *status; /* not 0: left out; may be null */
	const void *values;
};

void shmemi_wait_until(const volatile void *at, int kind, int cmp,
		       uint64_t value);
int shmemi_test(const volatile void *at, int kind, int cmp, uint64_t value);
size_t shmemi_wait_many(struct shmemi_many many, int kind, int cmp, int how,
			size_t *indices);

#define SHMEMI_WAIT(name, type)                                                \
	static inline void shmem_##name##_wait_until(volatile type *at,        \
						     int cmp, type value)      \
	{                                                                      \
		shmemi_wait_until(at, SHMEMI_KIND(type), cmp,                  \
				  (uint64_t)value);                            \
	}                                                                      \
	static inline int shmem_##name##_test(volatile type *at, int cmp,      \
					      type value)                      \
	{                                                                      \
		return shmemi_test(at, SHMEMI_KIND(type), cmp,                 \
				   (uint64_t)value);                           \
	}
#define SHMEMI_MANY_OF(name, type, result, call, how, value_type, values)      \
	static inline result shmem_##name##_##call(                            \
		volatile type *ivars, size_t n, const int *status, int cmp,    \
		value_type)                                                    \
	{                                                                      \
		struct shmemi_many many = {ivars, n, status, values};          \
                                                                               \
		return (result)shmemi_wait_many(many, SHMEMI_KIND(type), cmp,  \
						how, NULL);                    \
	}
#define SHMEMI_SOME_OF(name, type, call, how, value_type, values)              \
	static inline size_t shmem_##name##_##call(                            \
		volatile type *ivars, size_t n, size_t *indices,               \
		const int *status, int cmp, value_type)                        \
	{                                                                      \
		struct shmemi_many many = {ivars, n, status, values};          \
                                                                               \
		return shmemi_wait_many(many, SHMEMI_KIND(type), cmp,          \
					SHMEMI_SOME | (how), indices);         \
	}
#define SHMEMI_MANY(name, type, suffix, how, value_type, values)               \
	SHMEMI_MANY_OF(name, type, void, wait_until_all##suffix,               \
		       SHMEMI_ALL_OF | (how), value_type, values)              \
	SHMEMI_MANY_OF(name, type, size_t, wait_until_any##suffix,             \
		       SHMEMI_ANY | (how), value_type, values)                 \
	SHMEMI_MANY_OF(name, type, int, test_all##suffix,                      \
		       SHMEMI_ALL_OF | SHMEMI_TEST | (how), value_type,        \
		       values)                                                 \
	SHMEMI_MANY_OF(name, type, size_t, test_any##suffix,                   \
		       SHMEMI_ANY | SHMEMI_TEST | (how), value_type, values)   \
	SHMEMI_SOME_OF(name, type, wait_until_some##suffix, how, value_type,   \
		       values)                                                 \
	SHMEMI_SOME_OF(name, type, test_some##suffix, SHMEMI_TEST | (how),     \
		       value_type, values)
#define SHMEMI_WAITS(name, type)                                               \
	SHMEMI_WAIT(name, type)                                                \
	SHMEMI_MANY(name, type, , 0, type value, &value)                       \
	SHMEMI_MANY(name, type, _vector, SHMEMI_VECTOR, const type *value,     \
		    value)

SHMEMI_INTEGERS(SHMEMI_WAITS)
SHMEMI_WAITS(short, short)
SHMEMI_WAITS(ushort, unsigned short)

#ifdef __cplusplus
}
#endif
#endif
