/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/chip/host.h"
#include "sim/explore/schedule.h"
#include "sim/explore/tape.h"

static const char letters[] = "citw"; /* by choice_kind */

struct schedule schedule;

static _Noreturn void bad(const char *text)
{
	die(STATUS_USAGE, "--schedule: no choice at '%.20s'", text);
}

static uint32_t number(const char **text)
{
	char *end;
	unsigned long value = strtoul(*text, &end, 10);

	if (**text < '0' || **text > '9' || value > TAPE_STEPS) {
		bad(*text);
	}
	*text = end;
	return (uint32_t)value;
}

static void expect(const char **text, char c)
{
	if (**text != c) {
		bad(*text);
	}
	++*text;
}

static uint32_t read_choice(const char **text)
{
	const char *letter = **text ? strchr(letters, **text) : NULL;
	uint32_t rank, to;

	if (!letter) {
		bad(*text);
	}
	++*text;
	rank = number(text);
	if (rank >= engine.count) {
		bad(*text);
	}
	if (letter - letters != CHOICE_LAND) {
		return choice_of((enum choice_kind)(letter - letters), rank);
	}
	expect(text, '-');
	to = number(text);
	if (to >= engine.count) {
		bad(*text);
	}
	return choice_land(rank, to);
}

void schedule_read(const char *text)
{
	schedule.n = 0;
	if (strcmp(text, "usual") == 0) {
		return;
	}
	for (;;) {
		struct deviation *d = &schedule.at[schedule.n];

		if (schedule.n == SCHEDULE_MOST) {
			die(STATUS_USAGE, "--schedule: more than %d choices",
			    SCHEDULE_MOST);
		}
		d->usual = read_choice(&text);
		expect(&text, '@');
		d->nth = number(&text);
		expect(&text, ':');
		d->choice = read_choice(&text);
		schedule.n++;
		if (!*text) {
			return;
		}
		expect(&text, ',');
	}
}

static void print_choice(int fd, uint32_t choice)
{
	enum choice_kind kind = choice_kind(choice);

	dprintf(fd, "%c%u", letters[kind], choice_core(choice));
	if (kind == CHOICE_LAND) {
		dprintf(fd, "-%u", choice % engine.count);
	}
}

void schedule_print(int fd)
{
	for (uint32_t i = 0; i < schedule.n; i++) {
		const struct deviation *d = &schedule.at[i];

		dprintf(fd, "%s", i ? "," : "");
		print_choice(fd, d->usual);
		dprintf(fd, "@%u:", d->nth);
		print_choice(fd, d->choice);
	}
	if (!schedule.n) {
		dprintf(fd, "usual");
	}
}

void schedule_of_tape(void)
{
	schedule.n = 0;
	for (uint32_t i = 0; i < tape->length; i++) {
		const struct step *step = &tape->steps[i];

		if (step->choice != step->usual && schedule.n < SCHEDULE_MOST) {
			schedule.at[schedule.n++] = (struct deviation){
				step->usual, step->nth, step->choice};
		}
	}
}

/* They are met in their order, but those that fit nowhere are passed over. */
uint32_t schedule_choice(uint32_t usual, uint32_t nth, uint64_t enabled)
{
	static bool used[SCHEDULE_MOST];

	for (uint32_t i = 0; i < schedule.n; i++) {
		const struct deviation *d = &schedule.at[i];

		if (!used[i] && d->usual == usual && d->nth == nth) {
			used[i] = true;
			if (enabled & bit(d->choice)) {
				return d->choice;
			}
		}
	}
	return usual;
}
