/* SPDX-License-Identifier: Apache-2.0 */
/* The schedule `slots`: see slots.c. */
#ifndef BSP_SLOTS_H
#define BSP_SLOTS_H

/*
 * Moves to_send and to_take bytes between all other partners, as exchange() does, after
 * chunk_begin.
 */
void slots_exchange(void);

#endif
