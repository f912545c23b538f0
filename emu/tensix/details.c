// SPDX-License-Identifier: Apache-2.0
/* The two chips' own numbers. */
#include "emu/tensix/details.h"

const struct details details[] =
	{
		[MODEL_WORMHOLE] =
			{
				.name = "wormhole",
				.l1_bytes = 1464 * 1024,
				.local_bytes = 4096,
				.packet_most = 8192,
				.columns = 8,
				.rows = 10,
				.x = {18, 19, 20, 21, 22, 23, 24, 25},
				.y = {18, 19, 20, 21, 22, 23, 24, 25, 26, 27},
				.router_x = {1, 2, 3, 4, 6, 7, 8, 9},
				.router_y = {1, 2, 3, 4, 5, 7, 8, 9, 10, 11},
				.has_ethernet = true,
				.width = 10,
				.height = 12,
				.niu =
					{
						.stride = 0x400,
						.data = 0x24,
						.command = 0x28,
						.end = 0x54,
						.node_id = 0x2c,
						.id_logical = 0x138,
						.clear = 0x50,
					},
				.stream_register = 0x0c,
				.stream_mask = 0x1ffff,
				.flit = 32,
				.mispredicted = 2,
				.write_fixed = 27,
				.read_fixed = 22,
				.gap = 16,
				.ack = 3,
				.multicast = 8,
			},
		[MODEL_BLACKHOLE] =
			{
				.name = "blackhole",
				.l1_bytes = 1536 * 1024,
				.local_bytes = 8192,
				.packet_most = 16384,
				.columns = 14,
				.rows = 10,
				.x = {1, 2, 3, 4, 5, 6, 7, 10,
				      11, 12, 13, 14, 15, 16},
				.y = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
				.router_x = {1, 2, 3, 4,
					     5, 6, 7, 10, 11, 12, 13, 14, 15, 16},
				.router_y = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
				.width = 17,
				.height = 12,
				.niu =
					{
						.stride = 0x800,
						.data = 0x28,
						.command = 0x40,
						.end = 0x64,
						.node_id = 0x44,
						.id_logical = 0x148,
						.clear = 0x60,
						.has_high = true,
					},
				.stream_register = 0x10,
				.stream_mask = 0xffffff,
				.flit = 64,
				.mispredicted = 4,
				.write_fixed = 22,
				.read_fixed = 45,
				.gap = 6,
				.ack = 4,
				.multicast = 10,
			},
};
