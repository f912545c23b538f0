// SPDX-License-Identifier: Apache-2.0
/*
 * The loader of images for a GPU: lays out the GPU's memory (arch/gpu/layout.h), starts
 * the kernel, prints the consoles' bytes while it runs, and ends with its verdict.
 *
 *     weft-gpu [option ..] image
 *
 * An image is what arch/gpu/cross/link makes, with a text of PTX; or what NVIDIA's ptxas
 * makes of that text, for one kind of chip.
 */
#include <elf.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/boot.h"
#include "arch/gpu/layout.h"
#include "host/gpu/driver.h"
#include "host/gpu/options.h"
#include "host/host.h"
#include "host/options.h"

enum {
	FILES = 512,
	NAME = 128,
	LOOKS = 2000, /* until cores that have not answered are silent */
};

static const char *record_path, *dump_path;
static bool only_load;
static char *files[FILES];
static unsigned file_count, looks_left;
static uint64_t heap_bytes = 4 << 20, warps = 8, level;
static struct gpu_console *console;
static struct gpu_run run = {.layout = GPU_LAYOUT};
static volatile sig_atomic_t told;

static void take_file(const char *text)
{
	if (file_count == FILES) {
		die(STATUS_USAGE, "--load is given more than %d times", FILES);
	}
	files[file_count++] = host_copy(text);
}

static const struct host_option options[] = {
	{"record", "FILE",
	 "the boot record; addresses of files count from a heap",
	 .text = &record_path},
	{"heap", "BYTES", "of each core (4 MB)", .u64 = &heap_bytes,
	 .most = 1u << 30},
	{"warps", "N",
	 "of a block: the core's, and those that help it copy (8)",
	 .u64 = &warps, .most = 32},
	{"load", "RANK:OFFSET:FILE", "into the heap of that rank",
	 .call = take_file},
	{"dump", "FILE", "who waits for whom, if it does not pass",
	 .text = &dump_path},
	/*
	 * NVIDIA's assembler of 2025 (13.0) makes wrong code of large modules at 1 to 4: a
	 * function whose first load is not used lacks what all its loads need.
	 */
	{"level", "N", "of the driver's optimiser, 0 to 4 (0, the safe one)",
	 .u64 = &level, .most = 4},
	{"only-load", NULL, "compile, say what GPU this is, and end",
	 .flag = &only_load},
	DRIVER_OPTIONS{NULL},
};

static const struct host_command command = {"weft-gpu [option ..] image",
					    options};

static void on_signal(int number)
{
	(void)number;
	told = 1;
}

/* Section .ptx of an ELF file; its text ends with a NUL.  NVIDIA's own files have flags. */
static const char *code_of(const char *path)
{
	size_t bytes;
	uint8_t *file = host_read_file(path, &bytes);
	const Elf64_Ehdr *head = (const void *)file;
	const Elf64_Shdr *s;

	if (bytes < sizeof(*head) || memcmp(file, ELFMAG, SELFMAG) != 0 ||
	    head->e_ident[EI_CLASS] != ELFCLASS64 ||
	    head->e_machine != EM_CUDA || head->e_shoff > bytes ||
	    head->e_shnum > (bytes - head->e_shoff) / sizeof(*s)) {
		die(STATUS_INPUT, "%s: not an image for a GPU", path);
	}
	if (head->e_flags) {
		return (const char *)file;
	}
	s = (const void *)(file + head->e_shoff);
	for (unsigned i = 0; i < head->e_shnum; i++, s++) {
		if (s->sh_type == SHT_PROGBITS && !s->sh_flags && s->sh_size &&
		    s->sh_offset <= bytes &&
		    s->sh_size <= bytes - s->sh_offset &&
		    !file[s->sh_offset + s->sh_size - 1]) {
			return (const char *)file + s->sh_offset;
		}
	}
	die(STATUS_INPUT, "%s: has no PTX", path);
}

static void load_record(void)
{
	size_t bytes;
	struct arch_boot *record = host_read_file(record_path, &bytes);
	struct arch_boot_file *file;

	if (bytes < sizeof(*record) || record->bytes > bytes ||
	    record->files + record->filec * sizeof(*file) > bytes ||
	    record->count == 0 || record->count > GPU_CORES_MOST) {
		die(STATUS_INPUT, "%s: bad boot record", record_path);
	}
	run.count = record->count;
	run.heap_bytes = heap_bytes;
	run.heaps = driver_alloc(run.count * heap_bytes);
	file = (struct arch_boot_file *)((uint8_t *)record + record->files);
	for (uint32_t i = 0; i < record->filec; i++) {
		file[i].addr += run.heaps + file[i].rank * heap_bytes;
	}
	run.record = driver_alloc(bytes);
	driver_write(run.record, record, bytes);
}

