/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorts the words of a text, given by INPUT=.  A word is letters in a row, in lower case.
 *
 *   wordsort [write=1]
 *
 * write=1: the sorted words, one a line, are on the console.  The root, the core that has the
 * text, sorts once more alone and compares.
 */
#include <ctype.h>
#include <string.h>

#include "examples/input.h"
#include "examples/wordsort/sort.h"

/* Returns how many words there are; where they are to be, if not null. */
static uint32_t split(const char *text, size_t bytes, word *to)
{
	uint32_t n = 0, letters = 0;

	for (size_t i = 0; i < bytes; i++) {
		int c = (unsigned char)text[i];

		if (c < 128 && isalpha(c)) {
			n += letters == 0;
			if (to && letters < WORD) {
				to[n - 1][letters] = (char)tolower(c);
			}
			letters++;
		} else {
			letters = 0;
		}
	}
	return n;
}

int main(int argc, char **argv)
{
	bool writes = argc > 1 && strcmp(argv[1], "write=1") == 0, right = true;
	word *words = NULL, *alone = NULL;
	uint32_t root, n = 0;
	const char *text;
	size_t bytes = 0;
	uint64_t start, cycles;

	root = input_root(&text, &bytes);
	if (root == weft_size()) {
		weft_panic("wordsort needs INPUT=, a text");
	}
	if (weft_rank() == root) {
		n = split(text, bytes, NULL);
		words = room((size_t)n * WORD);
		alone = room((size_t)n * WORD);
		split(text, bytes, words);
		split(text, bytes, alone);
		qsort(alone, n, WORD, word_order);
	}
	need(weft_bcast(&n, sizeof(n), root, WEFT_WORLD, WEFT_FOREVER));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	sort_run(words, n, root);
	cycles = weft_cycles() - start;
	if (words) {
		right = memcmp(words, alone, (size_t)n * WORD) == 0;
	}
	for (uint32_t i = 0; words && writes && i < n; i++) {
		printf("%.*s\n", WORD, words[i]);
	}
	return verdict(right, root, "wordsort", cycles);
}
