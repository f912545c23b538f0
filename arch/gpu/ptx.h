/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads, stores and atomics of PTX's memory model ("Memory Consistency Model" in the PTX
 * manual), scope .gpu: all blocks of this chip, which meet in L2.  Scope .sys: the host,
 * too.  A plain load may come from this SM's own L1, where nothing keeps it fresh; a
 * relaxed one comes from L2, in any order.  An acquire drops the whole L1.
 */
#ifndef GPU_PTX_H
#define GPU_PTX_H

#include <stdbool.h>
#include <stdint.h>

#define PTX_LOAD(name, operation)                                              \
	static inline uint32_t name(const void *p)                             \
	{                                                                      \
		uint32_t v;                                                    \
                                                                               \
		__asm__ volatile(operation " %0, [%1];"                        \
				 : "=r"(v)                                     \
				 : "l"(p)                                      \
				 : "memory");                                  \
		return v;                                                      \
	}

#define PTX_STORE(name, operation)                                             \
	static inline void name(void *p, uint32_t v)                           \
	{                                                                      \
		__asm__ volatile(operation " [%0], %1;" ::"l"(p), "r"(v)       \
				 : "memory");                                  \
	}

PTX_LOAD(ptx_load, "ld.relaxed.gpu.global.u32")
PTX_LOAD(ptx_load_byte, "ld.relaxed.gpu.global.u8")
PTX_LOAD(ptx_acquire, "ld.acquire.gpu.global.u32")
PTX_STORE(ptx_store, "st.relaxed.gpu.global.u32")
PTX_STORE(ptx_store_byte, "st.relaxed.gpu.global.u8")

/* The host's memory. */
PTX_LOAD(ptx_load_host, "ld.acquire.sys.global.u32")
PTX_STORE(ptx_store_host, "st.release.sys.global.u32")

/* An atomic that tells nothing is four times sooner: it is not waited for. */
PTX_STORE(ptx_add, "red.relaxed.gpu.global.add.u32")

/* Four words at once, or two; so much aligned. */
static inline void ptx_load_quad(uint64_t w[2], const void *p)
{
	__asm__ volatile("{\n\t.reg .b128 quad;\n\t"
			 "ld.relaxed.gpu.global.b128 quad, [%2];\n\t"
			 "mov.b128 {%0, %1}, quad;\n\t}"
			 : "=l"(w[0]), "=l"(w[1])
			 : "l"(p)
			 : "memory");
}

static inline void ptx_store_quad(void *p, const uint32_t w[4])
{
	__asm__ volatile("{\n\t.reg .b128 quad;\n\t"
			 "mov.b128 quad, {%1, %2};\n\t"
			 "st.relaxed.gpu.global.b128 [%0], quad;\n\t}" ::"l"(p),
			 "l"(w[0] | (uint64_t)w[1] << 32),
			 "l"(w[2] | (uint64_t)w[3] << 32)
			 : "memory");
}

static inline void ptx_store_pair(void *p, const uint32_t w[2])
{
	__asm__ volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p),
			 "l"(w[0] | (uint64_t)w[1] << 32)
			 : "memory");
}

#define ptx_fence()    __asm__ volatile("fence.acq_rel.gpu;" ::: "memory")
#define ptx_fence_sc() __asm__ volatile("fence.sc.gpu;" ::: "memory")

/* Atomics that give the word as it was; all acquire. */
#define PTX_ATOM(name, operation)                                              \
	static inline uint32_t name(void *p, uint32_t v)                       \
	{                                                                      \
		uint32_t was;                                                  \
                                                                               \
		__asm__ volatile(operation " %0, [%1], %2;"                    \
				 : "=r"(was)                                   \
				 : "l"(p), "r"(v)                              \
				 : "memory");                                  \
		return was;                                                    \
	}

PTX_ATOM(ptx_swap, "atom.acquire.gpu.global.exch.b32")
PTX_ATOM(ptx_fetch_add, "atom.acquire.gpu.global.add.u32")

static inline uint32_t ptx_compare_swap(void *p, uint32_t old, uint32_t v)
{
	uint32_t was;

	__asm__ volatile("atom.acquire.gpu.global.cas.b32 %0, [%1], %2, %3;"
			 : "=r"(was)
			 : "l"(p), "r"(old), "r"(v)
			 : "memory");
	return was;
}

/* Sets the word to v if it is 0.  Returns what it is then. */
static inline uint64_t ptx_first(void *p, uint64_t v)
{
	uint64_t was;

	__asm__ volatile("atom.relaxed.gpu.global.cas.b64 %0, [%1], 0, %2;"
			 : "=l"(was)
			 : "l"(p), "l"(v)
			 : "memory");
	return was ? was : v;
}

/* Nanoseconds; on an H100 in steps of 32. */
static inline uint64_t ptx_now(void)
{
	uint64_t t;

	__asm__ volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
	return t;
}

#define PTX_SPECIAL(name, special)                                             \
	static inline uint32_t name(void)                                      \
	{                                                                      \
		uint32_t n;                                                    \
                                                                               \
		__asm__("mov.u32 %0, %%" special ";" : "=r"(n));               \
		return n;                                                      \
	}

PTX_SPECIAL(ptx_block, "ctaid.x")
PTX_SPECIAL(ptx_column, "tid.x")
PTX_SPECIAL(ptx_row, "tid.y")
PTX_SPECIAL(ptx_columns, "ntid.x")
PTX_SPECIAL(ptx_rows, "ntid.y")

/* Of all threads of this block that have not ended, wherever each is in its program. */
#define ptx_barrier() __asm__ volatile("barrier.sync 0;" ::: "memory")

/* Whether it lies on this thread's stack, which no other thread reaches. */
static inline bool ptx_is_local(const void *p)
{
	uint32_t is;

	__asm__("{\n\t.reg .pred is;\n\t"
		"isspacep.local is, %1;\n\t"
		"selp.u32 %0, 1, 0, is;\n\t}"
		: "=r"(is)
		: "l"(p));
	return is;
}

static inline void ptx_nap(uint32_t ns)
{
	__asm__ volatile("nanosleep.u32 %0;" ::"r"(ns) : "memory");
}

static inline _Noreturn void ptx_exit(void)
{
	__asm__ volatile("exit;");
	__builtin_unreachable();
}

#endif
