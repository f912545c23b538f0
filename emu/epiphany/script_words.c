// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <string.h>

#include "emu/epiphany/host.h"
#include "emu/epiphany/script_words.h"
#include "host/options.h"

enum {
	TABLE = 0x01000000, /* of shared segments, in external memory */
	MAGIC = 0xabcdef00,
	SEGMENTS = 64,
	SEGMENT_BYTES = 296,
	NAME_BYTES = 256,
	FIRST_SEGMENT = TABLE + 0x8000,
};

static char *rest; /* of the line */

void script_words(char *line)
{
	line[strcspn(line, "#")] = 0;
	rest = line;
}

const char *script_next(void)
{
	char *word;

	do {
		word = strsep(&rest, " \t\r");
	} while (word && !*word);
	return word;
}

const char *script_word(const char *what)
{
	static char text[100];
	const char *word = script_next();

	if (!word) {
		snprintf(text, sizeof(text), "%s is missing", what);
		script_die(text);
	}
	return word;
}

uint32_t script_value(const char *what)
{
	return (uint32_t)host_number(script_word(what), UINT32_MAX);
}

bool script_number(uint32_t *value)
{
	const char *word = script_next();

	if (word) {
		*value = (uint32_t)host_number(word, UINT32_MAX);
	}
	return word;
}

void script_cores(bool *cores, const bool *all)
{
	const char *list = script_next();

	if (list) {
		host_list(list, chip.count, cores);
	} else {
		memcpy(cores, all, chip.count * sizeof(*cores));
	}
}

struct script_place script_place(void)
{
	struct script_place place = {false};
	const char *where = script_word("cores, or `ext`,");

	place.external = !strcmp(where, "ext");
	if (!place.external) {
		host_list(where, chip.count, place.cores);
	}
	place.address = script_value("an address");
	return place;
}

/* The i-th memory of a place, or null: it is none of them. */
static struct memory *memory_of(const struct script_place *place, uint32_t i,
				uint64_t bytes)
{
	struct memory *memory = place->external ? &chip.external
						: &chip.cores[i].sram;

	if (place->external ? i > 0 : !place->cores[i]) {
		return NULL;
	}
	if (place->address > memory->size ||
	    bytes > memory->size - place->address) {
		script_die("there is no such memory");
	}
	return memory;
}

/* Stores, by bytes: a program may run what the host has written. */
void script_store(const struct script_place *place, const void *from,
		  uint32_t bytes)
{
	const uint8_t *byte = from;

	for (uint32_t i = 0; i < chip.count; i++) {
		struct memory *memory = memory_of(place, i, bytes);

		for (uint32_t k = 0; memory && k < bytes; k++) {
			memory_write(memory, place->address + k, 0, byte[k]);
		}
	}
}

bool script_all_are(const struct script_place *place, uint32_t value,
		    uint32_t *core, uint32_t *is)
{
	for (uint32_t i = 0; i < chip.count; i++) {
		const struct memory *memory = memory_of(place, i, 4);

		if (memory) {
			memcpy(is, memory->bytes + place->address, 4);
			*core = i;
			if (*is != value) {
				return false;
			}
		}
	}
	return true;
}

bool script_save(const struct script_place *place, uint32_t bytes, FILE *file)
{
	bool ok = true;

	for (uint32_t i = 0; i < chip.count; i++) {
		const struct memory *memory = memory_of(place, i, bytes);

		ok &= !memory || fwrite(memory->bytes + place->address, 1,
					bytes, file) == bytes;
	}
	return ok;
}

void script_print(const struct script_place *place, uint32_t words)
{
	for (uint32_t i = 0; i < chip.count; i++) {
		const struct memory *memory = memory_of(place, i, UINT64_C(4) * words);

		if (!memory) {
			continue;
		}
		printf("[%02" PRIu32 "] 0x%05" PRIx32 ":", i, place->address);
		for (uint32_t k = 0; k < words; k++) {
			uint32_t word;

			memcpy(&word, memory->bytes + place->address + 4 * k, 4);
			printf(" %08" PRIx32, word);
		}
		putchar('\n');
	}
	fflush(stdout);
}

/* Words of the table, each of them the low half of 8 bytes but the last two. */
static void put_word(uint32_t at, uint32_t value)
{
	memory_write(&chip.external, at, 2, value);
}

void script_share(const char *name, uint32_t bytes)
{
	static uint32_t count, next = FIRST_SEGMENT;
	uint32_t at = TABLE + 8 + count * SEGMENT_BYTES;

	if (count++ == SEGMENTS || strlen(name) >= NAME_BYTES ||
	    next > chip.external.size || bytes > chip.external.size - next) {
		script_die("no room for that segment");
	}
	put_word(TABLE, MAGIC);
	put_word(TABLE + 4, 1);
	for (uint32_t i = 0; i <= strlen(name); i++) {
		memory_write(&chip.external, at + 8 + i, 0, (uint8_t)name[i]);
	}
	put_word(at + 264, bytes);
	put_word(at + 272, chip.external_base + next);
	put_word(at + 280, next);
	put_word(at + 288, 1);
	put_word(at + 292, 1);
	printf("share %s: ext 0x%" PRIx32 "\n", name, next);
	next = (next + bytes + 7) & ~7u;
}
