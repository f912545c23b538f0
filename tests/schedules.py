# SPDX-License-Identifier: Apache-2.0
"""Cases of which tests/explore.t has all orders played, and tools/mutate some.

A case: program, arguments, cores, options; how many executions there are, or None; and
what rank 0 may print at the end.
"""

LITMUS = [
    ("explore", "message", 2, "", 1, {"0 0 and 0"}),
    ("explore", "message", 3, "", 1, {"0 0 0 and 0"}),
    ("explore", "glance", 2, "", 3, {"0 0 and 0", "0 7 and 0", "0 17 and 0"}),
    ("explore", "glance", 2, "--mode fast", 3,
     {"0 0 and 0", "0 7 and 0", "0 17 and 0"}),
    ("explore", "store_buffering", 2, "", None,
     {"0 1 and 0", "1 0 and 0", "1 1 and 0"}),
    ("explore", "store_buffering", 2, "--mode fast", None,
     {"0 1 and 0", "1 0 and 0", "1 1 and 0"}),
    ("explore", "two_targets", 3, "", 1, {"0 0 0 and 0"}),
    ("explore", "apart", 3, "", 1, {"0 0 0 and 1"}),
    ("explore", "together", 3, "", 6,
     {"0 0 0 and 1", "0 0 0 and 2", "0 0 0 and 3"}),
    # Of the two, who gets the lock first and who tries how often.
    ("explore", "lock", 2, "", None, {"0 0 and 0"}),
    # How much of a strip a reader finds there, and takes at once.
    ("explore", "striped", 2, "", None, {"0 0 and 0"}),
    # Whose ticket is first, whose place; two messages of each.
    ("explore", "mail_ticket", 3, "", None, {"0 0 0 and 0"}),
    ("explore", "mail_try", 2, "", 1, {"0 0 and 0"}),
    ("explore_pairs", "pairs", 2, "", 1, {"0 0 and 0"}),
    ("explore_pairs", "pairs", 3, "", 1, {"0 0 0 and 0"}),
    ("explore_irq", "sleeper", 2, "", None, {"0 0 and 0"}),
    ("explore_irq", "sleeper", 2, "-o explore=irq:blocks", None,
     {"0 0 and 0"}),
    ("explore_irq", "callers", 3, "", None, {"0 0 0 and 1"}),
    ("explore_irq", "callers", 3, "-o irq=gic", None, {"0 0 0 and 1"}),
    ("explore_irq", "counter", 2, "-o explore=irq:blocks", None,
     {"0 0 and 0"}),
    ("explore_irq", "timer", 2, "", None, {"0 1 and 0"}),
    ("explore_irq", "notify", 2, "-o explore=time:never", None,
     {"0 0 and 0"}),
    ("explore_fiber", "words", 2, "", None, {"0 3 and 0"}),
    ("explore_fiber", "notified", 2, "-o explore=irq:blocks", None,
     {"0 3 and 0"}),
]
# Started collectives of a word, which interrupts move while the threads wait.
LITMUS += [("explore_started", f"{name}_start", 2, "", None, {"0 0 and 0"})
           for name in ("barrier", "allreduce", "scan", "gather")]
# What delegates' calls returned, and in which order, is judged by the program itself.
LITMUS += [("linear", f"{how},{what},1", 2, "", None, {"0 0 and 0"})
           for how, what in (("under tas", "stack"), ("under ticket", "counters"),
                             ("under clh", "queue"), ("under queue", "queue"),
                             ("dsm_synch", "stack"), ("dsm_synch", "queue"),
                             ("cc_synch", "stack"), ("direct", "treiber"),
                             ("under server", "counters"), ("under token", "queue"),
                             ("handler_server", "stack"))]
# .. and with puts first, which all change the same end.
LITMUS += [("linear", f"{how},{what},1puts", 2, "", None, {"0 0 and 0"})
           for how, what in (("under queue", "stack"), ("dsm_synch", "stack"),
                             ("cc_synch", "queue"), ("direct", "treiber"))]
LITMUS += [("linear", "under clh,queue,1puts", 3, "", None, {"0 0 0 and 0"})]
# Each wait has one writer, so there is just one order that matters.
COLLECTIVE = ["barrier_central", "barrier_tree", "barrier_dissemination",
              "barriers", "barrier_lines", "barriers_lines", "signal", "ring",
              "bcast", "tiny", "short"]
# Two cores that both send to each other: who looks whether sizes differ may see
# the other's next number already, which says the same of that.
ORDERS = {("ring", 2): 3}
