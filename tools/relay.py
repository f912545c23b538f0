# SPDX-License-Identifier: Apache-2.0
"""Start the QEMUs of a run of several chips, and carry the frames between them.

  python3 tools/relay.py FILE [ARGUMENT ...]

FILE is JSON, by tools/qemu_chips.py: `chips`, a command line each; `cores`, how many each
has; `link`, what tools/faulty_wire.py has as settings; `dead`, null, or a chip and in how many
microseconds it is killed, from the first line of any console on, or at once if that is 0;
`verdicts`, what a QEMU ends with where its image has ended the run.  The arguments go to each
QEMU.

Each QEMU has one end of a pair of sockets, as the descriptor that its command line names
with the word SOCKET.  The fifth byte of a frame's target says to which chip it goes.
Consoles are passed on by whole lines.  The first verdict is this program's status, too; the
others are then ended.  If none is left and there was no verdict, the status is 1.
"""

import collections
import ctypes
import heapq
import json
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import program  # noqa: E402
from faulty_wire import Stream  # noqa: E402

GOES_ON = b"weft: goes on with "  # runtime/start.c
LINE = re.compile(rb"^\[(\d+)\]", re.M)
WAITING = 512  # frames for one chip; any more are lost
FRAME = 4096
LOOK = 0.2  # seconds at most until a process that has ended is seen
# Of Ethernet frames, as drivers/virtio/virtio_net.c has them.
CHIP_AT = 5
ADDRESS = (0x52, 0x54, 0, 0, 0)
TYPE_GONE = (0x88, 0xb6)
LEAST = 60


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Chip:
    def __init__(self, number, argv):
        self.number, self.rest, self.waiting = number, b"", collections.deque()
        self.goes_on, self.left_out = False, 0
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        fd = str(theirs.fileno())
        self.process = subprocess.Popen(
            [word.replace("SOCKET", fd) for word in argv], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, pass_fds=(theirs.fileno(),), preexec_fn=die_with_parent)
        theirs.close()
        self.console = self.process.stdout.fileno()
        os.set_blocking(self.console, False)

    def show(self):
        """Pass on what it has printed.  False: it will print no more."""
        try:
            data = os.read(self.console, 65536)
        except BlockingIOError:
            return True
        lines, mark, self.rest = (self.rest + data).rpartition(b"\n")
        out = lines + mark
        if not data and self.rest:
            out, self.rest = out + self.rest + b"\n", b""
        self.goes_on |= GOES_ON in out
        if self.left_out:
            out = LINE.sub(self.as_at_first, out)
        while out:
            out = out[os.write(1, out):]
        return bool(data)

    def as_at_first(self, line):
        """The beginning of a core's line, with the rank that it had before some were left out."""
        return b"[%0*d]" % (len(line[1]), int(line[1]) + self.left_out)

    def receive(self):
        try:
            return self.socket.recv(FRAME)
        except OSError:
            return b""  # it has ended

    def send(self):
        """What waits for it.  True: some still does."""
        while self.waiting:
            try:
                self.socket.send(self.waiting[0])
            except BlockingIOError:
                return True
            except OSError:  # nobody is there
                self.waiting.clear()
                break
            self.waiting.popleft()
        return False


