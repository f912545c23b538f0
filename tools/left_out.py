# SPDX-License-Identifier: Apache-2.0
"""What a board cannot run, and why: a file of lines `image: reason`, where a
`*` in an image's name stands for any text.

The Makefile builds none of these images, and tests/target.py reports each as
skipped, with the reason.
"""

import fnmatch
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def read(path):
    """{image: reason}; an installed weft has no tests that one could leave out."""
    path = os.path.join(ROOT, path)
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as f:
        return dict(re.findall(r"^([^#:\s]+): (.+)$", f.read(), re.M))


def reason(table, image):
    """Why this image is left out; None if it is not."""
    for pattern, why in table.items():
        if fnmatch.fnmatchcase(image, pattern):
            return why
    return None
