/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads matrices of integers in Matrix Market's format: square, `coordinate` or `array`,
 * `general` or `symmetric`.
 */
#ifndef EXAMPLES_MTX_H
#define EXAMPLES_MTX_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct mtx {
	uint32_t size;    /* rows */
	uint32_t entries; /* in the file */
	bool sparse, symmetric;
	bool ok; /* so far, what was read is such a file */
	const char *at, *end;
	uint32_t next;
};

/* The next whole number behind blanks. */
static inline int32_t mtx_number(struct mtx *m)
{
	bool minus;
	uint32_t n = 0;

	while (m->at < m->end && isspace((unsigned char)*m->at)) {
		m->at++;
	}
	minus = m->at < m->end && *m->at == '-';
	m->at += minus;
	m->ok &= m->at < m->end && isdigit((unsigned char)*m->at);
	while (m->at < m->end && isdigit((unsigned char)*m->at)) {
		n = n * 10 + (uint32_t)(*m->at++ - '0');
	}
	return (int32_t)(minus ? 0 - n : n);
}

/* Has the first line that word? */
static inline bool mtx_says(const char *text, const char *end, const char *what)
{
	size_t n = strlen(what);

	for (; text + n < end && *text != '\n'; text++) {
		if (strncmp(text, what, n) == 0) {
			return true;
		}
	}
	return false;
}

/* A file of at most so many rows; look at ok. */
static inline struct mtx mtx_open(const char *text, size_t bytes, uint32_t most)
{
	struct mtx m = {.at = text, .end = text + bytes};

	m.sparse = mtx_says(text, m.end, "coordinate");
	m.symmetric = mtx_says(text, m.end, "symmetric");
	m.ok = mtx_says(text, m.end, "%%MatrixMarket matrix") &&
	       mtx_says(text, m.end, "integer") && (m.sparse || !m.symmetric);
	while (m.at < m.end && *m.at == '%') {
		while (m.at < m.end && *m.at != '\n') {
			m.at++;
		}
		m.at += m.at < m.end;
	}
	m.size = (uint32_t)mtx_number(&m);
	m.ok &= (uint32_t)mtx_number(&m) == m.size && m.size - 1 < most;
	m.entries = m.sparse ? (uint32_t)mtx_number(&m) : m.size * m.size;
	return m;
}

/* The next entry, from 0 on; a symmetric file's stands for its mirror image, too. */
static inline bool mtx_next(struct mtx *m, uint32_t *y, uint32_t *x,
			    int32_t *value)
{
	if (!m->ok || m->next == m->entries) {
		return false;
	}
	*y = m->next % m->size;
	*x = m->next / m->size;
	m->next++;
	if (m->sparse) {
		*y = (uint32_t)mtx_number(m) - 1;
		*x = (uint32_t)mtx_number(m) - 1;
	}
	*value = mtx_number(m);
	m->ok &= *y < m->size && *x < m->size;
	return m->ok;
}

#endif
