/* SPDX-License-Identifier: Apache-2.0 */
/* The boot record, and the files that lie in a core's private memory. */
#ifndef HOST_MPI_FILES_H
#define HOST_MPI_FILES_H

#include <stdint.h>

/* Take an option INDEX:PATH. */
void files_add(const char *option);

/* Read and check the record: core.boot, core.count. */
void files_record(const char *path);

/* Make this core's private memory of so many bytes, with its files at the end. */
void files_place(uint64_t bytes);

#endif
