/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a line of a script, and the places that they name. */
#ifndef EMU_EPIPHANY_SCRIPT_WORDS_H
#define EMU_EPIPHANY_SCRIPT_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "emu/epiphany/chip.h"

/* This address of each of these cores; or from the beginning of external memory. */
struct script_place {
	bool external, cores[ID_COUNT];
	uint32_t address;
};

_Noreturn void script_die(const char *why);

/* Take the words of this line, which is written to; then the next one, or null. */
void script_words(char *line);
const char *script_next(void);

/* The next word, which must be there; as a number; a number if one is there. */
const char *script_word(const char *what);
uint32_t script_value(const char *what);
bool script_number(uint32_t *value);

/* A list of cores, or `all` where there is none. */
void script_cores(bool *cores, const bool *all);

/* "CORES ADDRESS" or "ext OFFSET". */
struct script_place script_place(void);

void script_store(const struct script_place *place, const void *from,
		  uint32_t bytes);
/* Do all of them have that word?  If not, one that has not, and what it has. */
bool script_all_are(const struct script_place *place, uint32_t value,
		    uint32_t *core, uint32_t *is);
bool script_save(const struct script_place *place, uint32_t bytes, FILE *file);
void script_print(const struct script_place *place, uint32_t words);

/* A segment of shared memory, in the table that e_shm_attach looks at. */
void script_share(const char *name, uint32_t bytes);

#endif
