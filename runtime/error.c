/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/small.h"

#include <weft/types.h>

ARCH_COLD const char *weft_strerror(int error)
{
	static const char *const text[] = {
		"WEFT_OK: done",
		"WEFT_ERR_NULL: a pointer is null",
		"WEFT_ERR_RANK: no such core in this run",
		"WEFT_ERR_WINDOW: no such window",
		"WEFT_ERR_RANGE: outside the part of the window that is yours",
		"WEFT_ERR_ALIGN: a flag must be an aligned word",
		"WEFT_ERR_TIMEOUT: the deadline came first",
		"WEFT_ERR_SPACE: no room of that size is left",
		"WEFT_ERR_DEGREE: no flags for a tree of that degree",
		"WEFT_ERR_LIMIT: more cores than this algorithm serves",
		"WEFT_ERR_CONTEXT: not from a handler",
		"WEFT_ERR_STATE: not now",
		"WEFT_ERR_NAME: no such name",
		"WEFT_ERR_SIZE: longer than a message may be",
		"WEFT_ERR_REFUSED: a receiver has no room for that size",
		"WEFT_ERR_DEAD: a core has stopped answering",
		"WEFT_ERR_MISMATCH: cores that act together differ in what",
		"WEFT_ERR_DAMAGED: bits have flipped, again and again",
		"WEFT_ERR_PENDING: not in time, but it has begun and goes on",
	};
	int last = (int)(sizeof(text) / sizeof(text[0])) - 1;

	return error <= 0 && error >= -last ? text[-error] : "unknown error";
}
