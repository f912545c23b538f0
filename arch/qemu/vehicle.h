/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What boards share whose cores are the vCPUs of one QEMU, below the port
 * contract: waiting that halts and wakes (wait.c), the console and the end of
 * the run (console.c), the meeting of all cores before weft_start (meet.c), the
 * boot record and initial data (first.c).
 *
 * "Vehicle" means what stands in for a chip: cores halt where a chip's would
 * poll or wait for an event, and are woken by an interrupt of the vehicle's
 * own, which comes through while the library's are masked.
 *
 * A board gives it, in <board.h>: what arch/common/port.h lists, and
 *
 *   BOARD_CORES_MAX                  at most VEHICLE_CORES
 *   BOARD_RECORD, BOARD_RECORD_MAX   where QEMU lays the boot record, and its
 *                                    size at most
 *   BOARD_LAYOUT                     port[0]: version of the board's map
 *   BOARD_SHARED_VA                  coherent memory, zero at start: a struct
 *                                    vehicle, and behind it what is the board's
 *   BOARD_UART, BOARD_UART_BOOT      of drivers/serial/uart.h, as seen by a
 *                                    running core, and by the first one's boot
 *   vehicle_mask, vehicle_unmask     mask all interrupts, return the state;
 *                                    restore it
 *   vehicle_is_open(state)           whether the library's were on in it
 *
 * and the functions below that say so.
 */
#ifndef WEFT_ARCH_QEMU_VEHICLE_H
#define WEFT_ARCH_QEMU_VEHICLE_H

#include "arch/boot.h"
#include "arch/common/port.h"

#define VEHICLE_CORES     256
#define BOARD_BRIEF_LOOKS 2 /* then a core halts */
#define BOARD_WAKES       1
#define BOARD_COUNTS

/* The boot record's port[] words; tools/qemu_board.py writes them. */
enum {
	VEHICLE_PORT_LAYOUT = 0,
	VEHICLE_PORT_DRAM = 1,  /* physical address of rank 0's private DRAM */
	VEHICLE_PORT_BYTES = 2, /* of it a core; ranks lie in a row */
	VEHICLE_PORT_BOARD = 3, /* from here on a board's own */
};

/* Memory that all cores have in common, behind the last private part (tools/qemu_board.py). */
#define VEHICLE_COMMON_BYTES 0x01000000

/* What QEMU ends with: it gives neither for a reason of its own. */
enum {
	EXIT_PASSED = 85,
	EXIT_FAILED = 87,
};

/* What all cores share beside the windows. */
struct vehicle {
	uint32_t
		waiting[VEHICLE_CORES]; /* for that word; wait.c numbers them */
	uint16_t
		watchers[VEHICLE_CORES]; /* others that wait for a word there */
	uint8_t ready[VEHICLE_CORES];    /* a rank can take interrupts */
	uint32_t go;                     /* all ranks can */
	uint32_t console_next;           /* tickets of those who want to .. */
	uint32_t console_turn;           /* .. write, and whose turn it is */
	uint8_t console_of[VEHICLE_CORES]; /* whose ticket, modulo the size */
	uint32_t stopping;                 /* 1 + the rank that ends the run */
	uint32_t leaving; /* chips/leave.c: the run goes on without a chip */
};

#define VEHICLE ((volatile struct vehicle *)BOARD_SHARED_VA)

/*
 * The board's: end the halt of another core, which sees what I stored before;
 * end QEMU with that status; stop it after a panic, so that the runner can look
 * at all cores, and return if there is no runner.
 */
void vehicle_kick(uint32_t rank);
_Noreturn void vehicle_exit(uint32_t status);
void vehicle_panic(void);

/*
 * first.c, on the first core before there is virtual memory: the boot record,
 * which is one for this board and has no core above `most`, or the run ends.
 * Where a rank's private memory is; put the initial .data there.
 */
const struct arch_boot *vehicle_record(uint32_t most);
uint32_t vehicle_dram(const struct arch_boot *record, uint32_t rank);
uint32_t vehicle_common(const struct arch_boot *record);
void vehicle_load_data(const struct arch_boot *record, uint32_t rank);

/*
 * meet.c: the first core waits until the others have joined, at most until
 * then (false), and lets them go; another one joins, and waits for that.
 */
bool vehicle_gather(uint64_t until);
void vehicle_release(void);
void vehicle_join(void);

#endif
