/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A part of the program that computes and calls nothing of weft's.
 *
 * What weft does on others' behalf (asynchronous broadcasts that come through this
 * core, Active Messages to it, started collectives) is done by handlers.  Where
 * something interrupts a core they run whatever the program does.  Where nothing
 * does, as on a Wormhole, they run in calls of weft's only, unless the
 * program says that a long computation begins:
 *
 *     weft_compute_begin();
 *     for (..) {
 *             ..                       no calls of weft's
 *     }
 *     weft_compute_end();
 *
 * Between the two another processor of this core's runs the handlers, if the chip has
 * one to spare (arch/lend.h).  On all other chips the two do next to nothing, so a
 * program that has them runs everywhere.
 *
 * Between them the program calls no function of weft's but weft_compute_end, and none
 * of the C library's that allocates, prints or reads a file: such a call would
 * run beside a handler.  With DEBUG=1 functions that wait say WEFT_ERR_CONTEXT
 * there.  A program that ends there panics.
 *
 * Handlers that are the program's own (Active Messages, weft_abcast's calls) then
 * run truly beside the computation: the two share words, each written by one of
 * them, and nothing larger.  No buffer of a started call is touched by the program
 * until the call is complete, as always.
 */
#ifndef WEFT_COMPUTE_H
#define WEFT_COMPUTE_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A computation begins, or has ended.  Pairs do not nest.  Errors:  WEFT_ERR_STATE if
 * one has begun already, or (end) none has; WEFT_ERR_CONTEXT in a handler.
 * Thread.  Cost: a few instructions; on a chip that lends its work some 300 clocks
 * and, at the end, 600, and it waits until the handler that runs has returned.
 */
int weft_compute_begin(void);
int weft_compute_end(void);

#ifdef __cplusplus
}
#endif
#endif
