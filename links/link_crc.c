/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rt_crc, four bytes at a time: M. Kounavis, F. Berry, "A Systematic Approach to Building
 * High Performance Software-Based CRC Generators" (ISCC 2005).  A frame's checksum is most
 * of what a link costs its door, and the tables' 4 KB are no matter there.
 */
#include "links/link_state.h"

enum {
	BYTE = 256,
	SLICES = 4,
};

static uint32_t table[SLICES][BYTE];

void link_crc_open(void)
{
	for (uint32_t i = 0; i < BYTE; i++) {
		uint32_t crc = i;

		for (int bit = 0; bit < 8; bit++) {
			crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
		}
		table[0][i] = crc;
	}
	for (uint32_t slice = 1; slice < SLICES; slice++) {
		for (uint32_t i = 0; i < BYTE; i++) {
			uint32_t crc = table[slice - 1][i];

			table[slice][i] = crc >> 8 ^ table[0][crc & 255];
		}
	}
}

/* `data` lies at a word. */
uint32_t link_crc(uint32_t before, const void *data, uint32_t bytes)
{
	const uint32_t *word = data;
	const uint8_t *byte;
	uint32_t crc = ~before;

	for (; bytes >= sizeof(*word); bytes -= (uint32_t)sizeof(*word)) {
		crc ^= *word++;
		crc = table[3][crc & 255] ^ table[2][crc >> 8 & 255] ^
		      table[1][crc >> 16 & 255] ^ table[0][crc >> 24];
	}
	for (byte = (const uint8_t *)word; bytes > 0; bytes--) {
		crc = crc >> 8 ^ table[0][(crc ^ *byte++) & 255];
	}
	return ~crc;
}
