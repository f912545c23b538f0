/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the profiler (profile.c) hears of bsp_sync.  A program that is not profiled has
 * bsp_sync alone, in which none of this is left.
 */
#ifndef BSP_PROFILE_H
#define BSP_PROFILE_H

enum bsp_stage {
	BSP_TOLD,  /* all that this process has for others is known */
	BSP_MET,   /* all processes have come */
	BSP_MOVED, /* all has gone and come, and is not yet forgotten */
};

typedef void bsp_reached(enum bsp_stage stage);

/* bsp_sync, which calls reached() on its way; BSP_MOVED only if something moved. */
void bsp_sync_with(bsp_reached *reached);

#endif
