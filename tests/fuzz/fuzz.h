/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parsers against wrong input, repeatable by seed (tests/fuzz.t).
 *
 * A program names its parsers.  Inputs are those of a folder, each as it is, then changed
 * by chance: bits, bytes, words, numbers in text, pieces left out, doubled, or of another
 * input.  Each is parsed in a process of its own, which may refuse it as the vehicle would,
 * by die() or an exit below 99.  A signal, a sanitizer's report and ten seconds are bugs.
 *
 *     program PARSER SEED RUNS SECONDS FOLDER     until so many runs or seconds; 0: no limit
 *     program PARSER one FILE                     this alone, with all that it says
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

struct fuzz_input {
	const char *path; /* a file with the bytes */
	char *text;       /* the bytes, a NUL behind them */
	size_t bytes;
};

typedef void fuzz_parser(const struct fuzz_input *input);

struct fuzz_target {
	const char *name;
	fuzz_parser *parse;
};

/* The last one's name is null. */
extern const struct fuzz_target fuzz_targets[];

/*
 * The input's lines as words of a command line, the program's name before them.  A path stays
 * in this process's own folder: slashes are no more.
 */
char **fuzz_words(const struct fuzz_input *input, int *count);

#endif
