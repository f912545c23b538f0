/* SPDX-License-Identifier: Apache-2.0 */
/* Copies within a tile, by the core. */
#ifndef TENSIX_COPY_H
#define TENSIX_COPY_H

#include <stddef.h>
#include <stdint.h>

/*
 * n bytes from anywhere to anywhere; aligned words at `to` (a put), or at `from`, at
 * once, which ARCH_ATOM promises of a window.
 */
void tensix_copy_in(uintptr_t to, uintptr_t from, size_t n);
void tensix_copy_out(uintptr_t to, uintptr_t from, size_t n);

#endif
