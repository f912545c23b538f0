# SPDX-License-Identifier: Apache-2.0
"""Temporary folders, and the end of those that nobody owns any more.

Their owner holds a lock on the folder itself, which the system takes back however a
process ends.  So a later process knows those that SIGKILL has left, and clears them.
"""

import fcntl
import glob
import os
import shutil
import tempfile


def _lock(path, flags):
    """A descriptor with the lock, or None: others have it, or it is gone."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(number, fcntl.LOCK_EX | flags)
        if os.path.samestat(os.fstat(number), os.stat(path)):
            return number
    except OSError:
        pass
    os.close(number)
    return None


def sweep(prefix):
    """Clear this user's folders of that name that no process owns."""
    for path in glob.glob(os.path.join(
            glob.escape(tempfile.gettempdir()), glob.escape(prefix) + "*")):
        try:
            if os.lstat(path).st_uid != os.getuid():
                continue
        except OSError:
            continue
        number = _lock(path, fcntl.LOCK_NB)
        if number is not None:
            shutil.rmtree(path, ignore_errors=True)
            os.close(number)


class OwnFolder:
    def __init__(self, prefix, suffix=""):
        sweep(prefix)
        self.number = None
        while self.number is None:  # one that sweeps may have been faster
            self.path = tempfile.mkdtemp(prefix=prefix, suffix=suffix)
            self.number = _lock(self.path, 0)

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        self.remove()

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)
        if self.number is not None:
            os.close(self.number)
            self.number = None
