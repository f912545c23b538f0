# SPDX-License-Identifier: Apache-2.0
"""Rules of plain English that a script can hold, for comments of public headers.

  tests/prose.py [FILE ..]      each sentence that breaks one, and which

tests/style-exceptions.txt counts what was there before the rules.  It may only fall.
"""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
TABLE = "tests/style-exceptions.txt"
LONG = 40  # words of a sentence
ERRORS = re.compile(r";\s+(?=(?:WEFT)?_[A-Z])")  # a list of errors: each counts alone
END = re.compile(r"(?<!\b[A-Z])(?<!\bal)(?<!\.)[.?!][\"')]*\s+|(?<=\b[A-Z])\.\s{2,}")
SOURCE = re.compile(r"\([^()]*\b(?:19|20)\d\d\b[^()]*\)")  # of an algorithm: not counted
VERB = ("is|are|was|were|has|had|have|does|do|did|may|can|cannot|must|will|would|comes|came|"
        "goes|differs|happens|follows|remains|stays|lies|costs|takes|needs|belongs|arrives|"
        "fails|ends|waits")
RULES = (
    ("first person", re.compile(r"\b(?:I(?!/)|[Mm]y|[Mm]ine|[Ww]e|[Oo]ur)\b")),
    ("'..' in prose", re.compile(r"(?<!\.)\.\.(?!\.)")),
    ("Who or What as subject", re.compile(rf"^(?:Who|What (?:{VERB}))\b(?!.*\?$)", re.S)),
)


def paragraphs(comment):
    """Its text without stars and code samples; an item of a list is one of its own."""
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() for line in comment.split("\n")]
    out, verbatim = [[]], False
    for before, line in zip(["", *lines], lines):
        indent = len(line) - len(line.lstrip())
        if not before and line:
            verbatim = indent >= 4
        if not line or (before and 2 <= indent <= 3 and not verbatim):
            out.append([])
        if line and not verbatim:
            out[-1].append(line.strip())
    return [" ".join(p) for p in out if p]


def sentences(text):
    for comment in re.findall(r"/\*(.*?)\*/", text, re.DOTALL):
        for paragraph in paragraphs(comment):
            for part in END.split(paragraph + " "):
                yield from (s.strip() for s in ERRORS.split(part) if s.strip())


def broken(path):
    """[(which rule, the sentence)]"""
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        text = f.read()
    found = []
    for sentence in sentences(text):
        prose = re.sub(r"`[^`]*`", "x", sentence)
        found += [(what, sentence) for what, rule in RULES if rule.search(prose)]
        words = len(SOURCE.sub("", prose).split())
        if words > LONG:
            found.append((f"{words} words", sentence))
    return found


def headers():
    return sorted(os.path.relpath(p, ROOT) for pattern in ("*.h", "weft/**/*.h")
                  for p in glob.glob(os.path.join(ROOT, "include", pattern), recursive=True))


def allowed():
    with open(os.path.join(ROOT, TABLE), encoding="utf-8") as f:
        rows = [line.split() for line in f if line.strip() and not line.startswith("#")]
    return {path: int(count) for path, count in rows}


def check():
    wrong, table = [], allowed()
    for path in headers():
        found, most = broken(path), table.pop(path, 0)
        if len(found) > most:
            wrong += [f"{path}: {what}: {sentence}" for what, sentence in found]
        elif len(found) < most:
            wrong.append(f"{TABLE}: {path} has {len(found)} now: lower its number")
    return "\n".join(wrong + [f"{TABLE}: there is no {path}" for path in table]) or None


if __name__ == "__main__":
    for name in sys.argv[1:] or headers():
        for rule, text in broken(name):
            print(f"{name}: {rule}: {text}")
