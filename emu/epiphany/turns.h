/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run of the chip.  Cores run in turns of a few clocks, since nothing that one does
 * reaches another sooner; then what is due happens.
 */
#ifndef EMU_EPIPHANY_TURNS_H
#define EMU_EPIPHANY_TURNS_H

/* Cores, memories and numbers, from the first block of struct chip. */
void turns_create(void);

/* Run until all started cores have ended or nothing can happen any more. */
_Noreturn void turns_run(void);

#endif
