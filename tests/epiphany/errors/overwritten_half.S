/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The second half of an instruction that has run before is written over: what
 * was decoded then must not be used again.
 *
 * run: --rows 1 --cols 1 --writable-code
 * expect: 5
 */
	.global	_main
_main:	mov	r1, %low(here)
	mov	r5, 0
here:	mov.l	r0, 0x0009
	sub	r5, r5, 1
	beq	done
	/* The register of the mov becomes r8. */
	mov	r0, 5
	mov	r5, 1
	mov	r2, 0x2002
	strh	r2, [r1, 1]
	b	here
done:	rts
