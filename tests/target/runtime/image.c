/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 time-out=30 */
/* Image headers: each field that must agree is compared, and named. */
#include <string.h>

#include <weft/weft.h>

#include "runtime/image.h"

#include "tests/target/tap.h"

static bool names(struct rt_image changed, const char *word)
{
	struct rt_image mine = rt_image();
	const char *what = rt_image_differs(&mine, &changed);
	const char *back = rt_image_differs(&changed, &mine);

	return what && back && strstr(what, word) && strstr(back, word);
}

int main(void)
{
	struct rt_image same = rt_image(), other;

	tap_begin();
	tap_ok(same.magic == RT_IMAGE_MAGIC && same.build != 0 &&
		       same.count == weft_size(),
	       "a header says what it should");
	tap_ok(rt_image_differs(&same, &same) == NULL, "equal headers agree");
	other = same;
	other.magic ^= 1;
	tap_ok(names(other, "not a weft image"), "magic");
	other = same;
	other.version++;
	tap_ok(names(other, "version"), "version");
	other = same;
	other.build ^= 0x80000000u;
	tap_ok(names(other, "build"), "build");
	other = same;
	other.count++;
	tap_ok(names(other, "number of cores"), "number of cores");
	other = same;
	other.map_hash++;
	tap_ok(names(other, "MPB map"), "MPB map");
	return tap_end();
}
