/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads, stores and atomics of PTX's memory model ("Memory Consistency Model" in the PTX
 * manual), scope .gpu: all blocks of this chip, which meet in L2.  Scope .sys: the host,
 * too.  A plain load may come from this SM's own L1, where nothing keeps it fresh; a
 * relaxed one comes from L2, in any order.  An acquire drops the whole L1.
 */
#ifndef GPU_PTX_H
#define GPU_PTX_H

#include <stdint.h>

static inline uint32_t ptx_load(const void *p)
{
	uint32_t v;

	__asm__ volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
			 : "=r"(v)
			 : "l"(p)
			 : "memory");
	return v;
}

static inline uint8_t ptx_load_byte(const void *p)
{
	uint32_t v;

	__asm__ volatile("ld.relaxed.gpu.global.u8 %0, [%1];"
			 : "=r"(v)
			 : "l"(p)
			 : "memory");
	return (uint8_t)v;
}

/* Four words, each of them whole. */
static inline void ptx_load_line(uint32_t w[4], const void *p)
{
	__asm__ volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
			 : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])
			 : "l"(p)
			 : "memory");
}

static inline uint32_t ptx_acquire(const void *p)
{
	uint32_t v;

	__asm__ volatile("ld.acquire.gpu.global.u32 %0, [%1];"
			 : "=r"(v)
			 : "l"(p)
			 : "memory");
	return v;
}

static inline void ptx_store(void *p, uint32_t v)
{
	__asm__ volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(v)
			 : "memory");
}

static inline void ptx_store_byte(void *p, uint32_t v)
{
	__asm__ volatile("st.relaxed.gpu.global.u8 [%0], %1;" ::"l"(p), "r"(v)
			 : "memory");
}

/* Two words at once, 8-aligned. */
static inline void ptx_store_pair(void *p, uint32_t low, uint32_t high)
{
	__asm__ volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p),
			 "l"(low | (uint64_t)high << 32)
			 : "memory");
}

static inline void ptx_store_line(void *p, const uint32_t w[4])
{
	__asm__ volatile(
		"st.relaxed.gpu.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p),
		"r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
		: "memory");
}

static inline void ptx_fence(void)
{
	__asm__ volatile("fence.acq_rel.gpu;" ::: "memory");
}

static inline void ptx_fence_sc(void)
{
	__asm__ volatile("fence.sc.gpu;" ::: "memory");
}

/* Atomics; all acquire. */
static inline uint32_t ptx_swap(void *p, uint32_t v)
{
	uint32_t was;

	__asm__ volatile("atom.acquire.gpu.global.exch.b32 %0, [%1], %2;"
			 : "=r"(was)
			 : "l"(p), "r"(v)
			 : "memory");
	return was;
}

static inline uint32_t ptx_compare_swap(void *p, uint32_t old, uint32_t v)
{
	uint32_t was;

	__asm__ volatile("atom.acquire.gpu.global.cas.b32 %0, [%1], %2, %3;"
			 : "=r"(was)
			 : "l"(p), "r"(old), "r"(v)
			 : "memory");
	return was;
}

static inline uint32_t ptx_fetch_add(void *p, uint32_t v)
{
	uint32_t was;

	__asm__ volatile("atom.acquire.gpu.global.add.u32 %0, [%1], %2;"
			 : "=r"(was)
			 : "l"(p), "r"(v)
			 : "memory");
	return was;
}

/* One that tells nothing is four times sooner: it is not waited for. */
static inline void ptx_add(void *p, uint32_t v)
{
	__asm__ volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(p),
			 "r"(v)
			 : "memory");
}

/* The host's memory. */
static inline uint32_t ptx_load_host(const void *p)
{
	uint32_t v;

	__asm__ volatile("ld.acquire.sys.global.u32 %0, [%1];"
			 : "=r"(v)
			 : "l"(p)
			 : "memory");
	return v;
}

static inline void ptx_store_host(void *p, uint32_t v)
{
	__asm__ volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(p), "r"(v)
			 : "memory");
}

/* Nanoseconds; on an H100 in steps of 32. */
static inline uint64_t ptx_now(void)
{
	uint64_t t;

	__asm__ volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
	return t;
}

static inline uint32_t ptx_block(void)
{
	uint32_t n;

	__asm__ volatile("mov.u32 %0, %%ctaid.x;" : "=r"(n));
	return n;
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
