/* SPDX-License-Identifier: Apache-2.0 */
/* An I/O APIC, which leads the pins of devices to local APICs. */
#ifndef DRIVERS_APIC_IO_APIC_H
#define DRIVERS_APIC_IO_APIC_H

#include <stdint.h>

/*
 * That pin of the I/O APIC whose registers are there, a level, interrupts the core with that
 * APIC id by that vector.  It does again at the end of the interrupt if it is still high.
 */
void io_apic_route(uintptr_t registers, uint32_t pin, uint8_t vector,
		   uint8_t id);

#endif
