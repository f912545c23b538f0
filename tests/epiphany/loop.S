/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hardware loop: LC turns of what lies from LS to LE.
 *
 * run: --rows 1 --cols 1
 * expect: 7
 */
	.global	_main
_main:	mov	r1, 7
	mov	r0, 0
	movts	lc, r1
	mov	r1, %low(begin)
	movts	ls, r1
	mov	r1, %low(end)
	movts	le, r1
	gid
	.balignw 8, 0x01a2
begin:	add.l	r0, r0, 1
	mov.l	r2, 1
	mov.l	r2, 2
	mov.l	r2, 3
	mov.l	r2, 4
	mov.l	r2, 5
	mov.l	r2, 6
end:	mov.l	r2, 7
	gie
	rts
