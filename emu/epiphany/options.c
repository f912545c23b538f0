// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <string.h>

#include "emu/common/rings.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/options.h"
#include "emu/epiphany/report.h"
#include "host/options.h"
#include "host/view.h"

static struct options given;

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

static void add_file(const char *text)
{
	char *path = host_copy(text), *at = strrchr(path, '@');

	if (!at || at == path || given.file_count == OPTION_FILES) {
		die(STATUS_USAGE, "--load takes FILE@ADDRESS, at most %d times",
		    OPTION_FILES);
	}
	*at = 0;
	given.files[given.file_count].path = path;
	given.files[given.file_count++].address =
		(uint32_t)host_number(at + 1, UINT32_MAX);
}

static void add_late(const char *text)
{
	if (late_count == ID_COUNT) {
		die(STATUS_USAGE, "--late: too often");
	}
	late_list[late_count++] = text;
}

static void read_model(const char *text)
{
	if (strcmp(text, "e16") && strcmp(text, "e64")) {
		die(STATUS_USAGE, "--chip takes e16 or e64");
	}
	chip.model = text[1] == '1' ? MODEL_E16 : MODEL_E64;
}

static void open_trace(const char *path)
{
	chip.trace = fopen(path, "w");
	if (!chip.trace) {
		die(STATUS_USAGE, "cannot write %s", path);
	}
}

static const struct host_option options[] = {
	{"rows", "N", "the chip's cores: rows (4)", .u32 = &chip.rows,
	 .most = ID_COLUMNS},
	{"cols", "N", "and columns (4)", .u32 = &chip.columns,
	 .most = ID_COLUMNS},
	{"origin", "ID", "number of the first one (0x808)", .u32 = &chip.origin,
	 .most = ID_COUNT - 1},
	{"chip", "e16|e64", "whose details, E16G301 or E64G401 (e16)",
	 .call = read_model},
	{"cores", "LIST", "which are loaded and started, as 0-3,7 (all)",
	 .text = &core_list},
	{"ext", "BASE:BYTES", "external memory (0x8e000000:0x2000000)",
	 .call = read_external},
	{"load", "FILE@ADDRESS", "bytes there, beside the image",
	 .call = add_file},
	{"host", "SCRIPT", "do that, in place of loading the image\nto all cores and starting them",
	 .text = &given.script},
	{"args", "ADDRESS", "told to the program in the loader's block",
	 .u32 = &given.arguments, .most = UINT32_MAX},
	{"seed", "N", "reorder and delay transactions; 0: do not (0)",
	 .u64 = &chip.seed, .most = UINT64_MAX},
	{"delay", "CLOCKS", "at most so much, when there is a seed (200)",
	 .u32 = &chip.delay, .most = 1u << 30},
	{"spread", "CLOCKS", "start the cores so far apart, by the seed",
	 .u32 = &given.spread, .most = 1u << 30},
	{"late", "INDEX:CLOCKS", "start this one so much later",
	 .call = add_late},
	{"latched", "MASK", "interrupts that are latched at the start (0)",
	 .u32 = &given.latched, .most = 0x3ff},
	{"window", "CLOCKS", "cores take turns so often (2, which is exact)",
	 .u32 = &chip.window, .most = 1u << 20},
	{"limit", "CLOCKS", "stop then", .u64 = &chip.limit,
	 .most = UINT64_MAX},
	{"sram", "BYTES", "of each core: a fiction above 0x8000",
	 .u32 = &chip.sram_bytes, .most = REGISTERS},
	{"writable-code", NULL, "programs may run what they have written",
	 .flag = &chip.writable_code},
	{"any-stack", NULL, "stacks may grow into data, as on the chip",
	 .flag = &chip.any_stack},
	{"trace", "FILE", "every instruction", .call = open_trace},
	{"stats", "FILE", "counts of each core, a line of JSON each",
	 .text = &report_stats_path},
	{"rings", "ADDRESS:FILE", "empty the event rings there into it",
	 .call = rings_option},
	{"view", "FILE", "where to write where cores lie, for who watches",
	 .text = &host_view_path},
	{"dump", "FILE", "if it does not pass: state, .mem and .ext",
	 .text = &report_dump_path},
	{"disassemble", NULL, "the image is a file of code, for a listing",
	 .flag = &given.disassemble},
	{NULL},
};

static const struct host_command command = {
	"epiphany-emu [option ..] image",
	options,
};

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

/* By index, row by row. */
static void read_cores(void)
{
	uint32_t count = chip.rows * chip.columns;

	for (uint32_t i = 0; i < count && !core_list; i++) {
		given.takes_part[i] = true;
	}
	if (core_list) {
		host_list(core_list, count, given.takes_part);
	}
}

static void read_late(void)
{
	for (unsigned i = 0; i < late_count; i++) {
		const char *clocks;
		uint64_t index =
			host_number_until(late_list[i], ':', &clocks,
					  chip.rows * chip.columns - 1);

		if (!clocks) {
			die(STATUS_USAGE, "--late takes INDEX:CLOCKS");
		}
		given.late[index] = host_number(clocks, UINT64_MAX / 2);
	}
}

const struct options *options_read(int argc, char **argv)
{
	given.image = host_options(&command, argc, argv);
	check_chip();
	memory_create(&chip.external, (uint32_t)external_bytes);
	read_cores();
	read_late();
	return &given;
}
