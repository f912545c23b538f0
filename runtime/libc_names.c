/* SPDX-License-Identifier: Apache-2.0 */
/* What programs print of where they run, and as whom. */
#define _DEFAULT_SOURCE 1

#include <errno.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "arch/arch.h"
#include "runtime/image.h"

/* There is one user. */
ARCH_COLD uid_t getuid(void)
{
	return 0;
}

ARCH_COLD int gethostname(char *name, size_t bytes)
{
	if (bytes < sizeof(ARCH_NAME)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	strcpy(name, ARCH_NAME);
	return 0;
}

ARCH_COLD static void hex(char *text, uint32_t number)
{
	static const char digit[] = "0123456789abcdef";

	for (int shift = 28; shift >= 0; shift -= 4) {
		*text++ = digit[number >> shift & 15];
	}
	*text = '\0';
}

ARCH_COLD int uname(struct utsname *name)
{
	_Static_assert(sizeof(name->nodename) >= sizeof(ARCH_NAME) &&
			       sizeof(name->machine) >= sizeof(ARCH_NAME),
		       "a board's name fits");
	strcpy(name->sysname, "weft");
	strcpy(name->nodename, ARCH_NAME);
	strcpy(name->machine, ARCH_NAME);
	hex(name->release, rt_image().build);
	strcpy(name->version, name->release);
	return 0;
}
