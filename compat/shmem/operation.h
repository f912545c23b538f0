/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COMPAT_SHMEM_OPERATION_H
#define COMPAT_SHMEM_OPERATION_H

#include <weft/reduce.h>

#include "compat/shmem/shmem_own.h"

/* The operation on elements of that kind. */
const struct weft_op *operation(int op, int kind);

#endif
