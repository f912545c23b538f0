/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From one stack to another (arch/switch.h).  The 8 bytes at sp are the callee's: they
 * keep the address to go on at, beside lr, so that a stack that has not run yet
 * has no caller for who walks it.
 */
	.text
	.balign	8
	.global	_arch_switch
_arch_switch:
	sub	sp, sp, 96
	str	lr, [sp]
	strd	r4, [sp, 1]
	strd	r6, [sp, 2]
	strd	r8, [sp, 3]
	strd	r10, [sp, 4]
	str	r15, [sp, 10]
	str	lr, [sp, 11]
	strd	r32, [sp, 6]
	strd	r34, [sp, 7]
	strd	r36, [sp, 8]
	strd	r38, [sp, 9]
	strd	r40, [sp, 10]
	strd	r42, [sp, 11]
	str	sp, [r0]
	mov	sp, r1
	ldr	r12, [sp]
	ldrd	r4, [sp, 1]
	ldrd	r6, [sp, 2]
	ldrd	r8, [sp, 3]
	ldrd	r10, [sp, 4]
	ldr	r15, [sp, 10]
	ldr	lr, [sp, 11]
	ldrd	r32, [sp, 6]
	ldrd	r34, [sp, 7]
	ldrd	r36, [sp, 8]
	ldrd	r38, [sp, 9]
	ldrd	r40, [sp, 10]
	ldrd	r42, [sp, 11]
	add	sp, sp, 96
	jr	r12
