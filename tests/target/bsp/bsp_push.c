/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim modes=strict,relaxed cores=2,5 seeds=2 */
/* weft-test: boards=scc-sim modes=strict cores=3 args=9000,8 */
/* weft-test: boards=scc-sim modes=strict cores=17 args=40,8 env=WEFT_BSP_SCHEDULE=naive */
/*
 * The programs of `bsp_random`, with chunks pushed on a port that would pull.
 */
#define BSP_PUSHES 1
#include "bsp/exchange.c"

#include "tests/target/bsp/bsp_random.c"
