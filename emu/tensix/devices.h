/* SPDX-License-Identifier: Apache-2.0 */
/* A tile's registers, as its cores and the networks reach them. */
#ifndef EMU_TENSIX_DEVICES_H
#define EMU_TENSIX_DEVICES_H

#include <stdint.h>

struct core;
struct tile;

/* Each is in order with itself, not with the others. */
enum device {
	DEVICE_NONE,
	DEVICE_CONTROL,
	DEVICE_PIC,
	DEVICE_NIU0,
	DEVICE_NIU1,
	DEVICE_STREAM,
	DEVICE_CONFIG,
	DEVICE_ETHERNET,
};
enum device device_find(const struct tile *tile, uint32_t address);

/* The name of what a tile has there but we do not model; or null. */
const char *device_missing(const struct tile *tile, uint32_t address);

/* A word, at its time; `core` made the access, or the request for it. */
uint32_t device_read(struct core *core, struct tile *tile, uint32_t address);
void device_write(struct core *core, struct tile *tile, uint32_t address,
		  uint32_t value);

/* Each device by offset from its first register: control.c, pic.c. */
uint32_t control_read(struct core *core, struct tile *tile, uint32_t offset);
void control_write(struct core *core, struct tile *tile, uint32_t offset,
		   uint32_t value);
uint32_t pic_read(struct core *core, struct tile *tile, uint32_t offset);
void pic_write(struct core *core, struct tile *tile, uint32_t offset,
	       uint32_t value);

#endif
