/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Things in a row, cut into parts as even as can be: the first `longer` parts have
 * one thing more than the others.  For set-up: they multiply and divide.
 */
#ifndef TOPOLOGY_PARTS_H
#define TOPOLOGY_PARTS_H

#include <stdint.h>

#include "topology/arith.h"

struct parts {
	uint32_t each, longer;
};

/* n parts of `all` things; n is not 0. */
static inline struct parts parts_of(uint32_t all, uint32_t n)
{
	struct parts parts;

	parts.each = arith_div(all, n, &parts.longer);
	return parts;
}

/* The first thing of a part; of the part behind the last: how many there are. */
static inline uint32_t parts_first(struct parts parts, uint32_t part)
{
	uint32_t longer = part < parts.longer ? part : parts.longer;

	return arith_mul(part, parts.each) + longer;
}

/* The part that a thing is in. */
static inline uint32_t parts_with(struct parts parts, uint32_t thing)
{
	uint32_t in_longer = arith_mul(parts.longer, parts.each + 1), rest;

	if (thing < in_longer) {
		return arith_div(thing, parts.each + 1, &rest);
	}
	return parts.longer + arith_div(thing - in_longer, parts.each, &rest);
}

#endif
