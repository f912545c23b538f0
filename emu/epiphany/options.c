// SPDX-License-Identifier: Apache-2.0
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/epiphany/host.h"
#include "emu/epiphany/options.h"
#include "emu/epiphany/report.h"

static const char usage[] =
	"usage: epiphany-emu [option ..] image\n"
	"  --rows N --cols N     the chip's cores (4, 4)\n"
	"  --origin ID           number of the first one (0x808)\n"
	"  --chip e16|e64        whose details, E16G301 or E64G401 (e16)\n"
	"  --cores LIST          which are loaded and started, as 0-3,7 (all)\n"
	"  --ext BASE:BYTES      external memory (0x8e000000:0x2000000)\n"
	"  --load FILE@ADDRESS   bytes there, beside the image\n"
	"  --args ADDRESS        told to the program in the loader's block\n"
	"  --seed N              reorder and delay transactions; 0: do not "
	"(0)\n"
	"  --delay CLOCKS        at most so much, when there is a seed (200)\n"
	"  --spread CLOCKS       start the cores so far apart, by the seed\n"
	"  --late INDEX:CLOCKS   start this one so much later\n"
	"  --latched MASK        interrupts that are latched at the start (0)\n"
	"  --window CLOCKS       cores take turns so often (2, which is "
	"exact)\n"
	"  --limit CLOCKS        stop then\n"
	"  --sram BYTES          of each core: a fiction above 0x8000\n"
	"  --writable-code       programs may run what they have written\n"
	"  --trace FILE          every instruction\n"
	"  --stats FILE          counts of each core, a line of JSON each\n"
	"  --dump FILE           if it does not pass: state, .mem and .ext\n"
	"  --disassemble         the image is a file of code, for a listing\n";

enum choice {
	ROWS = 256,
	COLS,
	ORIGIN,
	CHIP,
	CORES,
	EXT,
	LOAD,
	ARGS,
	SEED,
	DELAY,
	SPREAD,
	LATE,
	LATCHED,
	WINDOW,
	LIMIT,
	SRAM,
	WRITABLE_CODE,
	TRACE,
	STATS,
	DUMP,
	DISASSEMBLE,
	HELP,
};

static const struct option long_options[] = {
	{"rows", required_argument, NULL, ROWS},
	{"cols", required_argument, NULL, COLS},
	{"origin", required_argument, NULL, ORIGIN},
	{"chip", required_argument, NULL, CHIP},
	{"cores", required_argument, NULL, CORES},
	{"ext", required_argument, NULL, EXT},
	{"load", required_argument, NULL, LOAD},
	{"args", required_argument, NULL, ARGS},
	{"seed", required_argument, NULL, SEED},
	{"delay", required_argument, NULL, DELAY},
	{"spread", required_argument, NULL, SPREAD},
	{"late", required_argument, NULL, LATE},
	{"latched", required_argument, NULL, LATCHED},
	{"window", required_argument, NULL, WINDOW},
	{"limit", required_argument, NULL, LIMIT},
	{"sram", required_argument, NULL, SRAM},
	{"writable-code", no_argument, NULL, WRITABLE_CODE},
	{"trace", required_argument, NULL, TRACE},
	{"stats", required_argument, NULL, STATS},
	{"dump", required_argument, NULL, DUMP},
	{"disassemble", no_argument, NULL, DISASSEMBLE},
	{"help", no_argument, NULL, HELP},
	{NULL, 0, NULL, 0},
};

/* What has to wait until all options are known. */
static const char *core_list, *late_list[ID_COUNT];
static unsigned late_count;
static uint64_t external_bytes = 0x2000000;

static void read_external(const char *text)
{
	const char *size;

	chip.external_base =
		(uint32_t)host_number_until(text, ':', &size, UINT32_MAX);
	if (!size) {
		die(STATUS_USAGE, "--ext takes BASE:BYTES");
	}
	external_bytes = host_number(size, 1u << 30);
	if (external_bytes % MEMORY_LINE || chip.external_base % 0x100000 ||
	    chip.external_base < 0x100000 ||
	    chip.external_base + external_bytes > UINT64_C(1) << 32) {
		die(STATUS_USAGE,
		    "--ext: external memory begins at a multiple "
		    "of 1 MB above 0, its size is one of %d",
		    MEMORY_LINE);
	}
}

static void add_file(struct options *o, char *text)
{
	char *at = strrchr(text, '@');

	if (!at || at == text || o->file_count == OPTION_FILES) {
		die(STATUS_USAGE, "--load takes FILE@ADDRESS, at most %d times",
		    OPTION_FILES);
	}
	*at = 0;
	o->files[o->file_count].path = text;
	o->files[o->file_count++].address =
		(uint32_t)host_number(at + 1, UINT32_MAX);
}

static void add_late(const char *text)
{
	if (late_count == ID_COUNT) {
		die(STATUS_USAGE, "--late: too often");
	}
	late_list[late_count++] = text;
}

