/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the boot record says, checked and made easy to use.
 */
#ifndef RUNTIME_BOOT_H
#define RUNTIME_BOOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/boot.h"
#include "arch/small.h"

/* Check the record; panics with what is wrong.  First thing at start. */
ARCH_COLD void rt_boot_check(void);

/* The value of NAME in the run's environment, or null.  Any context. */
ARCH_COLD const char *rt_env(const char *name);

/*
 * The same as a number (decimal or 0x..); `absent` if it is unset or empty.  Panics
 * if it is anything else, or has more than 32 bits.
 */
ARCH_COLD uint32_t rt_env_u32(const char *name, uint32_t absent);

/*
 * The first of argc argument strings (of envc "NAME=value" strings), and the string
 * behind one: there may be many, so nobody looks for one by its number.
 */
ARCH_COLD const char *rt_boot_args(void);
ARCH_COLD const char *rt_boot_envs(void);
ARCH_COLD const char *rt_boot_next(const char *s);

/* This core's file of that name, or null. */
ARCH_COLD const struct arch_boot_file *rt_boot_file(const char *name);

#endif