static void load_files(void)
{
	for (unsigned i = 0; i < file_count; i++) {
		const char *rest, *path;
		uint64_t rank =
			host_number_until(files[i], ':', &rest, run.count - 1);
		uint64_t at = host_number_until(rest ? rest : "", ':', &path,
						heap_bytes);
		size_t bytes;
		void *file = host_read_file(path ? path : "", &bytes);

		if (bytes > heap_bytes - at) {
			die(STATUS_USAGE, "%s: exceeds a heap", path);
		}
		driver_write(run.heaps + rank * heap_bytes + at, file, bytes);
		free(file);
	}
}

static void print_new(void)
{
	uint32_t written = __atomic_load_n(&console->written, __ATOMIC_ACQUIRE);
	uint32_t taken = console->taken;

	if (taken == written) {
		return;
	}
	while (taken != written) {
		putchar(console->ring[taken++ % GPU_RING_BYTES]);
	}
	fflush(stdout);
	__atomic_store_n(&console->taken, taken, __ATOMIC_RELEASE);
}

static bool all_answered(void)
{
	for (uint32_t i = 0; i < run.count; i++) {
		if (!__atomic_load_n(&console->waits[i].state,
				     __ATOMIC_ACQUIRE)) {
			return false;
		}
	}
	return true;
}

/* A line of JSON a core. */
static void write_dump(void)
{
	FILE *to = dump_path ? fopen(dump_path, "w") : NULL;

	for (uint32_t i = 0; to && i < run.count; i++) {
		const struct gpu_wait *w = &console->waits[i];

		fprintf(to,
			"{\"state\": %u, \"phase\": \"%.15s\", \"what\": "
			"\"%.47s\", "
			"\"at\": %u, \"offset\": %u, \"value\": %u, \"from\": "
			"%u, "
			"\"has\": %u, \"since\": %" PRIu64 "}\n",
			w->state, w->phase, w->what, w->rank, w->offset,
			w->value, w->from, w->has, w->since);
	}
	if (to) {
		fclose(to);
	}
}

static _Noreturn void finish(uint32_t verdict)
{
	print_new();
	if (verdict == 1) {
		exit(STATUS_PASS);
	}
	if (console->asked) {
		write_dump();
	}
	exit(verdict ? STATUS_FAIL : STATUS_LIMIT);
}

/* After a panic, or when we are told to end, the cores are asked who waits for whom. */
static void look(bool ended)
{
	uint32_t verdict = __atomic_load_n(&console->verdict, __ATOMIC_ACQUIRE);

	print_new();
	if (verdict == 1 || verdict == 2) {
		finish(verdict);
	}
	if (ended) {
		fprintf(stderr, "%s: all cores have ended, without a verdict\n",
			host_program);
		exit(STATUS_DEADLOCK);
	}
	if (console->asked) {
		if (all_answered() || --looks_left == 0) {
			finish(verdict);
		}
	} else if (verdict || told) {
		looks_left = LOOKS;
		__atomic_store_n(&console->asked, 1, __ATOMIC_RELEASE);
	}
}

int main(int argc, char **argv)
{
	char name[NAME];
	const char *image, *code;
	uint64_t argument;
	uint32_t cores;

	host_program = "weft-gpu";
	image = host_options(&command, argc, argv);
	if (!record_path && !only_load) {
		host_usage(&command);
	}
	code = code_of(image);
	cores = driver_open(name, sizeof(name));
	driver_load(code, (uint32_t)level, image);
	if (only_load) {
		printf("%s\t%u\n", name, cores);
		return 0;
	}
	signal(SIGTERM, on_signal);
	signal(SIGINT, on_signal);
	load_record();
	if (run.count > cores) {
		die(STATUS_USAGE, "%u cores; %s has %u", run.count, name,
		    cores);
	}
	load_files();
	run.windows = driver_alloc((size_t)run.count << GPU_WINDOW_SHIFT);
	run.cells = driver_alloc(run.count * sizeof(struct gpu_cell));
	console = driver_share(sizeof(*console), &run.console);
	argument = driver_alloc(sizeof(run));
	driver_write(argument, &run, sizeof(run));
	driver_run("weft_kernel", run.count, (uint32_t)warps, argument, look);
}
