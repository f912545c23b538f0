# SPDX-License-Identifier: Apache-2.0
"""A real browser without a screen, told what to do over a pair of pipes.

Chromium's own protocol: messages of JSON, a zero byte behind each.  Clicks and keys come
in as a person's would, and what the page says to the console is kept.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def find():
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    def __init__(self, program, folder):
        ours, theirs = os.pipe(), os.pipe()
        read, write = ours[0], theirs[1]

        def place():
            # The protocol is spoken by descriptors 3 and 4.
            a, b = os.dup(read), os.dup(write)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--hide-scrollbars",
             "--remote-debugging-pipe", "--no-first-run", "--disable-dev-shm-usage",
             f"--user-data-dir={folder}/browser", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, preexec_fn=place, close_fds=False)
        os.close(read)
        os.close(write)
        self.out, self.into = ours[1], theirs[0]
        self.rest, self.number, self.said = b"", 0, []
        self.session = None
        targets = self.send("Target.getTargets")["targetInfos"]
        page = next(t for t in targets if t["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=page["targetId"],
                                 flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log"):
            self.send(part + ".enable")

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.into)

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        return self._until(lambda m: m.get("id") == self.number)

    def _until(self, wanted, seconds=300):
        end = time.monotonic() + seconds
        while True:
            while b"\0" in self.rest:
                text, self.rest = self.rest.split(b"\0", 1)
                message = json.loads(text)
                self._hear(message)
                if wanted(message):
                    if "error" in message:
                        raise RuntimeError(message["error"]["message"])
                    return message.get("result")
            if not select.select([self.into], [], [], max(0, end - time.monotonic()))[0]:
                raise RuntimeError("the browser does not answer")
            data = os.read(self.into, 1 << 20)
            if not data:
                raise RuntimeError("the browser has gone")
            self.rest += data

    def _hear(self, message):
        method, more = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = more["exceptionDetails"]
            self.said.append(details.get("exception", {}).get("description")
                             or details["text"])
        elif method == "Runtime.consoleAPICalled":
            self.said.append(" ".join(str(a.get("value")) for a in more["args"]))
        elif method == "Log.entryAdded":
            self.said.append(more["entry"]["text"])

    def size(self, width, height, phone=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=2 if phone else 1, mobile=phone)

    def dark(self, on):
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if on else "light"}])

    def open(self, path, ready, seconds=300):
        """Until that expression holds, and it has been drawn: keys of before are lost."""
        self.send("Emulation.setFocusEmulationEnabled", enabled=True)
        self.send("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait_for(ready, seconds)
        self.value("new Promise(done => requestAnimationFrame("
                   "() => requestAnimationFrame(done))).then(() => true)")

    def wait_for(self, expression, seconds=300):
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                raise RuntimeError(f"never: {expression}; {self.said}")
            time.sleep(0.05)

    def value(self, expression):
        got = self.send("Runtime.evaluate", expression=expression, returnByValue=True,
                        awaitPromise=True)
        if "exceptionDetails" in got:
            raise RuntimeError(f"{expression}: {got['exceptionDetails']}")
        return got["result"].get("value")

    def key(self, key, shift=False):
        text = key if len(key) == 1 else None
        more = {"text": text} if text else {}
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key,
                      modifiers=8 if shift else 0, **(more if kind == "keyDown" else {}))

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                      buttons=1 if kind == "mousePressed" else 0, clickCount=1)

    def box(self, selector):
        """Where it lies in the window, after it has been scrolled to."""
        return self.value(f"""(() => {{ const e = document.querySelector({selector!r});
            e.scrollIntoView({{block: "center"}}); const b = e.getBoundingClientRect();
            return [b.left, b.top, b.width, b.height]; }})()""")

    def click_on(self, selector):
        x, y, w, h = self.box(selector)
        self.click(x + w / 2, y + h / 2)

    def picture(self, path):
        got = self.send("Page.captureScreenshot", captureBeyondViewport=True)
        with open(path, "wb") as f:
            f.write(base64.b64decode(got["data"]))
