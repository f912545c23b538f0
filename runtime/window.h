/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Argument checks for what applications say of windows, shared by put, get,
 * copy and flags.  The rest of the library computes its own offsets and calls the
 * port directly.
 */
#ifndef RUNTIME_WINDOW_H
#define RUNTIME_WINDOW_H

#include <weft/types.h>

/*
 * May the application touch `bytes` there?  In window 0 that is the symmetric
 * heap, in other windows all.  WEFT_OK or the error to return.
 */
int rt_check_place(struct weft_addr place, size_t bytes);

/* The same for a flag, an aligned word of window 0. */
int rt_check_flag(weft_rank_t rank, uint32_t flag);

#endif
