/* SPDX-License-Identifier: Apache-2.0 */
#include "topology/squares.h"

#include <stdbool.h>

static ARCH_COLD bool in_row(const struct cores *cores, uint32_t n, uint32_t y)
{
	return n < cores->count && cores_place(cores, n).y == y;
}

uint32_t squares_row(const struct cores *cores)
{
	uint32_t y = cores_place(cores, 0).y, last = 0, step = 1;

	while (in_row(cores, last + step, y)) {
		last += step;
		step <<= 1;
	}
	while (step >>= 1) {
		last += in_row(cores, last + step, y) ? step : 0;
	}
	return last + 1;
}

static ARCH_COLD uint16_t *add(uint16_t *order, uint32_t first, uint32_t end)
{
	while (first < end) {
		*order++ = (uint16_t)first++;
	}
	return order;
}

void squares_order(uint16_t *order, uint32_t count, uint32_t width)
{
	uint32_t band = width << SQUARES_LOG2, begin = 0;

	for (; count - begin >= band; begin += band) {
		uint32_t end = begin + width;

		for (uint32_t x = begin; x < end; x += SQUARES_WIDE) {
			uint32_t wide = end - x;

			wide = wide < SQUARES_WIDE ? wide : SQUARES_WIDE;
			for (uint32_t y = x; y < begin + band; y += width) {
				order = add(order, y, y + wide);
			}
		}
	}
	add(order, begin, count);
}

uint32_t squares_place(uint32_t number, uint32_t count, uint32_t width)
{
	uint32_t band = width << SQUARES_LOG2, begin = 0, x, left, place;

	while (number - begin >= band) {
		begin += band;
	}
	if (count - begin < band) {
		return number;
	}
	for (x = number - begin; x >= width;) {
		x -= width;
	}
	left = x & -SQUARES_WIDE;
	place = begin + (left << SQUARES_LOG2) + x - left;
	for (number -= begin + x; number > 0; number -= width) {
		place += width - left < SQUARES_WIDE ? width - left
						     : SQUARES_WIDE;
	}
	return place;
}
