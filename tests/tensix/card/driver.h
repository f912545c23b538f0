/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernel driver's interface of a Tenstorrent card, in front of the emulator's
 * (emu/tensix/card.h): a library that is loaded before others (LD_PRELOAD).  A program that
 * opens /dev/tenstorrent/0 gets the card whose file TENSIX_CARD names; its ioctl, mmap and
 * munmap of that are answered here as the driver's ioctl.h says.
 *
 * A window is memory of the tile that it lies over; what is not there is no memory, so
 * who touches it ends by SIGSEGV.  What a card would hang on, or never answers, ends the
 * program with status 86 and says why; what the driver refuses is refused with its errno.
 *
 * TENSIX_CARD_FAULT: `version`, of a driver to come; `denied`, no permission; `windows`, none
 * is left.
 */
#ifndef TESTS_TENSIX_CARD_DRIVER_H
#define TESTS_TENSIX_CARD_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "emu/tensix/card.h"

/* What the emulator shares, and the file that it is in. */
extern struct card_head *card_head;
extern int card_file;

/* Is this one asked for? */
bool card_fault(const char *name);

/* A card would hang, or we cannot go on: the program ends. */
_Noreturn void card_hangs(const char *why);

/* The C library's, not ours. */
void *card_mmap(void *at, size_t bytes, int protection, int flags, int file,
		off_t offset);

/* -1, with errno. */
int card_refuse(int number);

/* windows.c: the driver's requests, each with what is asked, then what is answered. */
int card_allocate(void *data);
int card_free(const void *data);
int card_configure(const void *data);

/* A window is mapped, by an offset that card_allocate has told; and unmapped. */
void *card_map(size_t bytes, off_t offset);
void card_unmap(const void *at);

#endif
