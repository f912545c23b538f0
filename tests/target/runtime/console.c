/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3,64 tap=no time-out=30 args=1 expect=02]_| */
/* weft-test: cores=3,64 tap=no time-out=30 args=241 expect=.....| */
/* weft-test: cores=3 tap=no time-out=30 args=481 expect=.....| */
/* weft-test: cores=3 tap=no time-out=30 args=7 expect=02]_last */
/*
 * Lines that hurt the console.  Every core writes one of as many bytes as the
 * argument says, the last of which is `|`, then one that does not end.  However
 * long a line is, it comes as one.  A second argument comes first, as it is.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;

	if (argc > 2) {
		write(STDOUT_FILENO, argv[2], strlen(argv[2]));
	}
	for (int i = 0; i < n - 1; i++) {
		write(STDOUT_FILENO, ".", 1);
	}
	write(STDOUT_FILENO, n > 0 ? "|\n" : "\n", n > 0 ? 2 : 1);
	write(STDOUT_FILENO, "last", 4);
	return 0;
}
