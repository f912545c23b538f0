/* SPDX-License-Identifier: Apache-2.0 */
#include "examples/dirt/scene.h"

#include <ctype.h>
#include <string.h>

#include <weft/types.h>

enum {
	NUMBERS = 5, /* of a line, at most */
	WORD = 7,
	LARGEST = 100000,
};

struct reader {
	const char *at, *end;
};

struct statement {
	char word[WORD];
	int32_t number[NUMBERS];
	uint32_t numbers;
};

static bool more(const struct reader *r)
{
	return r->at < r->end && *r->at != '\n' && *r->at != '#';
}

static void skip_blanks(struct reader *r)
{
	while (more(r) && isspace((unsigned char)*r->at)) {
		r->at++;
	}
}

static WEFT_COLD bool read_number(struct reader *r, int32_t *number)
{
	bool minus = more(r) && *r->at == '-';
	const char *first;

	r->at += minus;
	first = r->at;
	for (*number = 0; more(r) && isdigit((unsigned char)*r->at); r->at++) {
		if (*number < LARGEST) {
			*number = *number * 10 + (*r->at - '0');
		}
	}
	*number = minus ? -*number : *number;
	return r->at > first;
}

/* A line; its word is empty if nothing is said there. */
static WEFT_COLD bool read_line(struct reader *r, struct statement *s)
{
	uint32_t n = 0;

	*s = (struct statement){.numbers = 0};
	skip_blanks(r);
	while (more(r) && isalpha((unsigned char)*r->at)) {
		if (n == WORD - 1) {
			return false;
		}
		s->word[n++] = *r->at++;
	}
	for (skip_blanks(r); more(r); skip_blanks(r)) {
		if (s->numbers == NUMBERS ||
		    !read_number(r, &s->number[s->numbers++])) {
			return false;
		}
	}
	while (r->at < r->end && *r->at++ != '\n') {
	}
	return n > 0 || s->numbers == 0;
}

static bool is(const struct statement *s, const char *word, uint32_t numbers)
{
	return strcmp(s->word, word) == 0 && s->numbers == numbers;
}

static WEFT_COLD bool add_sphere(struct scene *scene, const int32_t *n)
{
	if (scene->spheres == SPHERES || n[3] < 1 || n[3] > EDGE_MOST ||
	    n[4] < 0 || n[4] > 255) {
		return false;
	}
	for (int i = 0; i < 3; i++) {
		if (n[i] < -EDGE_MOST || n[i] > 2 * EDGE_MOST) {
			return false;
		}
	}
	scene->sphere[scene->spheres++] =
		(struct sphere){n[0], n[1], n[2], n[3], n[4]};
	return true;
}

static WEFT_COLD bool obey(struct scene *scene, const struct statement *s)
{
	const int32_t *n = s->number;

	if (is(s, "volume", 1)) {
		scene->edge = n[0];
	} else if (is(s, "image", 2)) {
		scene->width = n[0];
		scene->height = n[1];
	} else if (is(s, "iso", 1)) {
		scene->iso = n[0];
	} else if (is(s, "view", 2)) {
		scene->view[0] = n[0];
		scene->view[1] = n[1];
	} else if (is(s, "sphere", 5)) {
		return add_sphere(scene, n);
	} else {
		return s->word[0] == '\0';
	}
	return true;
}

static bool between(int32_t n, int32_t least, int32_t most)
{
	return n >= least && n <= most;
}

WEFT_COLD bool scene_parse(struct scene *scene, const char *text, size_t bytes)
{
	struct reader r = {text, text + bytes};
	struct statement s;

	memset(scene, 0, sizeof(*scene));
	while (r.at < r.end) {
		if (!read_line(&r, &s) || !obey(scene, &s)) {
			return false;
		}
	}
	return between(scene->edge, 4, EDGE_MOST) && scene->edge % 4 == 0 &&
	       between(scene->width, 8, SIDE_MOST) && scene->width % 8 == 0 &&
	       between(scene->height, 1, SIDE_MOST) &&
	       between(scene->iso, 1, 255) &&
	       between(scene->view[0], -256, 256) &&
	       between(scene->view[1], -256, 256);
}

static int32_t value_of(const struct sphere *s, int32_t x, int32_t y, int32_t z)
{
	int32_t dx = x - s->x, dy = y - s->y, dz = z - s->z;
	int32_t far = dx * dx + dy * dy + dz * dz, rim = s->radius * s->radius;

	return far < rim ? s->value * (rim - far) / rim : 0;
}

WEFT_COLD uint8_t scene_value(const struct scene *scene, int32_t x, int32_t y,
			      int32_t z)
{
	int32_t most = 0, last = scene->edge - 1;

	if (!between(x, 0, last) || !between(y, 0, last) ||
	    !between(z, 0, last)) {
		return 0;
	}
	for (uint32_t i = 0; i < scene->spheres; i++) {
		int32_t value = value_of(&scene->sphere[i], x, y, z);

		most = value > most ? value : most;
	}
	return (uint8_t)most;
}
