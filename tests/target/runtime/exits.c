/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 tap=no */
/* weft-test: cores=3 tap=no args=1:9 exit=9 expect=code=9_core=1 */
/* weft-test: cores=3 more=17 tap=no args=2:5 exit=5 expect=code=5_core=2 */
/* weft-test: cores=17,48 tap=no args=16:3 exit=3 expect=code=3_core=16 */
/* weft-test: cores=17 tap=no args=13:7,2:4,5:8 exit=4 expect=code=4_core=2 */
/* weft-test: cores=17 tap=no args=12:7,5:4,0:1 exit=1 expect=code=1_core=0 */
/*
 * Exit codes: the lowest failing core decides the run's, and the run does not
 * end before its last core.  Arguments are rank:code; the others return 0.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		char *colon;

		if (strtoul(argv[i], &colon, 10) == weft_rank()) {
			/* Later than all that have nothing to say. */
			tap_delay(100000 + (weft_rank() << 10));
			return atoi(colon + 1);
		}
	}
	return 0;
}
