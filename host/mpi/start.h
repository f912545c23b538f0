/* SPDX-License-Identifier: Apache-2.0 */
/* What start.c has for those that start_here.c starts. */
#ifndef HOST_MPI_START_H
#define HOST_MPI_START_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Bytes that the cores of this node share; where its parts lie, in zeroed memory. */
size_t start_bytes(void);
void start_place(uint8_t *memory);

/* Wait until all cores of this node are there; say so of this one, and then wait. */
void start_await(void);
void start_join(void);

/* This process ends with its parent. */
void start_die_with(pid_t parent);

#endif
