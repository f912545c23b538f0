# SPDX-License-Identifier: Apache-2.0
# The node of M. A. Parker, "Efficient User-Level Event Notification" (Utah, 2013, section
# 4.1): cores at 3 GHz, 10 ns from the core to its network interface and back, a network
# of 300 ns whatever the distance, 1 GB/s a core.  It is no chip: it makes the port of the
# SCC comparable with that thesis.  Keys and units: docs/simulator.md.
#   [published]   section 4.1 and tables 1 to 3 there
#   [fit]         chosen so that it comes to what those publish
# All else is as in scc.profile.  Windows stand in for the interface: a write is posted,
# a read of the own window goes there and back.
mesh_x            6
mesh_y            4
cores_per_tile    2
window_bytes      8192
line_bytes        32
l1_lines          512
# A miss takes what o_r_mem says in all.
memory_controller none
system_interface  3 0
# [published]
core_mhz          3000
# one cycle a nanosecond
mesh_mhz          1000
# 45 ns until the first byte leaves, 300 on the wire [published], to any core.
l_hop_ns          345
o_mpb_ns          30
# [published] 10 ns to the interface
posted_cycles     30
# [published] 20 ns there and back
own_cycles        60
next_line_cycles  3
o_w_mem_ns        50
# [published] of a miss, section 8.4
o_r_mem_ns        50
o_put_mpb_ns      0
o_get_mpb_ns      0
o_put_mem_ns      0
o_get_mem_ns      0
mpb_read_mesh_cycles 1
mpb_write_mesh_cycles 1
# [published] the least message; a line at 1 GB/s
link_mesh_cycles  38
# [fit] 23 instructions in 5 ns
cpi               0.65
host_instruction  0.93
put_instructions        17
get_instructions        17
copy_instructions       19
flag_write_instructions 6
flag_tell_instructions  6
soon_instructions       0
flag_read_instructions  6
place_instructions      16
await_instructions      19
await_all_instructions  18
await_each_instructions 6
raise_instructions      24
irq_instructions        30
call_instructions       2
quiet_cycles            0
quiet_each_cycles       0
quiet_core_cycles       0
wake_cycles             0
poll_instructions 6
copy_word_cycles  1
l1_hit_cycles     1
invalidate_cycles 1
flag_wait_ns      0
flag_put_ns       0
cache_lines       8192
cache_ways        4
# [published] the interface wakes a thread in 10 ns
irq_cycles        30
gic_latency_cycles 0
gic_service_cycles 20
gic_backlog        20
gic_backlog_service_cycles 75
console_byte_ns   1
start_spread_ns   5000
jitter_ns         60
detour_ns         3000
tardy_ns          3000
handler_limit_ns  1000000
masked_limit_ns   200000
software          on
contention        on
links             on
distances         off
cache             on
gic               off
gic_acknowledge   on

# No coherent windows, atomic operations or message FIFOs (tile36.profile).
coherent            off
homes_hashed        off
store_cycles        0
atomic_cycles       0
fetch_add_cycles    0
swap_cycles         0
compare_swap_cycles 0
fifo_words          0
fifo_word_cycles    0
fifo_message_cycles 0
