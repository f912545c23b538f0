/* SPDX-License-Identifier: Apache-2.0 */
/*
 * weft-sim: run an image on all cores of a simulated chip.
 *
 *     weft-sim --profile FILE --boot FILE --blocks FILE [option ...] image
 *
 * It ends with status 85 or 87 as the image passed or failed, and with none of
 * these by itself; host.h lists the others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#include "host/options.h"
#include "host/view.h"
#include "sim/chip/blocks.h"
#include "sim/chip/boot.h"
#include "sim/chip/chips.h"
#include "sim/chip/core.h"
#include "sim/detect/detect.h"
#include "sim/explore/explore.h"
#include "sim/chip/fault.h"
#include "sim/chip/host.h"
#include "sim/faults/inject.h"
#include "sim/chip/load.h"
#include "sim/explore/narrate.h"
#include "sim/explore/perturb.h"
#include "sim/chip/spin.h"
#include "sim/chip/still.h"
#include "sim/report/costs.h"
#include "sim/report/timeline.h"

static const char *profile, *boot, *blocks, *count, *cover, *costs;
static uint64_t jitter_ns = UINT64_MAX; /* not given */

static void read_mode(const char *text)
{
	engine.relaxed = !strcmp(text, "relaxed");
	engine.strict = engine.relaxed || !strcmp(text, "strict");
	if (!engine.strict && strcmp(text, "fast")) {
		die(STATUS_USAGE, "no mode '%s'", text);
	}
}

static void add_late(const char *text)
{
	const char *us;
	uint32_t rank = (uint32_t)host_number_until(text, ':', &us, UINT32_MAX);

	if (!us || core_start.late_count == START_LATE_MAX) {
		die(STATUS_USAGE, "--late takes RANK:US, at most %d times",
		    START_LATE_MAX);
	}
	core_start.late[core_start.late_count].rank = rank;
	core_start.late[core_start.late_count].by =
		host_number(us, 1u << 30) * 1000000;
	core_start.late_count++;
}

static void read_shrink(const char *path)
{
	perturb_shrinks = perturb_on = true;
	perturb_path = path;
}

static uint64_t picoseconds(const char *us)
{
	return host_number(us, UINT64_C(1) << 40) * 1000000;
}

static void read_limit(const char *us)
{
	engine.limit = picoseconds(us);
}

static void read_still(const char *us)
{
	still_limit = picoseconds(us);
}

static void read_dram(const char *mb)
{
	core_start.dram_bytes = host_number(mb, 1 << 20) << 20;
	if (!core_start.dram_bytes) {
		die(STATUS_USAGE, "--dram-mb takes 1 at least");
	}
}

static const struct host_option options[] = {
	{"profile", "FILE", "the chip and its costs", .text = &profile},
	{"boot", "FILE", "the boot record", .text = &boot},
	{"blocks", "FILE", "what each basic block costs", .text = &blocks},
	{"set", "KEY=VALUE", "instead of what the profile says",
	 .call = profile_override},
	{"count", "FILE", "instructions from bench_begin to bench_end",
	 .text = &count},
	{"cover", "FILE", "the blocks that were entered, and the time",
	 .text = &cover},
	{"costs", "FILE", "what the run costs, of each part", .text = &costs},
	{"file", "INDEX:PATH", "content of the boot record's file INDEX",
	 .call = boot_add_file},
	{"mode", "MODE",
	 "strict: stale lines and combining buffer; fast:\n"
	 "the same time, no line is stale; relaxed: all\n"
	 "that the contract allows",
	 .call = read_mode},
	{"atom", "N", "bytes that land at once when relaxed (a line)",
	 .u64 = &engine.atom, .most = PROFILE_LINE_MAX},
	{"seed", "N", "perturb starts, delays and landings; 0: do not",
	 .u64 = &engine.seed, .most = UINT32_MAX},
	{"jitter-ns", "N", "at most so much more for a visible operation",
	 .u64 = &jitter_ns, .most = 1000000},
	{"chips", "N", "so many of them, joined by a link", .u64 = &chips.n,
	 .most = CHIPS_MOST},
	{"link", "KEY=VALUE", "docs/links.md has what there is to set",
	 .call = link_option},
	{"late", "RANK:US", "let that core start so much later",
	 .call = add_late},
	{"fault", "RULE", "docs/faults.md; @FILE: a rule a line",
	 .call = inject_add_rule},
	{"faults", "SEED[:RATE[:KINDS]]", "rules for random ones",
	 .call = inject_add_seed},
	{"fault-log", "FILE", "where to write what was done",
	 .text = &inject_log_path},
	{"explore", "LIST", "docs/schedules.md", .call = explore_option},
	{"schedule", "TEXT", "play this one", .call = explore_schedule},
	{"schedule-file", "FILE", "where to write that of a failure",
	 .text = &explore_path},
	{"narrative", "FILE", "where to write the steps of a failure",
	 .text = &narrate_path},
	{"perturb", "LIST", "only these changes of the seed's",
	 .call = perturb_option},
	{"shrink", "FILE", "if the run fails, find those needed",
	 .call = read_shrink},
	{"limit-us", "N", "stop at this virtual time", .call = read_limit},
	{"still-us", "N", "and when only time has passed for so long",
	 .call = read_still},
	{"dump", "FILE", "where to write who waits for whom",
	 .text = &report_path},
	{"detect", "LIST", "detectors: all, or some by name; and warn",
	 .call = detect_option},
	{"detect-file", "FILE", "where to write what they have found",
	 .text = &detect_path},
	{"timeline", "FILE", "what each core does when, for Perfetto",
	 .text = &timeline_path},
	{"view", "FILE", "where to write where cores lie, for who watches",
	 .text = &host_view_path},
	{"dram-mb", "N", "private DRAM of each core (64)", .call = read_dram},
	{NULL},
};

