/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A breakpoint.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 breakpoint
 */
	.global	_main
_main:	bkpt
