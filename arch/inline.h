/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls of the port contract without the call: optional.
 *
 * A put of a line or a flag write takes hardly longer than calling the function
 * that does it.  A port where that is so names a header in its arch_port.h,
 *
 *  ARCH_INLINE  "the header": it has static inline functions that do what arch_put,
 *               arch_get, arch_copy, arch_flag_write, arch_flag_read and
 *               arch_acquire do, named as here
 *
 *  ARCH_SHORT   in that header, or not: attributes of functions that do hardly more
 *               than one of these
 *
 * Callers for whom it matters use these names; on other ports they are the
 * contract's own functions.
 */
#ifndef WEFT_ARCH_INLINE_H
#define WEFT_ARCH_INLINE_H

#include "arch/arch.h"

#ifdef ARCH_INLINE
#include ARCH_INLINE
#else
#define arch_inline_put        arch_put
#define arch_inline_get        arch_get
#define arch_inline_copy       arch_copy
#define arch_inline_flag_write arch_flag_write
#define arch_inline_flag_read  arch_flag_read
#define arch_inline_acquire    arch_acquire
#endif

#ifndef ARCH_SHORT
#define ARCH_SHORT
#endif

#endif
