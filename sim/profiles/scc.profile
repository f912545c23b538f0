# SPDX-License-Identifier: Apache-2.0
# Intel SCC: 48 cores in 24 tiles, as the published cost model has it.
# One key and its values a line.  Units are in the keys.

# Shape.  Core number = cores_per_tile * (mesh_x * y + x) + c.
mesh_x            6
mesh_y            4
cores_per_tile    2
window_bytes      8192
line_bytes        32
l1_lines          512
# A core's DRAM is behind the nearest of these (router that it hangs on).
memory_controller 0 0
memory_controller 5 0
memory_controller 0 2
memory_controller 5 2
# The router of the system interface, with the interrupt controller.
system_interface  3 0

# Clocks.
core_mhz          533

# Cost model.  One line, d routers away: written visibly o_mpb + d*l_hop, read
# or acknowledged o_mpb + 2*d*l_hop; DRAM likewise.
l_hop_ns          5
o_mpb_ns          126
o_w_mem_ns        461
o_r_mem_ns        208
# Once a copy.
o_put_mpb_ns      69
o_get_mpb_ns      330
o_put_mem_ns      190
o_get_mem_ns      95

# Software and core.
block_cycles      6
copy_word_cycles  1
l1_hit_cycles     1
invalidate_cycles 1
poll_cycles       4
# From the controller's request to the handler's first instruction.
irq_cycles        612
# The console is the vehicle's, not the chip's.
console_byte_ns   1

# Perturbation by a seed: cores start within start_spread, every visible
# operation takes up to jitter longer, and one write in four lands up to detour
# later than its acknowledgement says (strict memory only).
start_spread_ns   5000
jitter_ns         60
detour_ns         3000
