# SPDX-License-Identifier: Apache-2.0
"""Faults of a wire, by seed: what becomes of each frame that goes from one chip to another.

A stream of frames is one chip's to another one.  The nth frame of a stream has the same fate
in each run with the same seed, whatever else goes on; when it comes is the host's affair.
Losses come in bursts (E. Gilbert's two states, 1960), as in links/wire.h.
"""

import random

MILLION = 1000000
SETTINGS = {"loss": 0, "burst": 500000, "repeat": 0, "late": 0, "late_by": 2000000, "flip": 0,
            "seed": 1}
UNTOUCHED = 14  # bytes of a frame that no fault changes: they say where it goes


class Stream:
    def __init__(self, settings, source, target):
        self.of, self.bursting = settings, False
        self.random = random.Random(f"{settings['seed']} {source} {target}")

    def chance(self, key):
        return self.random.randrange(MILLION) < self.of[key]

    def loses(self):
        self.bursting = self.chance("burst" if self.bursting else "loss")
        return self.bursting

    def fates(self, frame):
        """Copies that arrive: pairs of seconds from now, and bytes."""
        if self.loses():
            return []
        copies = []
        for _ in range(1 + self.chance("repeat")):
            data = frame
            if self.chance("flip"):
                bit = self.random.randrange(UNTOUCHED * 8, max(len(frame), UNTOUCHED + 1) * 8)
                data = bytearray(frame)
                if bit // 8 < len(data):
                    data[bit // 8] ^= 1 << bit % 8
            copies.append((self.of["late_by"] / 1e9 if self.chance("late") else 0, data))
        return copies
