/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers and what is to be in them are those of the calls that wait. */
#include "tests/target/team/gather/calls.c"
