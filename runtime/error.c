/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/small.h"
#include "runtime/why.h"

#include <weft/types.h>

#if WEFT_DEBUG
/* What RT_WHY told last. */
static struct {
	int error;
	const char *why;
} last;

ARCH_COLD int rt_why(int error, const char *why)
{
	last.error = error;
	last.why = why;
	return error;
}
#endif

ARCH_COLD const char *weft_strerror(int error)
{
	/* Each fits all that returns the code; headers say more. */
	static const char *const text[] ARCH_COLD_DATA = {
		"WEFT_OK: done",
		"WEFT_ERR_NULL: a pointer is null, or the team is none",
		"WEFT_ERR_RANK: no such core, or not that one in this call",
		"WEFT_ERR_WINDOW: no such window, or not in that one",
		"WEFT_ERR_RANGE: outside what is yours there, or longer",
		"WEFT_ERR_ALIGN: an address or offset is not aligned",
		"WEFT_ERR_TIMEOUT: the deadline came first",
		"WEFT_ERR_SPACE: not enough room",
		"WEFT_ERR_DEGREE: no flags for a tree of that degree",
		"WEFT_ERR_LIMIT: not in a run of so many cores",
		"WEFT_ERR_CONTEXT: not from a handler",
		"WEFT_ERR_STATE: not now: not there, not open, or in use",
		"WEFT_ERR_NAME: no such name or function",
		"WEFT_ERR_SIZE: not of that size: 0, or too long",
		"WEFT_ERR_REFUSED: the other core does not take it",
		"WEFT_ERR_DEAD: a core has stopped answering",
		"WEFT_ERR_MISMATCH: cores that act together differ in what",
		"WEFT_ERR_DAMAGED: what has come has flipped bits",
		"WEFT_ERR_PENDING: not in time, but it has begun and goes on",
		"WEFT_ERR_NUMBER: nothing has that number",
		"WEFT_ERR_KEY: another key or tag",
	};
	int most = (int)(sizeof(text) / sizeof(text[0])) - 1;

#if WEFT_DEBUG
	if (error && error == last.error) {
		return last.why;
	}
#endif
	return error <= 0 && error >= -most ? text[-error] : "unknown error";
}
