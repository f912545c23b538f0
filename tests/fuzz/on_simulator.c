/* SPDX-License-Identifier: Apache-2.0 */
/* What the simulator reads; its main is sim_main here. */
#include <string.h>

#include "sim/chip/blocks.h"
#include "sim/chip/boot.h"
#include "sim/chip/core.h"
#include "sim/chip/load.h"
#include "sim/detect/detect.h"
#include "sim/explore/explore.h"
#include "sim/explore/perturb.h"
#include "sim/faults/inject.h"
#include "tests/fuzz/fuzz.h"

int sim_main(int argc, char **argv);

static void options(const struct fuzz_input *input)
{
	int count;
	char **words = fuzz_words(input, &count);

	sim_main(count, words);
}

static void profile(const struct fuzz_input *input)
{
	profile_read(&engine.profile, input->path);
}

static void chip(void)
{
	engine.profile.mesh_x = 6;
	engine.profile.mesh_y = 4;
	engine.profile.cores_per_tile = 2;
	engine.count = 4;
}

static void boot(const struct fuzz_input *input)
{
	chip();
	boot_read(input->path);
}

static void blocks(const struct fuzz_input *input)
{
	blocks_read(input->path, 64);
}

/* Not to be run: what is loaded is the dynamic loader's, but for symbols. */
static void image(const struct fuzz_input *input)
{
	uintptr_t n;

	chip();
	load_read(input->path);
	load_bytes();
	symbol_find("main", &n);
	for (uintptr_t at = 0; at < 4096; at += 256) {
		const char *name = symbol_at(at, &n);

		n = name ? strlen(name) : 0;
	}
	for (unsigned i = 0; i < 20; i++) {
		const char *name = symbol_function(i);

		n += name ? strlen(name) : 0;
	}
}

static void fault(const struct fuzz_input *input)
{
	chip();
	inject_add_rule(input->text);
}

static void faults(const struct fuzz_input *input)
{
	chip();
	inject_add_seed(input->text);
}

static void explore(const struct fuzz_input *input)
{
	chip();
	explore_option(input->text);
}

static void schedule(const struct fuzz_input *input)
{
	chip();
	explore_schedule(input->text);
}

static void perturb(const struct fuzz_input *input)
{
	chip();
	perturb_option(input->text);
}

static void detect(const struct fuzz_input *input)
{
	chip();
	detect_option(input->text);
}

const struct fuzz_target fuzz_targets[] = {
	{"sim-options", options}, {"profile", profile}, {"sim-boot", boot},
	{"blocks", blocks},       {"sim-image", image}, {"fault", fault},
	{"faults", faults},       {"explore", explore}, {"schedule", schedule},
	{"perturb", perturb},     {"detect", detect},   {NULL, NULL},
};
