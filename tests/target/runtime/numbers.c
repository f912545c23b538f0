/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2 */
/* weft-test: boards=scc-sim cores=1 args=7,0,4294967295 env=WEFT_N=7 */
/* weft-test: boards=scc-sim cores=1 args=9,0,9 env=WEFT_N= */
/* weft-test: boards=scc-sim cores=1 args=4294967295,9,4294967295 env=WEFT_N=4294967295 */
/* weft-test: boards=scc-sim cores=1 args=4294967295,9,4294967295 env=WEFT_N=0xffffffff */
/* weft-test: boards=scc-sim cores=1 args=2864434397,9,4294967295 env=WEFT_N=0xaabbccdd */
/* weft-test: boards=scc-sim cores=1 args=4009754608,9,4294967295 env=WEFT_N=0x00000eefffff0 */
/* weft-test: boards=scc-sim cores=1 args=1234567890,9,1234567890 env=WEFT_N=1234567890 */
/* weft-test: boards=scc-sim cores=1 args=9,9,9 env=WEFT_N=000000000009 */
/* weft-test: boards=scc-sim cores=1 args=0,0,4294967295 env=WEFT_N=4294967296 exit=2 tap=no */
/* weft-test: boards=scc-sim cores=1 args=0,0,4294967295 env=WEFT_N=4300000000 exit=2 tap=no */
/* weft-test: boards=scc-sim cores=1 args=0,0,4294967295 env=WEFT_N=4500000000 exit=2 tap=no */
/* weft-test: boards=scc-sim cores=1 args=0,0,4294967295 env=WEFT_N=42949672950 exit=2 tap=no */
/* weft-test: boards=scc-sim cores=1 args=0,0,4294967295 env=WEFT_N=0x100000000 exit=2 tap=no */
/* weft-test: boards=scc-sim cores=1 args=0,0,4294967295 env=WEFT_N=0x1ffffffff exit=2 tap=no */
/* weft-test: boards=scc-sim cores=1 args=0,0,4294967295 env=WEFT_N=0xg exit=2 tap=no */
/* weft-test: boards=scc-sim cores=1 args=0,0,4294967295 env=WEFT_N=1a exit=2 tap=no */
/* weft-test: boards=scc-sim cores=1 args=0,0,4294967295 env=WEFT_N=9: exit=2 tap=no */
/* weft-test: boards=scc-sim cores=1 args=0,0,4294967295 env=WEFT_N=0x exit=2 tap=no */
/* weft-test: boards=scc-sim cores=1 args=0,0,4294967295 env=WEFT_N=-1 exit=2 tap=no */
/* weft-test: boards=scc-sim cores=1 args=0,3,5 env=WEFT_N=2 exit=2
   expect==2_is_no_number_from_3_to_5 tap=no */
/* weft-test: boards=scc-sim cores=1 args=0,3,5 env=WEFT_N=6 exit=2
   expect==6_is_no_number_from_3_to_5 tap=no */
/* weft-test: boards=scc-sim cores=3 args=3,3,5 env=WEFT_N=3,N=4 */
/* weft-test: boards=scc-sim cores=3 args=5,3,5 env=XWEFT_N=4,WEFT_N=5 */
/*
 * A number of the environment: what it is, within its limits, or the run is refused.
 * Arguments: the number expected, the least and the most.  The usual one is 9.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "runtime/boot.h"
#include "tests/target/tap.h"

enum {
	USUAL = 9,
};

static uint32_t number(const char *s)
{
	return (uint32_t)strtoul(s, NULL, 10);
}

int main(int argc, char **argv)
{
	uint32_t is;

	tap_begin();
	if (argc < 4) { /* it is not set */
		is = rt_env_number("WEFT_N", USUAL, 0, UINT32_MAX);
		tap_ok(is == USUAL, "the usual one");
		return tap_end();
	}
	is = rt_env_number("WEFT_N", USUAL, number(argv[2]), number(argv[3]));
	tap_ok(is == number(argv[1]), "%u", (unsigned)is);
	return tap_end();
}
