# SPDX-License-Identifier: Apache-2.0
# Intel SCC: 48 cores in 24 tiles, cores at 533 MHz, mesh and DRAM at 800 MHz.
#
# One key and its values a line; the units are in the keys.  Where a value is
# from:
#   [published]   D. Petrovic, "Efficient Communication and Synchronization on
#                 Manycore Processors", EPFL thesis 6552, 2015, or the chip's
#                 public documents
#   [fit]         chosen so that the simulator shows what those publish
#   [measured]    counted here, on board scc-qemu
#   [unverified]  plausible, and nobody here can try the chip: sweep it
# docs/simulator.md explains them.  `weft-run -o set=KEY:VALUE` replaces any.

# Shape [published].  Core number = cores_per_tile * (mesh_x * y + x) + c.
mesh_x            6
mesh_y            4
cores_per_tile    2
window_bytes      8192
line_bytes        32
# L1 as far as it holds lines of windows: 16 KB for data.
l1_lines          512
# A core's DRAM is behind the nearest of these, that of its quadrant (the
# router that it hangs on), 1 to 4 routers away.
memory_controller 0 0
memory_controller 5 0
memory_controller 0 2
memory_controller 5 2
# The router of the system interface, with the interrupt controller: between
# tiles (2,0) and (3,0), at the latter [published].
system_interface  3 0

# Clocks [published].  The DRAM's is in its o_ constants.
core_mhz          533
mesh_mhz          800

# Cost model [published].  One line, d routers away: written visibly
# o_mpb + d*l_hop, read or acknowledged o_mpb + 2*d*l_hop; DRAM likewise.  The
# local MPB is reached through the router, d = 1.
l_hop_ns          5
o_mpb_ns          126
# A write is acknowledged before the next one leaves; else: so much later.
posted_cycles     0
# Not here: the own window is reached as any, and one line after another.
own_cycles        0
next_line_cycles  0
o_w_mem_ns        461
o_r_mem_ns        208
# Once a copy: the time of the copying function on the chip, its instructions
# included.  So those of our port's copies are counted but take no time of their
# own; what the library does around them does.
o_put_mpb_ns      69
o_get_mpb_ns      330
o_put_mem_ns      190
o_get_mem_ns      95

# A tile's MPB serves one access at a time, round robin over the ports of its
# router [fit: get of 128 lines by 24 cores is not slowed down, by 48 the
# slowest takes more than twice the fastest; put of a line by 48, 4 times].
mpb_read_mesh_cycles  9
mpb_write_mesh_cycles 14
# A line holds a link so long: 16 bytes a cycle, and a header [unverified].
link_mesh_cycles  3

# Software.  Cycles an instruction [unverified].
cpi               1.5
# Instructions of the target for one of the host's, without instrumentation
# [fit to the counts of board scc-qemu].
host_instruction  0.93
# Instructions of the chip's own port in each of its functions [measured]; call:
# the shortest ones.  A copy's time is in o_put and o_get, its loop's in the
# lines: they are only counted.  A raise: for each target, by configuration
# registers; the controller's driver is charged as what it is.
put_instructions        17
get_instructions        17
copy_instructions       19
flag_write_instructions 6
flag_tell_instructions  6
soon_instructions       0
flag_read_instructions  6
# An application's put, get, copy, flag write, flag read: what checking a place takes
# beside that [measured].
place_instructions      8
await_instructions      19
# Words in a row that are awaited at once: a call, and each word looked at.
await_all_instructions  18
await_each_instructions 6
raise_instructions      24
# Around the runtime's own entry, from the vector to the return.
irq_instructions        30
call_instructions       2
# Beside the landing of all writes: asking their targets, where that is how.
quiet_cycles            0
quiet_each_cycles       0
quiet_core_cycles       0
# Who waits looks on, and never sleeps.
wake_cycles             0
# Between two looks at a flag [unverified].
poll_instructions 6
# memcpy, four bytes [unverified].
copy_word_cycles  1
l1_hit_cycles     1
# CL1INVMB [published].
invalidate_cycles 1
# Costs that the published code seems to have and ours is not known to: added to
# every wait for a flag that has ended [fit], and to every flag written: a put of
# a line from the own MPB instead of a store is o_put_mpb + o_mpb + 2*l_hop, 205.
flag_wait_ns      0
flag_put_ns       0
# L2, for copies from and to private DRAM: 256 KB [published], 4 ways.
cache_lines       8192
cache_ways        4

# From a store's landing in the target's configuration register to the handler's
# first instruction, at least [published]; [unverified] for code like ours.
irq_cycles        612
# The interrupt controller, in the FPGA.  From a request's service to the core's
# pin [fit: 2000 cycles to a handler that has read its status, one target].
gic_latency_cycles 1190
# Each access, one after another; and each with more than gic_backlog waiting
# [fit: near 2000 for 20 targets, near 6000 for 48, which no single rate can].
gic_service_cycles 20
gic_backlog        20
gic_backlog_service_cycles 75

# The console is the vehicle's, not the chip's.
console_byte_ns   1

# Perturbation by a seed: cores start within start_spread and compute up to an
# eighth slower; every visible operation and every line of DRAM takes up to
# jitter longer; one write in four lands up to detour later than its
# acknowledgement says (strict memory only).
start_spread_ns   5000
jitter_ns         60
detour_ns         3000
# Half of all interrupts and timers come up to so much late.
tardy_ns          3000

# What the detectors call too long: a handler, interrupts held off elsewhere
# (docs/detectors.md).
handler_limit_ns  1000000
masked_limit_ns   200000

# Switches.  The published formulas have software, contention and links off,
# and distances off means that everything is one router away.
software          on
contention        on
links             on
distances         on
# What a get has left in the core's caches is read back for nothing.
cache             on
# Interrupts by the controller; off: by configuration registers.
gic               off
# Receivers read and reset the controller; off: they need not.
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