static enum model read_model(const char *text)
{
	if (strcmp(text, "e16") && strcmp(text, "e64")) {
		die(STATUS_USAGE, "--chip takes e16 or e64");
	}
	return text[1] == '1' ? MODEL_E16 : MODEL_E64;
}

static void open_trace(const char *path)
{
	chip.trace = fopen(path, "w");
	if (!chip.trace) {
		die(STATUS_USAGE, "cannot write %s", path);
	}
}

static void take(struct options *o, enum choice choice)
{
	switch (choice) {
	case ROWS:
		chip.rows = (uint32_t)host_number(optarg, ID_COLUMNS);
		break;
	case COLS:
		chip.columns = (uint32_t)host_number(optarg, ID_COLUMNS);
		break;
	case ORIGIN:
		chip.origin = (uint32_t)host_number(optarg, ID_COUNT - 1);
		break;
	case CHIP:
		chip.model = read_model(optarg);
		break;
	case CORES:
		core_list = optarg;
		break;
	case EXT:
		read_external(optarg);
		break;
	case LOAD:
		add_file(o, optarg);
		break;
	case ARGS:
		o->arguments = (uint32_t)host_number(optarg, UINT32_MAX);
		break;
	case SEED:
		chip.seed = host_number(optarg, UINT64_MAX);
		break;
	case DELAY:
		chip.delay = (uint32_t)host_number(optarg, 1u << 30);
		break;
	case SPREAD:
		o->spread = (uint32_t)host_number(optarg, 1u << 30);
		break;
	case LATE:
		add_late(optarg);
		break;
	case LATCHED:
		o->latched = (uint32_t)host_number(optarg, 0x3ff);
		break;
	case WINDOW:
		chip.window = (uint32_t)host_number(optarg, 1u << 20);
		break;
	case LIMIT:
		chip.limit = host_number(optarg, UINT64_MAX);
		break;
	case SRAM:
		chip.sram_bytes = (uint32_t)host_number(optarg, REGISTERS);
		break;
	case WRITABLE_CODE:
		chip.writable_code = true;
		break;
	case TRACE:
		open_trace(optarg);
		break;
	case STATS:
		report_stats_path = optarg;
		break;
	case DUMP:
		report_dump_path = optarg;
		break;
	case DISASSEMBLE:
		o->disassemble = true;
		break;
	case HELP:
		fputs(usage, stdout);
		exit(EXIT_SUCCESS);
	default:
		fputs(usage, stderr);
		exit(STATUS_USAGE);
	}
}

static void check_chip(void)
{
	uint32_t row = chip.origin / ID_COLUMNS;
	uint32_t column = chip.origin % ID_COLUMNS;

	if (!chip.rows || !chip.columns || row + chip.rows > ID_COLUMNS ||
	    column + chip.columns > ID_COLUMNS || !chip.origin) {
		die(STATUS_USAGE,
		    "%u x %u cores from 0x%03x on: rows and "
		    "columns are 0 to 63, and no core is 0",
		    chip.rows, chip.columns, chip.origin);
	}
	if (chip.sram_bytes < 0x1000 || chip.sram_bytes % MEMORY_LINE) {
		die(STATUS_USAGE, "--sram: at least 4096, a multiple of %d",
		    MEMORY_LINE);
	}
	if (!chip.window) {
		die(STATUS_USAGE, "--window: at least 1");
	}
}

/* "0-3,7": indices, row by row. */
static void read_cores(struct options *o)
{
	uint32_t count = chip.rows * chip.columns;
	const char *text = core_list;

	for (uint32_t i = 0; i < count && !text; i++) {
		o->takes_part[i] = true;
	}
	while (text) {
		char item[32];
		const char *next = strchr(text, ','), *last;
		size_t length = next ? (size_t)(next - text) : strlen(text);
		uint64_t a, b;

		if (length >= sizeof(item)) {
			die(STATUS_USAGE, "--cores takes a list like 0-3,7");
		}
		memcpy(item, text, length);
		item[length] = 0;
		a = host_number_until(item, '-', &last, count - 1);
		b = last ? host_number(last, count - 1) : a;
		for (; a <= b; a++) {
			o->takes_part[a] = true;
		}
		text = next ? next + 1 : NULL;
	}
}

static void read_late(struct options *o)
{
	for (unsigned i = 0; i < late_count; i++) {
		const char *clocks;
		uint64_t index =
			host_number_until(late_list[i], ':', &clocks,
					  chip.rows * chip.columns - 1);

		if (!clocks) {
			die(STATUS_USAGE, "--late takes INDEX:CLOCKS");
		}
		o->late[index] = host_number(clocks, UINT64_MAX / 2);
	}
}

void options_read(struct options *o, int argc, char **argv)
{
	int option;

	memset(o, 0, sizeof(*o));
	while ((option = getopt_long(argc, argv, "", long_options, NULL)) !=
	       -1) {
		take(o, (enum choice)option);
	}
	if (optind + 1 != argc) {
		fputs(usage, stderr);
		exit(STATUS_USAGE);
	}
	o->image = argv[optind];
	check_chip();
	memory_create(&chip.external, (uint32_t)external_bytes);
	read_cores(o);
	read_late(o);
}
