/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checksums, in builds with CHECK=1 (-DWEFT_CHECK=1): CRC-32 (IEEE 802.3, as zlib has
 * it), four bits at a time, which needs a table of 64 bytes and no multiplication.
 * Cost: some 12 instructions a byte.
 */
#ifndef RUNTIME_CRC_H
#define RUNTIME_CRC_H

#include <stddef.h>
#include <stdint.h>

#ifndef WEFT_CHECK
#define WEFT_CHECK 0
#endif

/* Of what came before, or 0, and these bytes.  Any context. */
uint32_t rt_crc(uint32_t before, const void *data, size_t bytes);

#endif
