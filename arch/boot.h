/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The boot record: what the vehicle tells an image about its run.
 *
 * tools/weft-run writes it, the port hands it over unchanged, runtime/boot.c
 * checks it.  Little endian; every offset counts from the record's first byte;
 * strings end with a NUL.  Layout is fixed by version, not by a compiler's
 * taste for padding: words first, 64-bit fields on 8 bytes.
 */
#ifndef WEFT_ARCH_BOOT_H
#define WEFT_ARCH_BOOT_H

#include <stdint.h>

enum {
	ARCH_BOOT_MAGIC = 0x54464557, /* "WEFT" */
	ARCH_BOOT_VERSION = 1,
};

/* Packed: one compiler aligns an array at the end more than its elements. */
struct __attribute__((packed, aligned(4))) arch_boot {
	uint32_t magic, version;
	uint32_t bytes;        /* of the whole record */
	uint32_t count;        /* cores that take part */
	uint32_t cores;        /* offset: count words, the chip's
	                                      number of the core of each rank */
	uint32_t argc, args;   /* argc strings, one after another */
	uint32_t envc, envs;   /* "NAME=value" strings, likewise */
	uint32_t filec, files; /* offset: filec arch_boot_file */
	uint32_t port[5];      /* the port's own affair */
};

/* A file that lies in one core's private DRAM.  Standard input is "stdin". */
struct arch_boot_file {
	uint32_t name; /* offset of its name */
	uint32_t rank; /* whose private DRAM */
	uint64_t addr; /* where that core sees it */
	uint64_t bytes;
};

_Static_assert(sizeof(struct arch_boot) == 64, "boot record layout");
_Static_assert(sizeof(struct arch_boot_file) == 24, "boot file layout");

#endif
