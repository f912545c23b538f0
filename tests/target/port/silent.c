/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim-chips cores=3 o=chips=3 */
/* weft-test: boards=scc-sim-chips cores=9 o=chips=3+dead=1@3000 args=hangs
   tap=no exit=70 expect=chip_1_does_not_answer */
/* weft-test: boards=scc-sim-chips cores=4 o=chips=2+links=2+dead=0@3000 args=hangs
   tap=no exit=70 expect=chip_0_does_not_answer */
/* weft-test: boards=scc-qemu-chips cores=4 o=chips=2+dead=1@300000 args=hangs
   tap=no exit=70 expect=chip_1_does_not_answer */
/*
 * A wait without a deadline, while nothing is on its way between chips and none will ever be:
 * a chip that dies then is missed all the same.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	LONG_US = 2500000, /* so that links are asked whether they are there */
};

int main(int argc, char **argv)
{
	bool hangs = argc > 1 && !strcmp(argv[1], "hangs");
	uint32_t flag;
	int error;

	tap_begin();
	tap_ok(!weft_flags_alloc(1, &flag), "ready");
	error = weft_flag_wait(flag, 1, hangs ? WEFT_FOREVER : LONG_US);
	tap_ok(error == WEFT_ERR_TIMEOUT, "nobody dies");
	return tap_end();
}
