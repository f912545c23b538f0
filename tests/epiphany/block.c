/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loader's block: group and core, external memory, flags.  The status says which
 * parts were filled: 1, 2, 4.  The test also renames sections, as a program
 * without them is left without its block.
 *
 * run: --rows 1 --cols 1
 * run: --rows 3 --cols 2 --origin 0x0c5 --ext 0x40000000:0x100000
 * run: --rows 4 --cols 4
 * run: --rows 8 --cols 8 --chip e64
 * expect: 7
 */
#include "chip.h"

/* Row and column of the group on the board; those of the core in the group. */
static uint32_t group(void)
{
	uint32_t id = BLOCK->group;

	if (BLOCK->object != 3) {
		return 0;
	}
	CHECK(BLOCK->chip == (BLOCK->rows == 8));
	CHECK(BLOCK->group_row == id >> 6);
	CHECK(BLOCK->group_column == (id & 63));
	CHECK(BLOCK->row < BLOCK->rows && BLOCK->column < BLOCK->columns);
	CHECK(GET(coreid) >> 6 == BLOCK->group_row + BLOCK->row);
	CHECK((GET(coreid) & 63) == BLOCK->group_column + BLOCK->column);
	CHECK(id != 0x808 ||
	      (BLOCK->group_row == 32 && BLOCK->group_column == 8));
	return 1;
}

static uint32_t external(void)
{
	uint32_t base = BLOCK->external;

	if (BLOCK->external_object != 5) {
		return 0;
	}
	CHECK(base == 0x8e000000 || base == 0x40000000);
	return 2;
}

static uint32_t loader(void)
{
	return BLOCK->flags == 1 && !BLOCK->arguments ? 4 : 0;
}

int main(void)
{
	return (int)(group() | external() | loader());
}
