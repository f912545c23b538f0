/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stack that grows into the data.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 73 stack overflow: down to
 */
	.global	_main
_main:	str	r0, [sp], -8
	b	_main
