/* SPDX-License-Identifier: Apache-2.0 */
/* Streams of records for tests/links/far.c: few nodes, small frames, few cores. */
#ifndef TESTS_LINKS_FAR_PORT_H
#define TESTS_LINKS_FAR_PORT_H

#define FAR_NODES  32
#define FAR_PIECE  64
#define FAR_ANSWER 128
#define FAR_RING   4096
#define FAR_CORES  4
#define FAR_FRAME  256
#define FAR_LANES  1

#endif
