/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sample sort (W. Frazer, A. McKellar, "Samplesort: a sampling approach to minimal storage
 * tree sorting", JACM 17:3, 1970; with regular samples as H. Shi and J. Schaeffer,
 * "Parallel sorting by regular sampling", 1992).  Each core sorts its own words; samples
 * of all say which words go to which core; those go there, are sorted, and lie then in
 * the order of ranks.
 */
#ifndef SORT_H
#define SORT_H

#include <stddef.h>
#include <stdint.h>

enum {
	WORD = 20 /* bytes; longer words are cut */
};

typedef char word[WORD];

int word_order(const void *a, const void *b);

/* Collective: the root's n words, which are replaced. */
void sort_run(word *words, uint32_t n, uint32_t root);

#endif
