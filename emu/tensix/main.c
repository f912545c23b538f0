// SPDX-License-Identifier: Apache-2.0
/*
 * tensix-emu: run an image on the tiles of a Tenstorrent Wormhole or Blackhole.
 *
 *     tensix-emu [option ...] image
 *     tensix-emu --card [--chip NAME] [--usable N] none
 *
 * Its exit statuses are in host/host.h; docs/tensix.md explains all.
 */
#include <stdlib.h>
#include <string.h>

#include "emu/common/rings.h"
#include "emu/tensix/access.h"
#include "emu/tensix/card.h"
#include "emu/tensix/ethernet.h"
#include "emu/tensix/event.h"
#include "emu/tensix/host.h"
#include "emu/tensix/report.h"
#include "emu/tensix/tile.h"
#include "emu/tensix/turns.h"
#include "host/options.h"
#include "host/view.h"

enum {
	FILES = 512
};

static const char *dead, *tile_list, *late_list[ALL_MOST], *trace_path;
static char *files[FILES];
static unsigned late_count, file_count;
static uint64_t record, spread, usable, chips = 1;

static void take_chip(const char *text)
{
	if (strcmp(text, "wormhole") && strcmp(text, "blackhole")) {
		die(STATUS_USAGE, "--chip takes wormhole or blackhole");
	}
	chip.model = *text == 'w' ? MODEL_WORMHOLE : MODEL_BLACKHOLE;
}

static void take_file(const char *text)
{
	if (file_count == FILES || !strchr(text, '@')) {
		die(STATUS_USAGE,
		    "--load takes FILE@[TILES:]ADDRESS, at most %d times",
		    FILES);
	}
	files[file_count++] = host_copy(text);
}

static void take_late(const char *text)
{
	if (late_count == ALL_MOST || !strchr(text, ':')) {
		die(STATUS_USAGE, "--late takes TILE:CLOCKS, once a tile");
	}
	late_list[late_count++] = text;
}

static const struct host_option options[] = {
	{"chip", "NAME", "wormhole, or blackhole (wormhole)",
	 .call = take_chip},
	{"chips", "N", "so many, side by side (1)", .u64 = &chips,
	 .most = CHIPS_MOST},
	{"wire", "CHIP.TILE-CHIP.TILE",
	 "joins two Ethernet tiles, 0 to 15 of a chip", .call = ethernet_wire},
	{"link", "NAME=VALUE", "of all wires: ppm of faults, clocks, a seed",
	 .call = ethernet_option},
	{"tiles", "LIST", "which take part, row by row, as 0-3,7 (all)",
	 .text = &tile_list},
	{"load", "FILE@WHERE", "bytes in L1, at ADDRESS or TILES:ADDRESS",
	 .call = take_file},
	{"record", "ADDRESS", "where the boot record has been loaded",
	 .u64 = &record, .most = UINT32_MAX},
	{"seed", "N", "reorder and delay; 0: do not (0)", .u64 = &chip.seed,
	 .most = UINT64_MAX},
	{"delay", "CLOCKS", "of a packet, by the seed, at most (200)",
	 .u64 = &chip.delay, .most = 1u << 30},
	{"store-late", "CLOCKS",
	 "of a store to L1, likewise; one in 16 is (40)",
	 .u64 = &chip.store_late, .most = 1u << 20},
	{"spread", "CLOCKS", "start the tiles so far apart, by the seed",
	 .u64 = &spread, .most = 1u << 30},
	{"late", "TILE:CLOCKS", "start this one so much later",
	 .call = take_late},
	{"dead", "CHIP:CLOCKS", "all cores of that chip stop then, for good",
	 .text = &dead},
	{"poll", "CLOCKS", "until the host sees what a tile tells it (500)",
	 .u64 = &chip.poll, .most = 1u << 30},
	{"limit", "CLOCKS", "stop then", .u64 = &chip.limit,
	 .most = UINT64_MAX},
	{"stop-hazards", NULL, "end at loads that overtake own stores",
	 .flag = &chip.stop_hazards},
	{"card", NULL, "another program is the host; no image (card.h)",
	 .flag = &chip.is_card},
	{"usable", "N", "columns, of a Wormhole rows, of that card (all)",
	 .u64 = &usable, .most = SIDE_MOST},
	{"trace", "FILE", "every instruction", .text = &trace_path},
	{"stats", "FILE", "counts of each core, a line of JSON each",
	 .text = &report_stats_path},
	{"rings", "ADDRESS:FILE", "empty the event rings there into it",
	 .call = rings_option},
	{"view", "FILE", "where to write where tiles lie, for who watches",
	 .text = &host_view_path},
	{"dump", "FILE", "if it does not pass: state, and FILE.mem",
	 .text = &report_dump_path},
	{NULL},
};