class Relay:
    def __init__(self, plan, more):
        self.plan, self.late, self.counted = plan, [], 0
        self.look = selectors.DefaultSelector()
        self.dies, self.dies_after = plan["dead"] or (None, 0)
        self.dies_at = time.monotonic() if self.dies_after == 0 else None
        self.chips = [Chip(i, argv + more) for i, argv in enumerate(plan["chips"])]
        self.streams = {(a, b): Stream(plan["link"], a, b)
                        for a in range(len(self.chips)) for b in range(len(self.chips))}
        for chip in self.chips:
            self.look.register(chip.socket, selectors.EVENT_READ, (chip, "frames"))
            self.look.register(chip.console, selectors.EVENT_READ, (chip, "console"))

    def carry(self, source, now):
        """A frame of that chip's, if there is one."""
        frame = source.receive()
        if len(frame) <= CHIP_AT:
            return False
        target = frame[CHIP_AT]
        if target < len(self.chips) and target != source.number:
            for later, data in self.streams[source.number, target].fates(frame):
                if later:
                    self.counted += 1
                    heapq.heappush(self.late, (now + later, self.counted, target, data))
                else:
                    self.arrive(self.chips[target], data)
        return True

    def arrive(self, chip, data):
        if chip.waiting is None:
            return
        if len(chip.waiting) < WAITING:
            chip.waiting.append(data)
        self.flush(chip)

    def flush(self, chip):
        more = selectors.EVENT_WRITE if chip.send() else 0
        self.look.modify(chip.socket, selectors.EVENT_READ | more, (chip, "frames"))

    def go_on(self):
        """Some chips have been left out: how many ranks of them each other one is without."""
        gone = 0
        for chip in self.chips:
            chip.goes_on, chip.left_out = False, gone
            if chip.process.poll() is not None:
                gone += self.plan["cores"][chip.number]

    def show(self, chip):
        """The other chips' lines first: this one may end the run, having heard from them."""
        if chip.goes_on:
            self.go_on()
        for other in self.chips:
            if other is not chip:
                other.show()
        if self.dies_at is None:
            self.dies_at = time.monotonic() + self.dies_after / 1e6
        if chip.show():
            return True
        self.look.unregister(chip.console)
        return False

    def arrive_late(self, now):
        while self.late and self.late[0][0] <= now:
            _, _, target, data = heapq.heappop(self.late)
            self.arrive(self.chips[target], data)

    def ended(self, now):
        """The verdict of the run; None: it goes on."""
        if self.dies is not None and self.dies_at is not None and now >= self.dies_at:
            self.chips[self.dies].process.kill()
            self.dies = None
        for chip in self.chips:
            status = chip.process.poll()
            if status in self.plan["verdicts"]:
                return status
            if status is not None and chip.waiting is not None:
                program.say("relay", f"chip {chip.number}: its QEMU has ended, " + (
                    f"by signal {-status}" if status < 0 else f"status {status}"))
                self.look.unregister(chip.socket)
                chip.waiting = None
            if status is not None:
                self.tell(chip)
        return 1 if all(chip.waiting is None for chip in self.chips) else None

    def tell(self, gone):
        """The others that it has ended: it will not answer.  Again and again, since a QEMU that
        has only begun takes no frame."""
        for chip in self.chips:
            self.arrive(chip, bytes((*ADDRESS, chip.number, *ADDRESS, gone.number,
                                     *TYPE_GONE)).ljust(LEAST, b"\0"))

    def wait(self, now):
        """Seconds until there is something to do, at most."""
        wait = LOOK
        if self.late:
            wait = min(wait, self.late[0][0] - now)
        if self.dies is not None and self.dies_at is not None:
            wait = min(wait, self.dies_at - now)
        return max(wait, 0)

    def run(self):
        looked = 0
        while True:
            now = time.monotonic()
            self.arrive_late(now)
            events = self.look.select(self.wait(now))
            for key, mask in events:
                chip, what = key.data
                if what == "console":
                    if not self.show(chip):
                        looked = 0  # it has ended
                elif chip.waiting is not None:
                    if mask & selectors.EVENT_WRITE:
                        self.flush(chip)
                    while mask & selectors.EVENT_READ and self.carry(chip, now):
                        pass
            if now - looked >= LOOK or self.dies is not None:
                looked = now
                status = self.ended(now)
                if status is not None:
                    return status

    def close(self):
        for chip in self.chips:
            chip.process.kill()
        for chip in self.chips:
            chip.process.wait()
            while chip.show():
                pass


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        plan = json.load(f)
    relay = Relay(plan, sys.argv[2:])
    try:
        return relay.run()
    finally:
        relay.close()


if __name__ == "__main__":
    program.end("relay", main)
