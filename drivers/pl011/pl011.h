/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL011 serial port by the address of its registers: output only, polled.
 */
#ifndef DRIVERS_PL011_PL011_H
#define DRIVERS_PL011_PL011_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void pl011_init(uintptr_t base);

/* Room for another byte: not so while the reader of the line is stuck. */
bool pl011_ready(uintptr_t base);

/* One caller at a time; waits for the line, without bound. */
void pl011_write(uintptr_t base, const char *text, size_t n);

/* Wait until the last byte has left. */
void pl011_drain(uintptr_t base);

#endif
