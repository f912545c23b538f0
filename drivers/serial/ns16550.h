/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NS16550A serial port behind x86 I/O ports: output only, polled.
 */
#ifndef DRIVERS_SERIAL_NS16550_H
#define DRIVERS_SERIAL_NS16550_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void ns16550_init(uint16_t base);

/* Room for another burst: not so while the reader of the line is stuck. */
bool ns16550_ready(uint16_t base);

/* One caller at a time; waits for the line, without bound. */
void ns16550_write(uint16_t base, const char *text, size_t n);

/* Wait until the last byte has left. */
void ns16550_drain(uint16_t base);

#endif
