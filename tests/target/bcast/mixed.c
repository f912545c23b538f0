/* SPDX-License-Identifier: Apache-2.0 */
/* weft-image: mixed runtime/image.c -Drt_image=true_image */
/* weft-test: cores=3,48 tap=no */
/* weft-test: cores=3 tap=no seeds=3 env=ODD=1 exit=70 expect=rank_1_has_another */
/* weft-test: cores=3 tap=no seeds=3 env=ODD=2 exit=70 expect=rank_2_has_another */
/* weft-test: cores=48 tap=no env=ODD=47 exit=70 expect=has_another_build */
/*
 * A core that was loaded with another build does not get past the rendezvous.
 * One image serves all cores here, so this one lies: the core that ODD names
 * shows another build in its header.  (Its parent names it, where it has no
 * children; else it may be the first to find others odd.)
 */
#include "arch/arch.h"
#include "runtime/boot.h"
#include "runtime/image.h"

struct rt_image true_image(void); /* the library's */

struct rt_image rt_image(void)
{
	struct rt_image image = true_image();

	image.build +=
		rt_env_number("ODD", UINT32_MAX, 0, UINT32_MAX) == arch_rank();
	return image;
}

int main(void)
{
	return 0;
}
