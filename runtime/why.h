/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why a call has returned an error: which argument, or which state.  The code says the
 * kind; in debug builds weft_strerror adds what RT_WHY told last, at this core, in the
 * latest call for threads.  Other builds have the code alone, and no texts.
 */
#ifndef RUNTIME_WHY_H
#define RUNTIME_WHY_H

#include <weft/types.h>

#ifndef WEFT_DEBUG
#define WEFT_DEBUG 0
#endif

/* runtime/error.c.  `why` stays valid; with 0 and NULL a call begins.  Any context. */
int rt_why(int error, const char *why);

#define RT_WHY(error, why) (WEFT_DEBUG ? rt_why(error, #error ": " why) : (error))

#endif
