/* SPDX-License-Identifier: Apache-2.0 */
/*
 * e-lib, as programs for the Epiphany's cores include it: its names, its numbers, its
 * layouts.  The vendor's manual says what each call does.  docs/compat.md says what is
 * different here, and what each board lacks.
 */
#ifndef E_LIB_H
#define E_LIB_H

#ifndef __cplusplus
#include <stdbool.h>
#endif
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "e_regs.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ALIGN(x)   __attribute__((aligned(x)))
#define PACKED     __attribute__((packed))
#define SECTION(x) __attribute__((section(x)))

typedef enum {
	E_FALSE = false,
	E_TRUE = true,
} e_bool_t;

typedef enum {
	E_OK = 0,
	E_ERR = -1,
	E_WARN = -2,
} e_return_stat_t;

/* Which core this is, and where others are. */
typedef unsigned int e_coreid_t;

#define E_SELF (~0)

typedef enum {
	E_GROUP_WRAP = 0,
	E_ROW_WRAP = 1, /* along the row: the column changes */
	E_COL_WRAP = 2, /* along the column: the row changes */
	E_PREV_CORE = 0,
	E_NEXT_CORE = 1,
} e_coreid_wrap_t;

typedef enum {
	E_NULL = 0,
	E_EPI_PLATFORM = 1,
	E_EPI_CHIP = 2,
	E_EPI_GROUP = 3,
	E_EPI_CORE = 4,
	E_EXT_MEM = 5,
	E_MAPPING = 6,
	E_SHARED_MEM = 7,
} e_objtype_t;

typedef enum {
	E_E16G301 = 0,
	E_E64G401 = 1,
} e_chiptype_t;

/* The loader leaves these two on the chip at 0x28 and 0x50. */
typedef struct {
	e_objtype_t objtype;
	e_chiptype_t chiptype;
	e_coreid_t group_id;
	unsigned group_row, group_col;
	unsigned group_rows, group_cols;
	unsigned core_row, core_col; /* within the group */
	unsigned alignment_padding;
} e_group_config_t;

typedef struct {
	e_objtype_t objtype;
	unsigned base;
} e_emem_config_t;

extern const e_group_config_t e_group_config;
extern const e_emem_config_t e_emem_config;

e_coreid_t e_get_coreid(void);
void *e_get_global_address(unsigned row, unsigned col, const void *ptr);
e_coreid_t e_coreid_from_coords(unsigned row, unsigned col);
void e_coords_from_coreid(e_coreid_t coreid, unsigned *row, unsigned *col);
e_bool_t e_is_on_core(const void *ptr);
void e_neighbor_id(e_coreid_wrap_t dir, e_coreid_wrap_t wrap, unsigned *row,
		   unsigned *col);

/* Other cores' memory. */
typedef enum {
	E_RD = 1,
	E_WR = 2,
	E_RDWR = 3,
} e_memtype_t;

typedef struct {
	e_objtype_t objtype;
	off_t phy_base, ephy_base; /* its address on the host, and on cores */
	size_t size;
	e_memtype_t type;
} e_memseg_t;

/* `remote` is &e_group_config, &e_emem_config, or a segment of shared memory. */
void *e_read(const void *remote, void *dst, unsigned row, unsigned col,
	     const void *src, size_t n);
void *e_write(const void *remote, const void *src, unsigned row, unsigned col,
	      void *dst, size_t n);

int e_shm_attach(e_memseg_t *mem, const char *name);
int e_shm_release(const char *name);

/* DMA. */
typedef enum {
	E_DMA_ENABLE = 1 << 0,
	E_DMA_MASTER = 1 << 1,
	E_DMA_CHAIN = 1 << 2,
	E_DMA_STARTUP = 1 << 3,
	E_DMA_IRQEN = 1 << 4,
	E_DMA_BYTE = 0 << 5,
	E_DMA_HWORD = 1 << 5,
	E_DMA_WORD = 2 << 5,
	E_DMA_DWORD = 3 << 5,
	E_DMA_MSGMODE = 1 << 10,
	E_DMA_SHIFT_SRC_IN = 1 << 12,
	E_DMA_SHIFT_DST_IN = 1 << 13,
	E_DMA_SHIFT_SRC_OUT = 1 << 14,
	E_DMA_SHIFT_DST_OUT = 1 << 15,
} e_dma_config_t;

