/* SPDX-License-Identifier: Apache-2.0 */
/* The one process that there is, for newlib: this core. */
#define _DEFAULT_SOURCE 1 /* kill */

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "arch/arch.h"
#include "runtime/console.h"
#include "runtime/panic.h"

ARCH_COLD int getpid(void)
{
	return 1 + (int)arch_rank();
}

/* abort() and assert() come here.  There is no process but this core. */
ARCH_COLD int kill(int pid, int signal)
{
	if (pid != getpid()) {
		errno = ESRCH;
		return -1;
	}
	if (signal == 0) {
		return 0;
	}
	rt_console_flush();
	rt_panic(signal == SIGABRT ? "abort" : "killed by a signal");
}
