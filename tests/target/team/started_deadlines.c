/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,7 tap=no time-out=120 */
/*
 * A wait with a deadline for each started collective: tests/faults.t stops a core at each
 * of its operations and reads the lines.  Who lives must come back in time, with what is right
 * or with a time-out that names a core; from name to name one comes to the stopped one.
 * Arguments: how many us a wait may take, words of a block, which ones; none: for
 * long, all.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/target/small_calls.h"

enum {
	LONG = 60000000, /* us */
	SLACK = 1000, /* that a wait may need to find out that they are over */
	ROUNDS = 3,
};

static weft_us_t within = LONG;

/* False: it has ended in an error, and the others with it sooner or later. */
static bool rounds(enum small_what what)
{
	struct weft_request r = {0};
	bool late = false, wrong = false;
	int error = WEFT_OK;

	for (uint32_t n = 0; n < ROUNDS && !error; n++) {
		uint64_t last =
			weft_cycles() + weft_cycles_in_us(within + SLACK);

		error = small_start(n, what, &r);
		error = error ? error : weft_wait(&r, WEFT_COMPLETE, within);
		wrong |= !error && !small_right(n, what);
		late |= weft_cycles() > last;
	}
	printf("%s: %s%s%s", small_names[what],
	       error == WEFT_OK            ? "done"
	       : error == WEFT_ERR_TIMEOUT ? "time-out"
					   : weft_strerror(error),
	       wrong ? ", wrong data" : "", late ? ", too late" : "");
	if (error == WEFT_ERR_TIMEOUT) {
		printf(", rank %d", (int)r.peer);
	}
	printf("\n");
	return !error && !wrong;
}

int main(int argc, char **argv)
{
	small_n = SMALL_WORDS;
	if (argc > 2) {
		within = (weft_us_t)strtoul(argv[1], NULL, 10);
		small_n = (uint32_t)strtoul(argv[2], NULL, 10);
	}
	if (small_n > SMALL_WORDS || weft_size() > SMALL_CORES) {
		return 2;
	}
	for (enum small_what what = 0; what < SMALL_WHATS; what++) {
		bool asked = argc <= 3;

		for (int n = 3; n < argc; n++) {
			asked |= strcmp(argv[n], small_names[what]) == 0;
		}
		if (asked && !rounds(what)) {
			return 1; /* the others' pairing is gone */
		}
	}
	return 0;
}
