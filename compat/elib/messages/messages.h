/* SPDX-License-Identifier: Apache-2.0 */
/* For e-lib's files on boards where messages reach other cores. */
#ifndef COMPAT_ELIB_MESSAGES_H
#define COMPAT_ELIB_MESSAGES_H

#include <weft/core.h>

#include "compat/elib/elib_own.h"
#include "compat/shmem/shmem_own.h"

extern e_group_config_t elib_group;

#endif
