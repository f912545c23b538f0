/* SPDX-License-Identifier: Apache-2.0 */
/* What reductions combine by: weft's operations, and those of types that weft has not. */
#include "compat/shmem/operation.h"

WEFT_OPS_FLOATING(longdouble, long double)

/* By the rule alone: the compiler's own has infinities, and what some chips cannot do. */
#define TIMES(type)                                                            \
	__extension__({                                                        \
		type p;                                                        \
		__real__ p =                                                   \
			__real__ a * __real__ b - __imag__ a * __imag__ b;     \
		__imag__ p =                                                   \
			__real__ a * __imag__ b + __imag__ a * __real__ b;     \
		p;                                                             \
	})

WEFT_OP_DEFINE(sum_complexf, float _Complex, a + b, false)
WEFT_OP_DEFINE(prod_complexf, float _Complex, TIMES(float _Complex), false)
WEFT_OP_DEFINE(sum_complexd, double _Complex, a + b, false)
WEFT_OP_DEFINE(prod_complexd, double _Complex, TIMES(double _Complex), false)

#define BY_SIZE(op, type)                                                      \
	(size == 1   ? &weft_##op##_##type##8                                  \
	 : size == 2 ? &weft_##op##_##type##16                                 \
	 : size == 4 ? &weft_##op##_##type##32                                 \
		     : &weft_##op##_##type##64)

static const struct weft_op *of_integers(int op, int size, bool is_signed)
{
	switch (op) {
	case SHMEMI_OP_AND:
		return BY_SIZE(band, uint);
	case SHMEMI_OP_OR:
		return BY_SIZE(bor, uint);
	case SHMEMI_OP_XOR:
		return BY_SIZE(bxor, uint);
	case SHMEMI_OP_MAX:
		return is_signed ? BY_SIZE(max, int) : BY_SIZE(max, uint);
	case SHMEMI_OP_MIN:
		return is_signed ? BY_SIZE(min, int) : BY_SIZE(min, uint);
	case SHMEMI_OP_SUM:
		return BY_SIZE(sum, uint);
	default:
		return BY_SIZE(prod, uint);
	}
}

#define BY_OP(type)                                                            \
	(op == SHMEMI_OP_MAX   ? &weft_max_##type                              \
	 : op == SHMEMI_OP_MIN ? &weft_min_##type                              \
	 : op == SHMEMI_OP_SUM ? &weft_sum_##type                              \
			       : &weft_prod_##type)

const struct weft_op *operation(int op, int kind)
{
	switch (kind) {
	case SHMEMI_FLOAT:
		return BY_OP(float);
	case SHMEMI_DOUBLE:
		return BY_OP(double);
	case SHMEMI_LONGDOUBLE:
		return BY_OP(longdouble);
	case SHMEMI_COMPLEXF:
		return op == SHMEMI_OP_SUM ? &weft_sum_complexf
					   : &weft_prod_complexf;
	case SHMEMI_COMPLEXD:
		return op == SHMEMI_OP_SUM ? &weft_sum_complexd
					   : &weft_prod_complexd;
	default:
		return of_integers(op, kind & SHMEMI_SIZE,
				   kind & SHMEMI_SIGNED);
	}
}
