/* SPDX-License-Identifier: Apache-2.0 */
/* What the Epiphany's emulator reads; its main is epiphany_main here. */
#include "emu/epiphany/chip.h"
#include "emu/epiphany/load.h"
#include "emu/epiphany/options.h"
#include "emu/epiphany/turns.h"
#include "host/host.h"
#include "tests/fuzz/fuzz.h"

int epiphany_main(int argc, char **argv);

static void options(const struct fuzz_input *input)
{
	int count;
	char **words = fuzz_words(input, &count);

	epiphany_main(count, words);
}

static void chip_of_two(void)
{
	char *words[] = {"program", "--rows", "1", "--cols", "2", "none", NULL};

	isa_init();
	options_read(6, words);
	turns_create();
	chip.cores[0].loaded = chip.cores[1].loaded = true;
}

static void image(const struct fuzz_input *input)
{
	chip_of_two();
	load_image(input->path, 0x8e000000);
}

static void code(const struct fuzz_input *input)
{
	char text[64];

	isa_init();
	for (size_t at = 0; at + 4 <= input->bytes; at += 2) {
		uint32_t word = (uint32_t)(uint8_t)input->text[at] |
				(uint32_t)(uint8_t)input->text[at + 1] << 8 |
				(uint32_t)(uint8_t)input->text[at + 2] << 16 |
				(uint32_t)(uint8_t)input->text[at + 3] << 24;
		struct insn in = isa_decode(word);

		isa_text(&in, (uint32_t)at, text, sizeof(text));
	}
}

const struct fuzz_target fuzz_targets[] = {
	{"epiphany-options", options},
	{"epiphany-image", image},
	{"epiphany-code", code},
	{NULL, NULL},
};
