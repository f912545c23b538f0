/* SPDX-License-Identifier: Apache-2.0 */
/* The smallest kernel: every core hears the root and says so. */
#include <stdio.h>

#include <weft/weft.h>

int main(void)
{
	char text[32] = "";

	if (weft_rank() == 0) {
		snprintf(text, sizeof(text), "hello from the root");
	}
	weft_bcast(text, sizeof(text), 0, WEFT_WORLD, WEFT_FOREVER);
	printf("%s\n", text);
	return 0;
}
