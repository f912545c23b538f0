// SPDX-License-Identifier: Apache-2.0
#include "emu/tensix/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/tensix/host.h"
#include "emu/common/elf.h"
#include "emu/tensix/card.h"
#include "emu/tensix/event.h"
#include "emu/tensix/report.h"
#include "emu/tensix/tile.h"

#ifndef EM_RISCV
#define EM_RISCV 243
#endif

static bool has_block; /* the image is one of weft's */

void host_look_soon(struct tile *tile, uint64_t clock)
{
	if (tile->host_due || !has_block || !tile->loaded) {
		return;
	}
	tile->host_due = true;
	event_add(&(struct event){
		.kind = EVENT_HOST,
		.time = clock + chip.poll,
		.tile = tile,
	});
}

static void print(struct tile *tile, const struct tensix_host *host)
{
	uint32_t mask = host->ring_bytes - 1, from = host->taken;
	uint32_t lost = host->written - from > host->ring_bytes
				? host->written - from - host->ring_bytes
				: 0;

	if (!host->ring_bytes || (host->ring_bytes & mask) ||
	    host->ring > chip.is->l1_bytes ||
	    host->ring_bytes > chip.is->l1_bytes - host->ring) {
		die(STATUS_INPUT, "tile %u,%u: the console's ring is not one",
		    tile->x, tile->y);
	}
	if (lost) {
		printf("[%u bytes lost]", lost);
	}
	for (from += lost; from != host->written; from++) {
		putchar(tile->l1[host->ring + (from & mask)]);
	}
	fflush(stdout);
}

void host_look(struct tile *tile)
{
	struct tensix_host host;

	if (chip.is_card) {
		card_look(tile);
		return;
	}
	tile->host_due = false;
	tile_read(tile, TENSIX_HOST, &host, sizeof(host));
	if (host.written != host.taken) {
		print(tile, &host);
		tile_write(tile,
			   TENSIX_HOST + offsetof(struct tensix_host, taken),
			   &host.written, 4);
	}
	if (host.verdict) {
		tile->verdict = host.verdict;
		report_verdict(tile, host.verdict - 1);
	}
}

static const bool *only; /* where place() writes; null: all that are loaded */

static void place(uint32_t address, uint32_t bytes, const void *from,
		  uint32_t given)
{
	if (address > chip.is->l1_bytes ||
	    bytes > chip.is->l1_bytes - address) {
		die(STATUS_INPUT, "%u bytes at 0x%08x are not in L1", bytes,
		    address);
	}
	for (uint32_t i = 0; i < chip.count; i++) {
		struct tile *tile = &chip.tiles[i];

		if (only ? only[i] : tile->loaded) {
			memcpy(tile->l1 + address, from, given);
			memset(tile->l1 + address + given, 0, bytes - given);
		}
	}
}

static void mark_code(const struct elf *elf)
{
	const Elf32_Shdr *s = elf_sections(elf);

	for (unsigned i = 0; i < elf->header->e_shnum; i++, s++) {
		uint32_t end = s->sh_addr + s->sh_size;

		if (!(s->sh_flags & SHF_ALLOC) || s->sh_addr > end ||
		    end > chip.is->l1_bytes) {
			continue;
		}
		chip.image_end = end > chip.image_end ? end : chip.image_end;
		if (s->sh_flags & SHF_EXECINSTR) {
			memset(chip.is_code + s->sh_addr / 4, 1,
			       (end + 3) / 4 - s->sh_addr / 4);
		}
	}
}

static void check_block(const struct tile *tile, uint32_t record)
{
	struct tensix_host host;
	uint32_t chip_is = chip.model == MODEL_WORMHOLE ? TENSIX_WORMHOLE
							: TENSIX_BLACKHOLE;

	memcpy(&host, tile->l1 + TENSIX_HOST, sizeof(host));
	has_block = host.layout == TENSIX_HOST_LAYOUT;
	if (has_block && host.chip != chip_is) {
		die(STATUS_INPUT, "this image is for the other chip");
	}
	if (!has_block && record) {
		die(STATUS_INPUT, "this image has no place for --record");
	}
}

void host_load_image(const char *path, uint32_t record)
{
	struct tile *first = NULL;
	struct elf elf;

	elf_open(&elf, path, EM_RISCV, "Tensix");
	elf_segments(&elf, place);
	mark_code(&elf);
	for (uint32_t i = 0; i < chip.count && !first; i++) {
		first = chip.tiles[i].loaded ? &chip.tiles[i] : NULL;
	}
	check_block(first, record);
	if (record) {
		place(TENSIX_HOST + offsetof(struct tensix_host, record), 4,
		      &record, 4);
	}
	elf_close(&elf);
}

void host_load_file(const char *path, uint32_t address, const bool *tiles)
{
	size_t bytes;
	uint8_t *content = host_read_file(path, &bytes);

	if (bytes > UINT32_MAX) {
		die(STATUS_INPUT, "%s: too large", path);
	}
	only = tiles;
	place(address, (uint32_t)bytes, content, (uint32_t)bytes);
	only = NULL;
	free(content);
}
