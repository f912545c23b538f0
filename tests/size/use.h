/* SPDX-License-Identifier: Apache-2.0 */
/* What base.c uses, for those that use more. */
#ifndef TESTS_SIZE_USE_H
#define TESTS_SIZE_USE_H

#include <weft/weft.h>

#include "runtime/console.h"

static inline void use_base(uint32_t *word)
{
	weft_put(weft_at(0, 0), word, sizeof(*word));
	weft_get(word, weft_at(0, 0), sizeof(*word));
	weft_quiet();
	weft_flag_write(0, 0, 1);
	weft_flag_wait(0, 1, WEFT_FOREVER);
	rt_console_write("\n", 1);
}

#endif
