/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fences that can be taken out by name.
 *
 * Every fence, flush and invalidation that correctness rests on is written
 * FENCE(site, call).  Building with -DWEFT_DROP_<site>=1 leaves that one out;
 * tests/fences.t builds each such image and demands that the strict memory of
 * the simulator makes a test fail.  A fence that no test misses is either not
 * needed or not tested: both are worth knowing.
 *
 * A comment at each site above arch/ names its partner: what the other side
 * reads, and after what.  Most sites in arch/ name a rule of arch/arch.h, and
 * rules pair: (a), (b) and (d) of the writer with (e) of the reader; (c) with
 * the step with which the handler begins; (g) with another core's (g).
 */
#ifndef WEFT_ARCH_FENCE_H
#define WEFT_ARCH_FENCE_H

/* DROPPED(x): 1 where the macro x is defined as 1, 0 where it is not. */
#define FENCE_HOLE_1                     0,
#define FENCE_SECOND(first, second, ...) second
#define FENCE_PICK(...)                  FENCE_SECOND(__VA_ARGS__, 0)
#define FENCE_TEST(value)                FENCE_PICK(FENCE_HOLE_##value 1, 0)
#define FENCE_EXPAND(value)              FENCE_TEST(value)

#define FENCE(site, call)                                                      \
	do {                                                                   \
		if (!FENCE_EXPAND(WEFT_DROP_##site)) {                         \
			call;                                                  \
		}                                                              \
	} while (0)

#endif
