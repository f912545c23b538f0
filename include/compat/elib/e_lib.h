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
typedef unsigned e_coreid_t;

#define E_SELF (~0)

typedef enum {
	/* Which way round a ring, */
	E_PREV_CORE = 0,
	E_NEXT_CORE = 1,
	/* and which ring: all cores, those of my row, or of my column. */
	E_GROUP_WRAP = 0,
	E_ROW_WRAP = 1,
	E_COL_WRAP = 2,
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
void *e_get_global_address(unsigned row, unsigned col, const void *mine);
e_coreid_t e_coreid_from_coords(unsigned row, unsigned col);
void e_coords_from_coreid(e_coreid_t core, unsigned *row, unsigned *col);
e_bool_t e_is_on_core(const void *address);
void e_neighbor_id(e_coreid_wrap_t way, e_coreid_wrap_t ring, unsigned *row,
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

/* `where` is &e_group_config, &e_emem_config, or a segment of shared memory. */
void *e_read(const void *where, void *here, unsigned row, unsigned col,
	     const void *there, size_t bytes);
void *e_write(const void *where, const void *here, unsigned row, unsigned col,
	      void *there, size_t bytes);

int e_shm_attach(e_memseg_t *segment, const char *name);
int e_shm_release(const char *name);

/* DMA. */
typedef enum {
	E_DMA_ENABLE = 0x01,
	E_DMA_MASTER = 0x02,
	E_DMA_CHAIN = 0x04,
	E_DMA_STARTUP = 0x08,
	E_DMA_IRQEN = 0x10,
	E_DMA_BYTE = 0x00, /* the unit: 1, 2, 4 or 8 bytes */
	E_DMA_HWORD = 0x20,
	E_DMA_WORD = 0x40,
	E_DMA_DWORD = 0x60,
	E_DMA_MSGMODE = 0x0400,
	E_DMA_SHIFT_SRC_IN = 0x1000,
	E_DMA_SHIFT_DST_IN = 0x2000,
	E_DMA_SHIFT_SRC_OUT = 0x4000,
	E_DMA_SHIFT_DST_OUT = 0x8000,
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

int e_dma_start(e_dma_desc_t *what, e_dma_id_t channel);
int e_dma_busy(e_dma_id_t channel);
void e_dma_wait(e_dma_id_t channel);
int e_dma_copy(void *to, void *from, size_t bytes);
/* Steps in bytes and counts of units: of the inner loop, then of the outer one. */
void e_dma_set_desc(e_dma_id_t channel, unsigned config, e_dma_desc_t *next,
		    unsigned from_step, unsigned to_step, unsigned units,
		    unsigned rows, unsigned from_row_step, unsigned to_row_step,
		    void *from, void *to, e_dma_desc_t *what);

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

void e_irq_attach(e_irq_type_t event, e_irqhandler_t function);
/* Programs give it functions of other types, too. */
#define e_irq_attach(event, function)                                          \
	e_irq_attach((event), (e_irqhandler_t)(function))
void e_irq_set(unsigned row, unsigned col, e_irq_type_t event);
void e_irq_clear(unsigned row, unsigned col, e_irq_type_t event);
void e_irq_global_mask(e_bool_t off);
void e_irq_mask(e_irq_type_t event, e_bool_t off);

/* Mutexes and barriers.  They must begin as zeroes. */
typedef char e_barrier_t;
typedef int e_mutex_t;
typedef int e_mutexattr_t;

#define MUTEX_NULL        (0)
#define MUTEXATTR_NULL    (0)
#define MUTEXATTR_DEFAULT MUTEXATTR_NULL

void e_mutex_init(unsigned row, unsigned col, e_mutex_t *mutex,
		  e_mutexattr_t *kind)
	__attribute__((warning(
		"e_mutex_init does nothing: a mutex is zero at the start")));
void e_mutex_lock(unsigned row, unsigned col, e_mutex_t *mutex);
unsigned e_mutex_trylock(unsigned row, unsigned col, e_mutex_t *mutex);
void e_mutex_unlock(unsigned row, unsigned col, e_mutex_t *mutex);
/* Both arrays have an item a core of the group, and lie at one address on all cores. */
void e_barrier_init(volatile e_barrier_t came[], volatile e_barrier_t *tell[]);
void e_barrier(volatile e_barrier_t came[], volatile e_barrier_t *tell[]);

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
unsigned e_ctimer_set(e_ctimer_id_t timer, unsigned count);
unsigned e_ctimer_start(e_ctimer_id_t timer, e_ctimer_config_t counted);
unsigned e_ctimer_stop(e_ctimer_id_t timer);
void e_wait(e_ctimer_id_t timer, unsigned clocks);

#ifdef __cplusplus
}
#endif
#endif
