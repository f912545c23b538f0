/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the loader asks of a GPU: cuda.c has one by NVIDIA's driver, emu/gpu/driver.c the
 * emulated one.  Whatever fails ends the program with what is wrong.
 */
#ifndef HOST_GPU_DRIVER_H
#define HOST_GPU_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Once, first: reach the GPU, and say how many cores it has, and its name. */
uint32_t driver_open(char *name, size_t room);

/*
 * Compile the PTX text, or take what has been compiled for this chip; `name` is for
 * messages.  `level`: of optimising, 0 to 4.
 */
void driver_load(const char *code, uint32_t level, const char *name);

/* Zeroed memory of the GPU, by its address there. */
uint64_t driver_alloc(size_t bytes);
void driver_write(uint64_t to, const void *from, size_t bytes);

/* Zeroed memory that the host and the GPU's cores reach at any time; its address there. */
void *driver_share(size_t bytes, uint64_t *address);

/*
 * Start the kernel in so many blocks, all at once, with one argument, and call `look` now
 * and then, until it does not return; with true once all have ended.  A block is so many
 * rows of threads, a warp each, or fewer if it has not the registers; but one at least.
 */
typedef void driver_look_fn(bool ended);
_Noreturn void driver_run(const char *kernel, uint32_t blocks, uint32_t warps,
			  uint64_t argument, driver_look_fn *look);

#endif
