/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Draws spheres of a file (scene.h), given by INPUT=, with a volume that no core has all of:
 * a small DIRT, the distributed ray tracer of M. A. Parker's thesis (Utah 2013).
 *
 *   dirt [fibers=<n>] [lines=<n>] [send=<us>] [receive=<us>] [wake=<us>] [write=1]
 *
 * n fibers of each core (4, up to 8); a cache of n bricks (16, a power of two up to 32); costs
 * that are added to each message (0).  write=1: the image, as a PPM file, is on the console.
 * The root, the core that has the file, draws the same once more alone and compares.
 */
#include <string.h>

#include "examples/dirt/draw.h"
#include "examples/dirt/trace.h"
#include "examples/input.h"

enum {
	FIBERS = 4,
	CACHE = 16,
	ARGUMENTS = 6,
	NS = 1000, /* of a microsecond */
};

static struct scene *scene;

/* The arguments of main. */
static struct {
	uint32_t fibers, lines;
	struct draw_added added;
	uint32_t write;
} given = {.fibers = FIBERS, .lines = CACHE};

static const struct {
	const char *name;
	uint32_t *value, least, most, unit;
} arguments[ARGUMENTS] = {
	{"fibers=", &given.fibers, 1, READERS, 1},
	{"lines=", &given.lines, 1, LINES, 1},
	{"send=", &given.added.send, 0, 1000, NS},
	{"receive=", &given.added.receive, 0, 1000, NS},
	{"wake=", &given.added.wake, 0, 1000, NS},
	{"write=", &given.write, 0, 1, 1},
};

static WEFT_COLD bool take(const char *argument)
{
	for (int i = 0; i < ARGUMENTS; i++) {
		size_t n = strlen(arguments[i].name);

		if (strncmp(argument, arguments[i].name, n) == 0) {
			unsigned long value = strtoul(argument + n, NULL, 10);

			*arguments[i].value =
				(uint32_t)value * arguments[i].unit;
			return value >= arguments[i].least &&
			       value <= arguments[i].most;
		}
	}
	return false;
}

static WEFT_COLD void take_all(int argc, char **argv)
{
	bool ok = true;

	for (int i = 1; i < argc; i++) {
		ok &= take(argv[i]);
	}
	if (!ok || (given.lines & (given.lines - 1))) {
		weft_panic("dirt [fibers=1..8] [lines=1,2,..32] [send=us] "
			   "[receive=us] [wake=us] [write=1]");
	}
}

/* Alone: the scene itself. */
static uint8_t value(void *from, int32_t x, int32_t y, int32_t z)
{
	return scene_value(from, x, y, z);
}

static uint8_t any(int32_t x, int32_t y, int32_t z)
{
	(void)x;
	(void)y;
	(void)z;
	return 255;
}

static WEFT_COLD bool right(const uint8_t *image)
{
	const struct volume itself = {value, any, scene};
	uint32_t pixels = (uint32_t)(scene->width * scene->height);
	uint8_t colour[COLOURS];
	bool ok = true;

	for (uint32_t i = 0; i < pixels; i++) {
		trace_pixel(scene, &itself, i, colour);
		ok &= memcmp(colour, image + i * COLOURS, COLOURS) == 0;
	}
	return ok;
}

static WEFT_COLD void write_image(const uint8_t *image)
{
	printf("P3\n%d %d\n255\n", (int)scene->width, (int)scene->height);
	for (int32_t i = 0; i < scene->width * scene->height; i++) {
		printf("%u %u %u%s", image[3 * i], image[3 * i + 1],
		       image[3 * i + 2], i % 5 == 4 ? "\n" : "  ");
	}
	printf("\n");
}

/* The sum over all cores, at the root. */
static WEFT_COLD void report(uint32_t root)
{
	const struct brick_counts *c = &brick_counts;
	uint32_t mine[] = {c->reads, c->local, c->hits, c->misses, c->joined};
	uint32_t all[5];

	need(weft_reduce(mine, all, 5, &weft_sum_uint32, root, WEFT_WORLD,
			 WEFT_FOREVER));
	if (weft_rank() == root) {
		printf("dirt: %u fibers, %u lines: %u reads, %u local, %u "
		       "hits, "
		       "%u misses, %u joined\n",
		       (unsigned)given.fibers, (unsigned)given.lines,
		       (unsigned)all[0], (unsigned)all[1], (unsigned)all[2],
		       (unsigned)all[3], (unsigned)all[4]);
	}
}

WEFT_COLD int main(int argc, char **argv)
{
	uint32_t root;
	size_t bytes = 0;
	const char *text;
	const uint8_t *image;
	uint64_t cycles;
	bool is_root;

	take_all(argc, argv);
	scene = room(sizeof(*scene));
	root = input_root(&text, &bytes);
	is_root = root < weft_size() && weft_rank() == root;
	if (is_root && !scene_parse(scene, text, bytes)) {
		scene->edge = 0;
	}
	if (root < weft_size()) {
		need(weft_bcast(scene, sizeof(*scene), root, WEFT_WORLD,
				WEFT_FOREVER));
	}
	if (scene->edge == 0) {
		weft_panic("dirt needs INPUT=, a scene: examples/dirt/scene.h");
	}
	draw_setup(scene, root, given.lines);
	cycles = weft_cycles();
	image = draw(given.fibers, &given.added);
	cycles = weft_cycles() - cycles;
	report(root);
	if (is_root && given.write) {
		write_image(image);
	}
	return verdict(!is_root || right(image), root, "dirt", cycles);
}