static const struct host_command command = {
	"weft-sim --profile FILE --boot FILE --blocks FILE [option ..] image",
	options,
};

/* Addresses that a program prints must not differ from run to run. */
static void fix_addresses(char **argv)
{
	int now = personality(UINT32_MAX);

	if (now != -1 && !(now & ADDR_NO_RANDOMIZE) &&
	    personality((unsigned long)now | ADDR_NO_RANDOMIZE) != -1) {
		execv("/proc/self/exe", argv);
	}
}

/* After the images are there: each has its core's clock. */
static void tell_views(void)
{
	for (uint32_t i = 0; i < engine.count; i++) {
		const struct core *core = &engine.cores[i];

		host_view(&(struct host_view){
			.index = i,
			.base = core->base,
			.part = {{core->base, core->end - core->base,
				  (const void *)core->base}},
			.window = core->window,
			.clock = &core->cpu->clock,
			.us = 1e-6,
			.waiting = &core->waiting,
			.word = &core->await,
			.moved = &core->moved,
		});
	}
}

static void run_all(void)
{
	inject_start();
	core_start_all();
	detect_create();
	timeline_create();
	fault_init();
	spin_init();
	if (costs) {
		costs_create(costs);
	}
	if (cover) {
		blocks_cover(cover);
	}
	if (player) {
		player->run();
	}
	engine_run();
}

int main(int argc, char **argv)
{
	const char *image;

	host_program = "weft-sim";
	fix_addresses(argv);
	engine.strict = true;
	engine.limit = SIM_NEVER;
	image = host_options(&command, argc, argv);
	if (!profile || !boot || !blocks) {
		host_usage(&command);
	}
	profile_read(&engine.profile, profile);
	chips_lay_out();
	boot_read(boot);
	chips_count();
	if (jitter_ns != UINT64_MAX) {
		engine.jitter = jitter_ns * 1000;
	} else if (engine.seed) {
		engine.jitter = engine.profile.jitter;
	}
	engine.tardy = engine.seed ? engine.profile.tardy : 0;
	if (!engine.atom || !engine.relaxed) {
		engine.atom = engine.profile.line_bytes;
	}
	if (engine.atom < 4 || engine.profile.line_bytes % engine.atom) {
		die(STATUS_USAGE, "--atom: a line is not so many pieces");
	}
	if (engine.relaxed || (engine.seed && engine.strict)) {
		engine.detour = engine.profile.detour;
	}
	core_create_all();
	load_read(image);
	blocks_read(blocks, load_bytes());
	if (count) {
		blocks_count(count);
	}
	if (player && timeline_path) {
		die(STATUS_USAGE, "--timeline: schedules have no time");
	}
	if (player) {
		explore_blocks();
		explore_create();
	}
	load_images();
	tell_views();
	if (perturb_on && !player) {
		narrate_create(); /* before images say what is whose */
	}
	perturb_run(run_all);
}
