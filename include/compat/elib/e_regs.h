/* SPDX-License-Identifier: Apache-2.0 */
/* The addresses of a core's registers, by e-lib's names. */
#ifndef E_REGS_H
#define E_REGS_H

#ifdef __cplusplus
extern "C" {
#endif

#define E_GENERAL(n) E_REG_R##n = 0xf0000 + 4 * (n)
#define E_FOUR(a, b, c, d)                                                     \
	E_GENERAL(a), E_GENERAL(b), E_GENERAL(c), E_GENERAL(d)

typedef enum {
	E_CORE_GP_REG_BASE = 0xf0000,
	E_FOUR(0, 1, 2, 3),
	E_FOUR(4, 5, 6, 7),
	E_FOUR(8, 9, 10, 11),
	E_FOUR(12, 13, 14, 15),
	E_FOUR(16, 17, 18, 19),
	E_FOUR(20, 21, 22, 23),
	E_FOUR(24, 25, 26, 27),
	E_FOUR(28, 29, 30, 31),
	E_FOUR(32, 33, 34, 35),
	E_FOUR(36, 37, 38, 39),
	E_FOUR(40, 41, 42, 43),
	E_FOUR(44, 45, 46, 47),
	E_FOUR(48, 49, 50, 51),
	E_FOUR(52, 53, 54, 55),
	E_FOUR(56, 57, 58, 59),
	E_FOUR(60, 61, 62, 63),
} e_gp_reg_id_t;

/* One of the two channels of DMA. */
#define E_CHANNEL(n, base)                                                     \
	E_REG_DMA##n##CONFIG = (base), E_REG_DMA##n##STRIDE = (base) + 0x04,   \
	E_REG_DMA##n##COUNT = (base) + 0x08,                                   \
	E_REG_DMA##n##SRCADDR = (base) + 0x0c,                                 \
	E_REG_DMA##n##DSTADDR = (base) + 0x10,                                 \
	E_REG_DMA##n##AUTODMA0 = (base) + 0x14,                                \
	E_REG_DMA##n##AUTODMA1 = (base) + 0x18,                                \
	E_REG_DMA##n##STATUS = (base) + 0x1c

typedef enum {
	E_CORE_SP_REG_BASE = 0xf0000,

	/* What the core does, and where it is. */
	E_REG_CONFIG = 0xf0400,
	E_REG_STATUS = 0xf0404,
	E_REG_FSTATUS = 0xf0440,
	E_REG_PC = 0xf0408,
	E_REG_LC = 0xf0414,
	E_REG_LS = 0xf0418,
	E_REG_LE = 0xf041c,
	E_REG_COREID = 0xf0704,
	E_REG_MESHCFG = 0xf0700,
	E_REG_CORE_RESET = 0xf070c,

	/* Interrupts. */
	E_REG_IRET = 0xf0420,
	E_REG_IMASK = 0xf0424,
	E_REG_IPEND = 0xf0434,
	E_REG_ILAT = 0xf0428,
	E_REG_ILATST = 0xf042c,
	E_REG_ILATCL = 0xf0430,

	E_REG_CTIMER0 = 0xf0438,
	E_REG_CTIMER1 = 0xf043c,
	E_CHANNEL(0, 0xf0500),
	E_CHANNEL(1, 0xf0520),
	E_REG_MEMSTATUS = 0xf0604,
	E_REG_MEMPROTECT = 0xf0608,
	E_REG_DEBUGSTATUS = 0xf040c,
	E_REG_DEBUGCMD = 0xf0448,
} e_core_reg_id_t;

#undef E_GENERAL
#undef E_FOUR
#undef E_CHANNEL

unsigned e_reg_read(e_core_reg_id_t which);
void e_reg_write(e_core_reg_id_t which, unsigned value);

#ifdef __cplusplus
}
#endif
#endif
