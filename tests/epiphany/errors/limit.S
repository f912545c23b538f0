/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A loop without end.
 *
 * run: --rows 1 --cols 2 --cores 0 --limit 100000
 * expect: 72 limit of clocks
 */
	.global	_main
_main:	b	_main
