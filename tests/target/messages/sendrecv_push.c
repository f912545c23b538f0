/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48 modes=strict,relaxed,icount time-out=120 */
/* weft-test: cores=3 modes=strict env=WEFT_EPOCH=0xfffffff1 */
/*
 * The messages of `sendrecv`, pushed on ports that would pull.
 */
#define SENDRECV_PUSHES 1
#include "messages/sendrecv.c"

#include "tests/target/messages/sendrecv.c"
