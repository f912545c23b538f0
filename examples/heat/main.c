/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Smooths an image: a PGM file (P2 or P5, at most 255 grey values), given by INPUT=.
 *
 *   heat [steps=<n>] [write=1]
 *
 * n is 20.  write=1: the result, as a PGM file, is on the console.  The root, the core that has
 * the file, computes the same once more alone and compares.
 */
#include <ctype.h>
#include <string.h>

#include "examples/heat/heat.h"
#include "examples/input.h"

static struct {
	uint32_t width, height;
} size;

/* The next number of a header, in which comments are lines from a # on. */
static uint32_t number(const char **at, const char *end)
{
	uint32_t n = 0;

	while (*at < end && !isdigit((unsigned char)**at)) {
		if (**at == '#') {
			while (*at < end && **at != '\n') {
				++*at;
			}
		} else {
			++*at;
		}
	}
	while (*at < end && isdigit((unsigned char)**at) && n < 1000000) {
		n = n * 10 + (uint32_t)(*(*at)++ - '0');
	}
	return n;
}

/* Grey values with eight bits behind the point; null: that is no such image. */
static uint16_t *parse(const char *text, size_t bytes)
{
	const char *at = text + 2, *end = text + bytes;
	uint32_t most;
	uint16_t *plate;
	size_t cells;

	if (bytes < 3 || text[0] != 'P' || (text[1] != '2' && text[1] != '5')) {
		return NULL;
	}
	size.width = number(&at, end);
	size.height = number(&at, end);
	most = number(&at, end);
	cells = (size_t)size.width * size.height;
	if (cells == 0 || cells > 4u << 20 || most == 0 || most > 255 ||
	    (text[1] == '5' && (size_t)(end - at) < cells + 1)) {
		return NULL;
	}
	plate = room(cells * sizeof(*plate));
	for (size_t i = 0; i < cells; i++) {
		uint32_t grey =
			text[1] == '5' ? (uint8_t)at[1 + i] : number(&at, end);

		plate[i] = (uint16_t)(grey << 8);
	}
	return plate;
}

static void write_image(const uint16_t *plate)
{
	printf("P2\n%u %u\n255\n", (unsigned)size.width, (unsigned)size.height);
	for (uint32_t y = 0; y < size.height; y++) {
		for (uint32_t x = 0; x < size.width; x++) {
			printf("%d%s", plate[y * size.width + x] >> 8,
			       x % 16 == 15 ? "\n" : " ");
		}
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	uint16_t *plate = NULL, *alone = NULL;
	uint32_t root, steps = 20;
	size_t bytes = 0;
	bool writes = false, right = true;
	const char *text;
	uint64_t start, cycles;

	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], "steps=", 6) == 0) {
			steps = (uint32_t)strtoul(argv[i] + 6, NULL, 10);
		}
		writes |= strcmp(argv[i], "write=1") == 0;
	}
	root = input_root(&text, &bytes);
	if (root < weft_size() && weft_rank() == root) {
		plate = parse(text, bytes);
		size.height = plate ? size.height : 0;
	}
	if (root < weft_size()) {
		need(weft_bcast(&size, sizeof(size), root, WEFT_WORLD,
				WEFT_FOREVER));
	}
	if (size.height == 0) {
		weft_panic("heat needs INPUT=, a PGM file of 255 grey values");
	}
	if (plate) {
		bytes = (size_t)size.width * size.height * sizeof(*plate);
		alone = room(bytes);
		memcpy(alone, plate, bytes);
		heat_alone(alone, size.width, size.height, steps);
	}
	heat_setup(size.width);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	heat_run(plate, size.width, size.height, steps, root);
	cycles = weft_cycles() - start;
	if (plate) {
		right = memcmp(plate, alone, bytes) == 0;
	}
	if (plate && writes) {
		write_image(plate);
	}
	return verdict(right, root, "heat", cycles);
}
