/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The boot record: checking it, and looking things up in it.
 */
#ifndef RUNTIME_BOOT_H
#define RUNTIME_BOOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/boot.h"
#include "arch/small.h"

/* Checks the record, and panics with what is wrong.  First thing at start. */
ARCH_COLD void rt_boot_check(void);

/* Returns a variable of the run's environment, or null.  Any context. */
ARCH_COLD const char *rt_env(const char *name);

/*
 * Returns a variable as a number, decimal or hexadecimal after 0x; `usual` if
 * it is not set or empty.  The run is refused if it is no number or not from `least`
 * to `most`.  The library's own are in runtime/variables.h.
 */
ARCH_COLD uint32_t rt_env_number(const char *name, uint32_t usual,
				 uint32_t least, uint32_t most);

/*
 * Return the first of the argc argument strings, the first of the envc
 * "NAME=value" strings, and the string behind `s`.  There may be many, so none
 * is looked up by its number.
 */
ARCH_COLD const char *rt_boot_args(void);
ARCH_COLD const char *rt_boot_envs(void);
ARCH_COLD const char *rt_boot_next(const char *s);

/* Returns this core's file of that name, or null. */
ARCH_COLD const struct arch_boot_file *rt_boot_file(const char *name);

#endif
