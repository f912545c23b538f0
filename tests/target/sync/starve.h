/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic operations of published/hybcomb.c, which starve.c makes late. */
#ifndef TESTS_TARGET_SYNC_STARVE_H
#define TESTS_TARGET_SYNC_STARVE_H

#include "sync/atomic.h"

int late_compare_swap(uint32_t rank, uint32_t offset, uint32_t expected,
		      uint32_t value, uint64_t deadline, uint32_t *was);
int late_fetch_add(uint32_t rank, uint32_t offset, uint32_t addend,
		   uint64_t deadline, uint32_t *was);
int late_swap(uint32_t rank, uint32_t offset, uint32_t value, uint64_t deadline,
	      uint32_t *was);

#ifndef STARVE_LATE /* what they call */
#define sync_compare_swap late_compare_swap
#define sync_fetch_add    late_fetch_add
#define sync_swap         late_swap
#endif

#endif
