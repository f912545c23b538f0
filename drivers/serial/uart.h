/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A serial port at an address, or an x86 I/O port: output only, polled.  A board
 * is linked with the driver of its own.
 */
#ifndef DRIVERS_SERIAL_UART_H
#define DRIVERS_SERIAL_UART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void uart_init(uintptr_t base);

/* Room for another byte, or burst: not so while its reader is stuck. */
bool uart_ready(uintptr_t base);

/* One caller at a time; waits for the line, without bound. */
void uart_write(uintptr_t base, const char *text, size_t n);

/* Wait until the last byte has left. */
void uart_drain(uintptr_t base);

#endif
