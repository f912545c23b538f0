/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The local APIC of an x86 core: inter-processor interrupts, a pin, a one-shot
 * timer.  Callers have interrupts masked: a send is two register writes.
 */
#ifndef DRIVERS_APIC_LOCAL_APIC_H
#define DRIVERS_APIC_LOCAL_APIC_H

#include <stdbool.h>
#include <stdint.h>

#define LOCAL_APIC 0xfee00000u

void local_apic_enable(uint8_t spurious_vector, uint8_t timer_vector);
void local_apic_end_of_interrupt(void);

/* Fixed interrupts: to one core by its APIC id, and to this one. */
void local_apic_send(uint8_t id, uint8_t vector);
void local_apic_send_self(uint8_t vector);

/* All others to reset; then one of them to a page below 1 MB. */
void local_apic_init_others(void);
void local_apic_start(uint8_t id, uint32_t page);

/* The pin LINT0, as a level, interrupts by that vector; or is held off. */
void local_apic_pin(uint8_t vector, bool masked);

/* Only vectors of a class above this one are taken. */
void local_apic_set_priority(uint8_t class);
uint8_t local_apic_priority(void);

/* Interrupt after that many ticks; 0 stops it.  Ticks left. */
void local_apic_timer(uint32_t ticks);
uint32_t local_apic_timer_left(void);

#endif
