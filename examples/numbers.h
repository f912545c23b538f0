/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments, numbers that look random, and shares of what is spread over all cores. */
#ifndef EXAMPLES_NUMBERS_H
#define EXAMPLES_NUMBERS_H

#include <string.h>

#include "examples/input.h"

/* What stands in an argument key=value. */
static inline const char *argument_text(int argc, char **argv, const char *key,
					const char *otherwise)
{
	size_t n = strlen(key);

	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], key, n) == 0 && argv[i][n] == '=') {
			return argv[i] + n + 1;
		}
	}
	return otherwise;
}

static inline uint32_t argument(int argc, char **argv, const char *key,
				uint32_t otherwise)
{
	const char *text = argument_text(argc, argv, key, NULL);

	return text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

/* The i-th of numbers that look random, on every core the same. */
static inline uint32_t random_at(uint32_t i)
{
	i = (i ^ i >> 16) * 0x45d9f3b;
	i = (i ^ i >> 16) * 0x45d9f3b;
	return i ^ i >> 16;
}

/* Which of `parts` the i-th of n things is of; see first_of. */
static inline uint32_t part_of(uint32_t i, uint32_t parts, uint32_t n)
{
	uint32_t each = n / parts, rest = n % parts;

	return i < rest * (each + 1) ? i / (each + 1)
				     : rest + (i - rest * (each + 1)) / each;
}

#endif
