#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Spin models: the quick ones, and all of them in the long tier."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import FULL, NIGHTLY, check, expect, finish, run  # noqa: E402


def models():
    which = [] if NIGHTLY else ["--short"] if FULL else ["--quick"]
    return expect(run(["tools/model", "build/model", *which],
                      time_out=1500 if FULL else 900), 0, " 0 surprises")


def a_surprise_fails():
    """A search that finds what is not expected is a failure of the driver."""
    return expect(run(["tools/model", "build/model-none", "no-such-model"]), 1,
                  "models: 0 runs")


check("every model gives what models/models.txt says", models)
check("no model, no success", a_surprise_fails)
finish(workers=1)
