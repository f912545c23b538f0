/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run of the chip.  Cores run in turns of a few clocks, since nothing that one does
 * reaches another tile sooner; then what is due happens.
 */
#ifndef EMU_TENSIX_TURNS_H
#define EMU_TENSIX_TURNS_H

_Noreturn void turns_run(void);

#endif
