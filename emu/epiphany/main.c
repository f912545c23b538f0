// SPDX-License-Identifier: Apache-2.0
/*
 * epiphany-emu: run an image on the cores of an Epiphany chip.
 *
 *     epiphany-emu [option ...] image
 *
 * Its exit statuses are in host.h; docs/epiphany-emulator.md explains all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/common/rings.h"
#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/load.h"
#include "emu/epiphany/network.h"
#include "emu/epiphany/options.h"
#include "emu/epiphany/report.h"
#include "emu/epiphany/script.h"
#include "emu/epiphany/turns.h"
#include "host/view.h"

/* The host starts a core with interrupt 0, as soon as it likes. */
static void start_cores(const struct options *o)
{
	for (uint32_t i = 0; i < chip.count; i++) {
		struct core *core = &chip.cores[i];

		if (!core->loaded) {
			continue;
		}
		chip.started++;
		event_add((struct event){
			.kind = EVENT_WRITE,
			.time = o->late[i] +
				(chip.seed ? chip_random(o->spread + 1) : 0),
			.target = (int32_t)i,
			.offset = 0xf042c, /* ILATST */
			.size = 2,
			.value = 1 | o->latched,
		});
	}
}

enum {
	CLOCKS_A_US = 600 /* of the boards' usual clock */
};

static void tell_views(void)
{
	for (uint32_t i = 0; i < chip.count; i++) {
		const struct core *core = &chip.cores[i];

		if (!core->loaded) {
			continue;
		}
		host_view(&(struct host_view){
			.index = i,
			.part = {{0, core->sram.size, core->sram.bytes},
				 {chip.external_base, chip.external.size,
				  chip.external.bytes}},
			.clock = &core->clock,
			.us = 1.0 / CLOCKS_A_US,
			.moved = &core->moved,
		});
		if (rings_at() && rings_at() < core->sram.size) {
			rings_add(i, core->sram.bytes + rings_at());
		}
	}
}

static void share_code(void)
{
	struct memory *first = NULL;

	for (uint32_t i = 0; i < chip.count && !chip.writable_code; i++) {
		if (chip.cores[i].loaded) {
			first = first ? first : &chip.cores[i].sram;
			memory_share(&chip.cores[i].sram, first);
		}
	}
}

/* Words of code, as they are in a file, to text: for the test of the table. */
static void disassemble(const char *path)
{
	size_t bytes;
	uint8_t *code = host_read_file(path, &bytes);
	char text[64];
	struct insn in;

	for (uint32_t pc = 0; pc + 2 <= bytes; pc += in.bytes) {
		uint32_t word = 0;

		memcpy(&word, code + pc, bytes - pc < 4 ? bytes - pc : 4);
		in = isa_decode(word);
		isa_text(&in, pc, text, sizeof(text));
		printf("%x\t%s\n", pc, text);
	}
	free(code);
}

int main(int argc, char **argv)
{
	const struct options *o;

	host_program = "epiphany-emu";
	isa_init();
	o = options_read(argc, argv);
	if (o->disassemble) {
		disassemble(o->image);
		return EXIT_SUCCESS;
	}
	turns_create();
	if (o->script) {
		script_begin(o->script, o);
		turns_run();
	}
	for (uint32_t i = 0; i < chip.count; i++) {
		chip.cores[i].loaded = o->takes_part[i];
	}
	load_image(o->image, o->arguments);
	for (unsigned i = 0; i < o->file_count; i++) {
		load_file(o->files[i].path, o->files[i].address);
	}
	share_code();
	tell_views();
	start_cores(o);
	turns_run();
}
