# SPDX-License-Identifier: Apache-2.0
"""What the public headers say that calls return, and what tests see returned.

Documented: a code, and a group of functions of which one at least returns it.  A comment of a
header speaks of the functions that are declared between it and the next comment.  A comment
that has none, as that at the top of a file, speaks of all functions of the file.

Seen: a statement of a test in tests/target/ has a call of the function, and compares with
the code; or it sets a variable, which a later statement compares.
"""

import re

COMMENT = re.compile(r"/\*.*?\*/", re.S)
CODE = re.compile(r"\b(?:WEFT_ERR)?(_[A-Z]{4,8})\b")
NAMED = re.compile(r"\b(weft_[a-z0-9_]+)\(")


def codes_of(comment):
    """WEFT_ERR_NULL, _RANK: the names of both."""
    found = []
    if "WEFT_ERR_" not in comment:
        return found
    for name in CODE.findall(re.sub(r"\bWEFT_(?!ERR_)\w+", "", comment)):
        if "WEFT_ERR" + name not in found:
            found.append("WEFT_ERR" + name)
    return found


def functions_of(text):
    """Those that the code between two comments declares or defines."""
    text = re.sub(r"^\s*#.*?(?<!\\)$", "", text, flags=re.M | re.S)
    return re.findall(r"^(?!typedef)[a-zA-Z][\w \*]*?\b(weft_[a-z0-9_]+)\(", text, re.M)


def documented(path):
    """[(code, functions)]"""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    found = []
    all_of_it = functions_of(COMMENT.sub("", text))
    comments = list(COMMENT.finditer(text))
    for c, after in zip(comments, comments[1:] + [None]):
        code = text[c.end():after.start() if after else len(text)]
        found += [(e, functions_of(code) or all_of_it) for e in codes_of(c[0])]
    return found


def statements(path):
    with open(path, encoding="utf-8") as f:
        text = COMMENT.sub(" ", f.read())
    return re.split(r"[;{}]", text)


def seen(paths):
    """Also `error = weft_f(..)`, and later a comparison with `error` until it is set again."""
    pairs = set()
    for path in paths:
        came_from = {}
        for s in statements(path):
            codes = re.findall(r"WEFT_ERR_[A-Z]+", s)
            calls = NAMED.findall(s)
            pairs |= {(f, e) for f in calls for e in codes}
            for name, call in re.findall(r"\b(\w+) = (?:\w+ \? )?(weft_\w+)\(", s):
                came_from[name] = call
            pairs |= {(came_from[n], e)
                      for n, e in re.findall(r"\b(\w+) == (WEFT_ERR_[A-Z]+)", s) if n in came_from}
    return pairs
