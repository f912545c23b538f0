# SPDX-License-Identifier: Apache-2.0
# 36 cores in a 6 x 6 mesh at 1.2 GHz with coherent windows and message FIFOs: the machine
# of the thesis's part II, a Tilera TILE-Gx8036.
#
# Where a value is from:
#   [published]   D. Petrovic, EPFL thesis 6552, 2015, section 6.2.1, or the maker's
#                 public documents
#   [measured]    by T. David and others, SOSP 2013, or their public data of a message's
#                 round trip
#   [fit]         to those: tests/tile36/costs.t
#   [unverified]  plausible; sweep it
# A tile is its own router, so neighbours are 2 routers apart here, and every way is
# one longer than on the chip: taken off o_mpb and fifo_message.

mesh_x            6
mesh_y            6
cores_per_tile    1
# Of these the last four lines count what has come by FIFO.
window_bytes      65536
line_bytes        64
# Copies of lines that a core keeps, of its L2.
l1_lines          4096
memory_controller none
system_interface  0 0

core_mhz          1200
mesh_mhz          1200

# A load that misses: 45 cycles at one hop, 65 at ten [measured]; here 45 and 63.
l_hop_ns          0.8333
o_mpb_ns          34.17
# L2 of the own tile [measured].
own_cycles        11
# Further lines of a copy are asked for before the first has come [unverified].
next_line_cycles  10
# A store is posted, two cycles [unverified]; with its fence 57 to 77 [measured].
posted_cycles     2
store_cycles      20
o_w_mem_ns        0
o_r_mem_ns        0
o_put_mpb_ns      8
o_get_mpb_ns      8
o_put_mem_ns      8
o_get_mem_ns      8

# A home serves a read, a write in so long [unverified]; within o_mpb.
mpb_read_mesh_cycles  4
mpb_write_mesh_cycles 4
# 64 bytes, a word of 8 a cycle [published], and a header.
link_mesh_cycles      9

# Three instructions a cycle at most; in code like this one [unverified, 0.6 to 1.2].
cpi               0.6
host_instruction  1
put_instructions        10
get_instructions        10
copy_instructions       14
flag_write_instructions 3
flag_tell_instructions  3
flag_read_instructions  2
place_instructions      4
await_instructions      4
soon_instructions       0
await_all_instructions  8
await_each_instructions 3
raise_instructions      10
irq_instructions        60
call_instructions       1
# The fence: 20 cycles, and a store's way back [unverified].
quiet_cycles            40
quiet_each_cycles       0
quiet_core_cycles       0
wake_cycles             0
poll_instructions       2
# Two cycles to load a word, one to store it, some of them at once [fit, to the round
# trip of 8 words through memory].
copy_word_cycles        1.2
l1_hit_cycles           2
invalidate_cycles       0
flag_wait_ns            0
flag_put_ns             0
cache_lines             4096
cache_ways              8

# Interrupts are not measured here [unverified].
irq_cycles              200
gic_latency_cycles      0
gic_service_cycles      0
gic_backlog             0
gic_backlog_service_cycles 0

console_byte_ns   1
start_spread_ns   2000
jitter_ns         20
detour_ns         500
tardy_ns          1000
handler_limit_ns  1000000
masked_limit_ns   200000

software          on
contention        on
links             on
distances         on
cache             on
gic               off
gic_acknowledge   off

coherent            on
# A line's home: any tile [unverified: the thesis does not say]; off: its window's.
homes_hashed        on
# At the home for so long: 88 million additions a second of one word are published,
# at most 13.6 cycles.
atomic_cycles       12
# 51 to 71, 63 to 84, 77 to 98 at one hop to ten [measured].
fetch_add_cycles    47
swap_cycles         59
compare_swap_cycles 73
# [published]; a word a cycle in, out and on a link.  Injection and ejection [fit].
fifo_words          118
fifo_word_cycles    1
fifo_message_cycles 10
