/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checksums, in builds with CHECK=1 (-DWEFT_CHECK=1): CRC-32 (IEEE 802.3, as in
 * zlib).  It is computed four bits at a time, with a table of 64 bytes and no
 * multiplication.  Cost: some 12 instructions for each byte.
 */
#ifndef RUNTIME_CRC_H
#define RUNTIME_CRC_H

#include <stddef.h>
#include <stdint.h>

#ifndef WEFT_CHECK
#define WEFT_CHECK 0
#endif

/* Continues the checksum `before`, at first 0, by these bytes.  Any context. */
uint32_t rt_crc(uint32_t before, const void *data, size_t bytes);

#endif
