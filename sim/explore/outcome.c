/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sim/chip/host.h"
#include "sim/explore/outcome.h"

enum {
	TOLD = 64,     /* outcomes that are told apart */
	BYTES = 65536, /* of one execution */
	LINES = 4096,
};

static struct {
	char *text;
	uint64_t count;
} outcomes[TOLD];

static uint32_t known;
static uint64_t others;
static int console;           /* what an execution has printed */
static char *first_text = ""; /* of the first one added */
static char text[BYTES];

void outcome_create(void)
{
	console = memfd_create("console", MFD_CLOEXEC);
	if (console < 0) {
		die(STATUS_HOST, "no room for what executions print");
	}
}

void outcome_collect(void)
{
	if (ftruncate(console, 0) != 0 || lseek(console, 0, SEEK_SET) != 0 ||
	    dup2(console, STDOUT_FILENO) < 0) {
		die(STATUS_HOST, "cannot collect what is printed");
	}
}

static void take_text(void)
{
	ssize_t n = pread(console, text, sizeof(text) - 1, 0);

	text[n > 0 ? n : 0] = 0;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Its lines in order, without the runtime's own. */
static char *sorted(void)
{
	static char *lines[LINES];
	char *rest = text, *line, *result = host_alloc(sizeof(text));
	size_t n = 0;

	while (n < LINES && (line = strsep(&rest, "\n"))) {
		if (*line && strncmp(line, "weft: ", 6) != 0) {
			lines[n++] = line;
		}
	}
	qsort(lines, n, sizeof(*lines), by_text);
	for (size_t i = 0; i < n; i++) {
		strcat(result, i ? " | " : "");
		strcat(result, lines[i]);
	}
	return result;
}

void outcome_add(void)
{
	char *what;
	uint32_t i = 0;

	take_text();
	if (!*first_text) {
		first_text = strdup(text);
	}
	what = sorted();
	while (i < known && strcmp(outcomes[i].text, what) != 0) {
		i++;
	}
	if (i == TOLD) {
		others++;
	} else if (i == known) {
		outcomes[known++].text = what;
	}
	if (i < TOLD) {
		outcomes[i].count++;
		if (outcomes[i].text == what) {
			return;
		}
	}
	free(what);
}

void outcome_tell(void)
{
	for (uint32_t i = 0; i < known; i++) {
		fprintf(stderr, "weft-sim: outcome, %llu times: %s\n",
			(unsigned long long)outcomes[i].count,
			*outcomes[i].text ? outcomes[i].text : "(nothing)");
	}
	if (others) {
		fprintf(stderr, "weft-sim: other outcomes, %llu times\n",
			(unsigned long long)others);
	}
}

void outcome_print(bool first)
{
	if (!first) {
		take_text();
	}
	fputs(first ? first_text : text, stdout);
	fflush(stdout);
}
