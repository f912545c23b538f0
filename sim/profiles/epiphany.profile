# SPDX-License-Identifier: Apache-2.0
# Adapteva Epiphany: a core a node, 4 x 4 as on the E16G301; other grids by -o
# rows and cols.  Cores and mesh at 600 MHz, the boards' usual clock.
#
# Where a value is from, as in scc.profile, with
#   [emulator]    counted on board epiphany-emu, one way, nothing delayed
# A node is its own router, so neighbours are 2 routers apart here, and every way
# is one longer than on the chip: taken off o_mpb.

mesh_x            4
mesh_y            4
cores_per_tile    1
window_bytes      4096
line_bytes        8
# One: there is no cache, and stores do not wait for each other.
l1_lines          1
# Private memory is the core's own.
memory_controller none
system_interface  0 0

core_mhz          600
mesh_mhz          600

# 1.5 clocks a hop for a write [published]; a load 18 + 3 a hop [published].
l_hop_ns          2.5
o_mpb_ns          25
# The own window is own memory; o_put and posted_cycles have the copying loop [emulator].
own_cycles        0.1
# Lines behind a copy's first come by DMA [emulator].
next_line_cycles  10
# A write leaves a clock after the last one; a double word is loaded before [emulator].
posted_cycles     2.4
o_w_mem_ns        0
o_r_mem_ns        0
# The calls' own instructions are in these, as of their compiled code [emulator].
o_put_mpb_ns      235
o_get_mpb_ns      200
o_put_mem_ns      125
o_get_mem_ns      100

# A node takes one transaction a clock [published], within o_mpb.
mpb_read_mesh_cycles  1
mpb_write_mesh_cycles 1
link_mesh_cycles      1

# Nearly one instruction a clock, taken branches 3 [emulator].
cpi               1.4
# A RISC with 64 registers, beside the host's instructions [unverified].
host_instruction  0.8
put_instructions        40
get_instructions        40
copy_instructions       60
flag_write_instructions 27
flag_tell_instructions  10
flag_read_instructions  6
place_instructions      0
await_instructions      12
soon_instructions       9
await_all_instructions  18
await_each_instructions 4
raise_instructions      10
# Registers are saved and restored: 60 stores and loads [emulator].
irq_instructions        35
call_instructions       3
# A question to the target and its answer, an interrupt each [emulator]; others are
# under way with it.
quiet_cycles            115
quiet_each_cycles       30
# It looks through all cores whether it has written to them.
quiet_core_cycles       6.5
# Who waits longer than briefly sleeps, and an interrupt wakes it [emulator].
wake_cycles             60
poll_instructions 6
copy_word_cycles  2
l1_hit_cycles     1
invalidate_cycles 0
flag_wait_ns      0
flag_put_ns       0
cache_lines       1024
cache_ways        1

# From a store's landing in ILATST to the first instruction [unverified].
irq_cycles        8
gic_latency_cycles 0
gic_service_cycles 0
gic_backlog        0
gic_backlog_service_cycles 0

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
distances         on
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
