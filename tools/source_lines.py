# SPDX-License-Identifier: Apache-2.0
"""Functions, files and lines of addresses in an image, and which are the user's.

addr2line of any binutils reads the images of all boards, but who has only a
cross compiler may lack the host's.
"""

import glob
import os
import re
import shutil
import subprocess

# As weft's own build names its sources, whatever the user's are called.
LIBRARY = re.compile(r"(\./)+(arch|boot|collectives|drivers|fiber|include|links|"
                     r"messages|published|runtime|sync|topology)/")


class Frame:
    """A function, and where in it: place is "file:line", or empty where no line is
    known, as of assembly."""

    def __init__(self, function, place):
        self.function = function
        self.library = not place or bool(LIBRARY.match(place))
        self.place = re.sub(r"^(\./)+", "", place)

    def __str__(self):
        return f"{self.function} {self.place}".strip()


def _tool():
    """The host's, or any that a cross compiler has brought."""
    return shutil.which("addr2line") or next(
        (path for folder in os.environ.get("PATH", "").split(os.pathsep)
         for path in sorted(glob.glob(os.path.join(
             glob.escape(folder), "*-addr2line")))), None)


def frames_of(image, addresses):
    """{address: its functions' Frames, inlined ones first}; without addr2line
    nothing is known of any."""
    tool = _tool()
    if not addresses or not tool:
        return {}
    try:
        text = subprocess.run(
            [tool, "-a", "-f", "-i", "-e", image],
            input="".join(f"{a:#x}\n" for a in addresses),
            capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return {}
    found, frames = {}, []
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("0x"):
            frames = found[int(line, 16)] = []
            continue
        place = re.sub(r" \(discriminator \d+\)", "", next(lines))
        frames.append(Frame(line, "" if place.endswith("?") else place))
    return found
