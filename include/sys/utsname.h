/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uname, which the C library has no header for: programs print where they run.  The system
 * is "weft", its node and machine are the board, its release and version the build that the
 * first line of a run names.  All cores are told the same.  Thread.  Returns 0.
 */
#ifndef _SYS_UTSNAME_H
#define _SYS_UTSNAME_H

#ifdef __cplusplus
extern "C" {
#endif

struct utsname {
	char sysname[16], nodename[32], release[16], version[16], machine[32];
};

int uname(struct utsname *name);

#ifdef __cplusplus
}
#endif
#endif