typedef enum {
	E_DMA_0 = 0,
	E_DMA_1 = 1,
} e_dma_id_t;

/* The upper half of a stride is the target's, that of a count is the outer loop's. */
typedef struct {
	unsigned config;
	unsigned inner_stride;
	unsigned count;
	unsigned outer_stride;
	void *src_addr;
	void *dst_addr;
} ALIGN(8) e_dma_desc_t;

int e_dma_start(e_dma_desc_t *descriptor, e_dma_id_t chan);
int e_dma_busy(e_dma_id_t chan);
void e_dma_wait(e_dma_id_t chan);
int e_dma_copy(void *dst, void *src, size_t n);
void e_dma_set_desc(e_dma_id_t chan, unsigned config, e_dma_desc_t *next_desc,
		    unsigned strd_i_src, unsigned strd_i_dst, unsigned count_i,
		    unsigned count_o, unsigned strd_o_src, unsigned strd_o_dst,
		    void *addr_src, void *addr_dst, e_dma_desc_t *desc);

/* Interrupts. */
typedef void (*e_irqhandler_t)(void);
typedef void (*sighandler_t)(int);

typedef enum {
	E_SYNC = 0,
	E_SW_EXCEPTION = 1,
	E_MEM_FAULT = 2,
	E_TIMER0_INT = 3,
	E_TIMER1_INT = 4,
	E_MESSAGE_INT = 5,
	E_DMA0_INT = 6,
	E_DMA1_INT = 7,
	E_USER_INT = 9,
} e_irq_type_t;

void e_irq_attach(e_irq_type_t irq, e_irqhandler_t handler);
#define e_irq_attach(i, h) e_irq_attach((i), (e_irqhandler_t)(h))
void e_irq_set(unsigned row, unsigned col, e_irq_type_t irq);
void e_irq_clear(unsigned row, unsigned col, e_irq_type_t irq);
void e_irq_global_mask(e_bool_t state);
void e_irq_mask(e_irq_type_t irq, e_bool_t state);

/* Mutexes and barriers.  They must begin as zeroes. */
typedef char e_barrier_t;
typedef int e_mutex_t;
typedef int e_mutexattr_t;

#define MUTEX_NULL        (0)
#define MUTEXATTR_NULL    (0)
#define MUTEXATTR_DEFAULT MUTEXATTR_NULL

void e_mutex_init(unsigned row, unsigned col, e_mutex_t *mutex,
		  e_mutexattr_t *attr)
	__attribute__((warning("e_mutex_init does nothing: a mutex is zero at the start")));
void e_mutex_lock(unsigned row, unsigned col, e_mutex_t *mutex);
unsigned e_mutex_trylock(unsigned row, unsigned col, e_mutex_t *mutex);
void e_mutex_unlock(unsigned row, unsigned col, e_mutex_t *mutex);
void e_barrier_init(volatile e_barrier_t bar_array[],
		    volatile e_barrier_t *tgt_bar_array[]);
void e_barrier(volatile e_barrier_t *bar_array,
	       volatile e_barrier_t *tgt_bar_array[]);

/* Timers, which count down. */
typedef enum {
	E_CTIMER_0 = 0,
	E_CTIMER_1 = 1,
} e_ctimer_id_t;

typedef enum {
	E_CTIMER_OFF = 0x0,
	E_CTIMER_CLK = 0x1,
	E_CTIMER_IDLE = 0x2,
	E_CTIMER_IALU_INST = 0x4,
	E_CTIMER_FPU_INST = 0x5,
	E_CTIMER_DUAL_INST = 0x6,
	E_CTIMER_E1_STALLS = 0x7,
	E_CTIMER_RA_STALLS = 0x8,
	E_CTIMER_EXT_FETCH_STALLS = 0xc,
	E_CTIMER_EXT_LOAD_STALLS = 0xd,
} e_ctimer_config_t;

#define E_CTIMER_MAX (~0)

unsigned e_ctimer_get(e_ctimer_id_t timer);
unsigned e_ctimer_set(e_ctimer_id_t timer, unsigned int val);
unsigned e_ctimer_start(e_ctimer_id_t timer, e_ctimer_config_t config);
unsigned e_ctimer_stop(e_ctimer_id_t timer);
void e_wait(e_ctimer_id_t timer, unsigned int clicks);

#ifdef __cplusplus
}
#endif
#endif
