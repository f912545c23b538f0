/* SPDX-License-Identifier: Apache-2.0 */
/*
 * weft-sim: run an image on all cores of a simulated chip.
 *
 *     weft-sim --profile FILE --boot FILE --blocks FILE [option ...] image
 *
 * It ends with status 85 or 87 as the image passed or failed, and with none of
 * these by itself; host.h lists the others.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#include "sim/chip/blocks.h"
#include "sim/chip/boot.h"
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
#include "sim/report/timeline.h"

static const char usage[] =
	"usage: weft-sim --profile FILE --boot FILE --blocks FILE [option ..] "
	"image\n"
	"  --set KEY=VALUE     instead of what the profile says\n"
	"  --count FILE        instructions from bench_begin to bench_end\n"
	"  --file INDEX:PATH   content of the boot record's file INDEX\n"
	"  --mode MODE         strict: stale lines and combining buffer; "
	"fast:\n"
	"                      the same time, no line is stale; relaxed: all\n"
	"                      that the contract allows\n"
	"  --atom N            bytes that land at once when relaxed (a line)\n"
	"  --seed N            perturb starts, delays and landings; 0: do not\n"
	"  --jitter-ns N       at most so much more for a visible operation\n"
	"  --late RANK:US      let that core start so much later\n"
	"  --fault RULE        docs/faults.md; @FILE: a rule a line\n"
	"  --faults SEED[:RATE[:KINDS]]  rules for random ones\n"
	"  --fault-log FILE    where to write what was done\n"
	"  --explore LIST      docs/schedules.md\n"
	"  --schedule TEXT     play this one\n"
	"  --schedule-file FILE  where to write that of a failure ..\n"
	"  --perturb LIST      only these changes of the seed's\n"
	"  --shrink FILE       if the run fails, find those needed\n"
	"  --narrative FILE      .. and its steps\n"
	"  --limit-us N        stop at this virtual time\n"
	"  --still-us N        and when only time has passed for so long\n"
	"  --dump FILE         where to write who waits for whom\n"
	"  --detect LIST       detectors: all, or some by name; and warn\n"
	"  --detect-file FILE  where to write what they have found\n"
	"  --timeline FILE     what each core does when, for Perfetto\n"
	"  --dram-mb N         private DRAM of each core (64)\n";

enum flag {
	PROFILE = 256,
	BOOT,
	BLOCKS,
	SET,
	COUNT,
	FILE_AT,
	MODE,
	ATOM,
	SEED,
	JITTER,
	LATE,
	FAULT,
	FAULTS,
	FAULT_LOG,
	EXPLORE,
	SCHEDULE,
	SCHEDULE_FILE,
	NARRATIVE,
	PERTURB,
	SHRINK,
	LIMIT,
	STILL,
	DUMP,
	DETECT,
	DETECT_FILE,
	TIMELINE,
	DRAM,
	HELP,
};

static const struct option options[] = {
	{"profile", required_argument, NULL, PROFILE},
	{"boot", required_argument, NULL, BOOT},
	{"blocks", required_argument, NULL, BLOCKS},
	{"set", required_argument, NULL, SET},
	{"count", required_argument, NULL, COUNT},
	{"file", required_argument, NULL, FILE_AT},
	{"mode", required_argument, NULL, MODE},
	{"atom", required_argument, NULL, ATOM},
	{"seed", required_argument, NULL, SEED},
	{"jitter-ns", required_argument, NULL, JITTER},
	{"late", required_argument, NULL, LATE},
	{"fault", required_argument, NULL, FAULT},
	{"faults", required_argument, NULL, FAULTS},
	{"fault-log", required_argument, NULL, FAULT_LOG},
	{"explore", required_argument, NULL, EXPLORE},
	{"schedule", required_argument, NULL, SCHEDULE},
	{"schedule-file", required_argument, NULL, SCHEDULE_FILE},
	{"narrative", required_argument, NULL, NARRATIVE},
	{"perturb", required_argument, NULL, PERTURB},
	{"shrink", required_argument, NULL, SHRINK},
	{"limit-us", required_argument, NULL, LIMIT},
	{"still-us", required_argument, NULL, STILL},
	{"dump", required_argument, NULL, DUMP},
	{"detect", required_argument, NULL, DETECT},
	{"detect-file", required_argument, NULL, DETECT_FILE},
	{"timeline", required_argument, NULL, TIMELINE},
	{"dram-mb", required_argument, NULL, DRAM},
	{"help", no_argument, NULL, HELP},
	{NULL, 0, NULL, 0},
};

struct command {
	const char *profile, *boot, *blocks, *count, *image;
	uint64_t jitter_ns;
	bool jitter_given;
};

static void add_late(char *text)
{
	char *colon = strchr(text, ':');

	if (!colon || core_start.late_count == START_LATE_MAX) {
		die(STATUS_USAGE, "--late takes RANK:US, at most %d times",
		    START_LATE_MAX);
	}
	*colon = 0;
	core_start.late[core_start.late_count].rank =
		(uint32_t)host_number(text, UINT32_MAX);
	core_start.late[core_start.late_count].by =
		host_number(colon + 1, 1u << 30) * 1000000;
	core_start.late_count++;
}

static void take(struct command *command, enum flag option)
{
	switch (option) {
	case PROFILE:
		command->profile = optarg;
		break;
	case BOOT:
		command->boot = optarg;
		break;
	case BLOCKS:
		command->blocks = optarg;
		break;
	case SET:
		profile_override(optarg);
		break;
	case COUNT:
		command->count = optarg;
		break;
	case FILE_AT:
		boot_add_file(optarg);
		break;
	case MODE:
		engine.relaxed = !strcmp(optarg, "relaxed");
		engine.strict = engine.relaxed || !strcmp(optarg, "strict");
		if (!engine.strict && strcmp(optarg, "fast")) {
			die(STATUS_USAGE, "no mode '%s'", optarg);
		}
		break;
	case ATOM:
		engine.atom = host_number(optarg, PROFILE_LINE_MAX);
		break;
	case SEED:
		engine.seed = host_number(optarg, UINT32_MAX);
		break;
	case JITTER:
		command->jitter_ns = host_number(optarg, 1000000);
		command->jitter_given = true;
		break;
	case LATE:
		add_late(optarg);
		break;
	case FAULT:
		inject_add_rule(optarg);
		break;
	case FAULTS:
		inject_add_seed(optarg);
		break;
	case FAULT_LOG:
		inject_log_path = optarg;
		break;
	case EXPLORE:
		explore_option(optarg);
		break;
	case SCHEDULE:
		explore_schedule(optarg);
		break;
	case SCHEDULE_FILE:
		explore_path = optarg;
		break;
	case PERTURB:
		perturb_option(optarg);
		break;
	case SHRINK:
		perturb_shrinks = perturb_on = true;
		perturb_path = optarg;
		break;
	case NARRATIVE:
		narrate_path = optarg;
		break;
	case LIMIT:
		engine.limit = host_number(optarg, UINT64_C(1) << 40) * 1000000;
		break;
	case STILL:
		still_limit = host_number(optarg, UINT64_C(1) << 40) * 1000000;
		break;
	case DUMP:
		report_path = optarg;
		break;
	case DETECT:
		detect_option(optarg);
		break;
	case DETECT_FILE:
		detect_path = optarg;
		break;
	case TIMELINE:
		timeline_path = optarg;
		break;
	case DRAM:
		core_start.dram_bytes = host_number(optarg, 1 << 20) << 20;
		if (!core_start.dram_bytes) {
			die(STATUS_USAGE, "--dram-mb takes 1 at least");
		}
		break;
	case HELP:
		fputs(usage, stdout);
		exit(EXIT_SUCCESS);
	default:
		fputs(usage, stderr);
		exit(STATUS_USAGE);
	}
}

static void parse(struct command *command, int argc, char **argv)
{
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		take(command, (enum flag)option);
	}
	if (!command->profile || !command->boot || !command->blocks ||
	    optind + 1 != argc) {
		fputs(usage, stderr);
		exit(STATUS_USAGE);
	}
	command->image = argv[optind];
}

/* Addresses that a program prints must not differ from run to run. */
static void fix_addresses(char **argv)
{
	int now = personality(UINT32_MAX);

	if (now != -1 && !(now & ADDR_NO_RANDOMIZE) &&
	    personality((unsigned long)now | ADDR_NO_RANDOMIZE) != -1) {
		execv("/proc/self/exe", argv);
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
	if (player) {
		player->run();
	}
	engine_run();
}

int main(int argc, char **argv)
{
	struct command command = {0};

	host_program = "weft-sim";
	fix_addresses(argv);
	engine.strict = true;
	engine.limit = SIM_NEVER;
	parse(&command, argc, argv);
	profile_read(&engine.profile, command.profile);
	boot_read(command.boot);
	if (command.jitter_given) {
		engine.jitter = command.jitter_ns * 1000;
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
	load_read(command.image);
	blocks_read(command.blocks, load_bytes());
	if (command.count) {
		blocks_count(command.count);
	}
	if (player && timeline_path) {
		die(STATUS_USAGE, "--timeline: schedules have no time");
	}
	if (player) {
		explore_blocks();
		explore_create();
	}
	load_images();
	if (perturb_on && !player) {
		narrate_create(); /* before images say what is whose */
	}
	perturb_run(run_all);
}
