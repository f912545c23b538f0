/* SPDX-License-Identifier: Apache-2.0 */
/* Cores that apply operations to one object at once, and what they record. */
#ifndef TESTS_TARGET_SYNC_WORKERS_H
#define TESTS_TARGET_SYNC_WORKERS_H

#include <weft/published/delegate.h>
#include <weft/published/treiber.h>
#include <weft/weft.h>

#include "arch/small.h"
#include "history.h"

/* Number i of this core's calls. */
typedef struct call workers_call(enum model_kind kind, uint32_t i);

/* Collective, all of them.  Barriers between work and check are the caller's. */
void workers_begin(void);

/* An object, guarded by n delegates of that kind; and its end. */
void workers_make(const struct weft_delegation *how, enum model_kind kind,
		  uint32_t n);
void workers_free(void);

/* Some of the cores that do not serve, the same on all of them. */
void workers_choose(void);

/* So many calls of each worker; without patience, with waits that are given up. */
void workers_work(uint32_t n, workers_call *next, bool patient);

/* Is what they recorded, and what they have left, linearizable?  True on other cores. */
bool workers_check(uint32_t n);

/* The kinds of delegation, and the objects' names. */
enum {
	/* Kinds of delegation: a small core has no room for all. */
	PRODUCT = ARCH_NEAR ? 4 : 6,
	KINDS = ARCH_NEAR ? 11 : 15, /* the published ones are behind them .. */
	WAYS, /* .. and "direct": each core itself, for MODEL_TREIBER only */
	DIRECT = KINDS
};
extern const struct weft_delegation *const workers_kinds[WAYS];
extern const char *const workers_objects[MODEL_TREIBER + 1];

/* In place of main, when there are arguments. */
int linear_explore(int argc, char **argv);

#endif
