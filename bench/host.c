/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=bytes=1048576 row=host */
/* weft-bench: boards=scc-sim cores=48,256,1024,4096 args=bytes=65536 row=host */
/*
 * How long a run takes on the host: boot, barrier, a broadcast of so many bytes
 * that every core checks, barrier.  tools/bench times the whole of it.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

int main(int argc, char **argv)
{
	size_t bytes = 65536;
	uint8_t *data;

	if (argc > 1 && !strncmp(argv[1], "bytes=", 6)) {
		bytes = strtoul(argv[1] + 6, NULL, 10);
	}
	data = calloc(1, bytes);
	if (!data) {
		weft_panic("no memory");
	}
	for (size_t i = 0; weft_rank() == 0 && i < bytes; i++) {
		data[i] = (uint8_t)(i ^ i >> 8);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_bcast(data, bytes, 0, WEFT_WORLD, WEFT_FOREVER)) {
		return 1;
	}
	for (size_t i = 0; i < bytes; i++) {
		if (data[i] != (uint8_t)(i ^ i >> 8)) {
			return 2;
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return 0;
}
