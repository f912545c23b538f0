/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barriers to compare with: weft_barrier (weft/barrier.h) takes none of them.  What that
 * header says of barriers holds for these, too.
 */
#ifndef WEFT_PUBLISHED_BARRIER_H
#define WEFT_PUBLISHED_BARRIER_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Every core tells rank 0, which then tells every core.  Cost:
 * 2(P - 1) flag writes one after another.  MPB: P - 1 flags.  WEFT_ERR_LIMIT
 * above 1024 cores.
 */
int weft_barrier_central(weft_us_t within);

/*
 * Arrivals go up a binary tree, and the release comes down.  Cost: 2 ceil(log2
 * P) steps.  MPB: 3 flags.
 */
int weft_barrier_tree(weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
