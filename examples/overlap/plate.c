/* SPDX-License-Identifier: Apache-2.0 */
#include "plate.h"
#include "words.h"

enum {
	SIDE = 32,
	HEAT_SHIFT = 8 /* so that four neighbours add up in a word */
};

static uint32_t plate[SIDE][SIDE];
static uint32_t state;

void plate_begin(uint32_t seed)
{
	state = seed | 1;
	for (uint32_t y = 0; y < SIDE; y++) {
		for (uint32_t x = 0; x < SIDE; x++) {
			plate[y][x] = 0;
		}
	}
}

void plate_sweep(void)
{
	for (uint32_t x = 1; x < SIDE - 1; x++) {
		plate[0][x] = words_random(&state) >> HEAT_SHIFT;
	}
	for (uint32_t y = 1; y < SIDE - 1; y++) {
		for (uint32_t x = 1; x < SIDE - 1; x++) {
			plate[y][x] = (plate[y - 1][x] + plate[y + 1][x] +
				       plate[y][x - 1] + plate[y][x + 1]) >>
				      2;
		}
	}
}

uint32_t plate_hash(void)
{
	return words_hash(0, plate[0], SIDE * SIDE);
}