static const struct host_command command = {
	"tensix-emu [option ..] image",
	options,
};

static void tell_views(void)
{
	for (uint32_t i = 0; i < chip.count; i++) {
		const struct tile *tile = &chip.tiles[i];
		const struct core *core = &tile->cores[CORE_B];

		if (!tile->loaded) {
			continue;
		}
		host_view(&(struct host_view){
			.index = i,
			.part = {{0, chip.is->l1_bytes, tile->l1},
				 {(uint32_t)LOCAL_RAM, chip.is->local_bytes,
				  core->local}},
			.clock = &core->clock,
			.us = chip.model == MODEL_WORMHOLE ? 1.0 / 1000
							   : 1.0 / 1350,
			.moved = &tile->moved,
		});
		if (rings_at() && rings_at() < chip.is->l1_bytes) {
			rings_add(i, tile->l1 + rings_at());
		} else if (rings_at() >= (uint32_t)LOCAL_RAM) {
			rings_add(i, core->local + rings_at() -
					     (uint32_t)LOCAL_RAM);
		}
	}
}

static void load_files(void)
{
	for (unsigned i = 0; i < file_count; i++) {
		char *at = strrchr(files[i], '@');
		char *address = strchr(at + 1, ':');
		bool set[ALL_MOST] = {false};

		*at = 0;
		if (address) {
			*address = 0;
			host_list(at + 1, chip.count, set);
		}
		host_load_file(
			files[i],
			(uint32_t)host_number((address ? address : at) + 1,
					      UINT32_MAX),
			address ? set : NULL);
	}
}

static void add_start(struct tile *tile, uint64_t clock)
{
	event_add(&(struct event){
		.kind = EVENT_START,
		.time = clock +
			(chip.seed ? chip_random((uint32_t)spread + 1) : 0),
		.tile = tile,
	});
}

static void stop_chip(const char *text)
{
	const char *clocks;
	uint64_t number = host_number_until(text, ':', &clocks, chip.chips - 1);
	uint64_t clock = clocks ? host_number(clocks, UINT64_MAX / 2) : 0;

	for (uint32_t i = 0; i < chip.each; i++) {
		struct tile *tile = &chip.tiles[number * chip.each + i];

		if (tile->loaded) {
			event_add(&(struct event){
				.kind = EVENT_STOP,
				.time = clock,
				.tile = tile,
			});
		}
	}
}

static void start_tiles(void)
{
	uint64_t late[ALL_MOST] = {0};

	for (unsigned i = 0; i < late_count; i++) {
		const char *clocks;
		uint64_t index = host_number_until(late_list[i], ':', &clocks,
						   chip.count - 1);

		late[index] = host_number(clocks, UINT64_MAX / 2);
	}
	for (uint32_t i = 0; i < chip.count; i++) {
		if (chip.tiles[i].loaded) {
			add_start(&chip.tiles[i], late[i]);
		}
	}
}

int main(int argc, char **argv)
{
	bool loaded[ALL_MOST] = {false};
	char all[32];
	const char *image;

	host_program = "tensix-emu";
	image = host_options(&command, argc, argv);
	if (chips < 1 || (chips > 1 && chip.is_card)) {
		die(STATUS_USAGE, "--chips: 1 to %d, and 1 with --card",
		    CHIPS_MOST);
	}
	chip.chips = (uint32_t)chips;
	chip_create();
	if (chip.is_card) {
		card_create((uint32_t)usable);
		turns_run();
	}
	snprintf(all, sizeof(all), "0-%u", chip.count - 1);
	host_list(tile_list ? tile_list : all, chip.count, loaded);
	for (uint32_t i = 0; i < chip.count; i++) {
		chip.tiles[i].loaded = loaded[i];
	}
	host_load_image(image, (uint32_t)record);
	load_files();
	if (trace_path) {
		chip.trace = fopen(trace_path, "w");
		if (!chip.trace) {
			die(STATUS_USAGE, "cannot write %s", trace_path);
		}
	}
	tell_views();
	start_tiles();
	if (dead) {
		stop_chip(dead);
	}
	turns_run();
}
