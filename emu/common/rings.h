/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The event rings of a traced image (runtime/trace.h), emptied into a file while the
 * cores run.  The emulator only looks, so a run takes as long with it as without.
 *
 * The file has a record an event: the core's index, a word, and the event's 24 bytes.
 * Where a ring had gone round before it was looked at, the event's `what` is 0, and `a`
 * says how many are missing.
 */
#ifndef EMU_COMMON_RINGS_H
#define EMU_COMMON_RINGS_H

#include <stdint.h>

/* ADDRESS:FILE, of the ring in each core's memory; the option --rings. */
void rings_option(const char *text);

/* Where the ring's address is; 0: rings are not wanted. */
uint32_t rings_at(void);

/* A core, by its index, and its ring. */
void rings_add(uint32_t index, const uint8_t *ring);

/* Between turns; at the end, when nothing is on its way any more. */
void rings_look(uint64_t now);
void rings_end(void);

#endif
