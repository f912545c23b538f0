/* SPDX-License-Identifier: Apache-2.0 */
/* What the Tensix emulator reads; its main is tensix_main here. */
#include "emu/tensix/host.h"
#include "emu/tensix/tile.h"
#include "tests/fuzz/fuzz.h"

int tensix_main(int argc, char **argv);

static void options(const struct fuzz_input *input)
{
	int count;
	char **words = fuzz_words(input, &count);

	tensix_main(count, words);
}

static void image(const struct fuzz_input *input)
{
	chip_create();
	chip.tiles[0].loaded = chip.tiles[79].loaded = true;
	host_load_image(input->path, 0);
}

const struct fuzz_target fuzz_targets[] = {
	{"tensix-options", options},
	{"tensix-image", image},
	{NULL, NULL},
};
