# SPDX-License-Identifier: Apache-2.0
"""Manual pages from the headers: a page a function, with what its header says of all.

A function's text is the comment before it, or before the functions that stand with it
without an empty line or a comment between.  `man weft_put` then shows it.
"""

import glob
import os
import re

COMMENT = re.compile(r"/\*(.*?)\*/[ \t]*\n", re.S)
NAME = re.compile(r"\b((?:weft|bsp)_\w+)\s*\(")


def plain(comment):
    """Its text, without the stars."""
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() for line in comment.split("\n")]
    lines = [re.sub(r" -{5,}$", "", line) for line in lines]  # a section's rule
    return "\n".join(lines).strip()


def without_inner(text):
    """Comments within braces are those of members: they end no function's text."""
    out, depth = [], 0
    for piece in re.split(r"(/\*.*?\*/|[{}])", text, flags=re.S):
        depth += (piece == "{") - (piece == "}")
        if depth <= 0 or not piece.startswith("/*"):
            out.append(piece)
    return "".join(out)


def prototypes(code):
    """Functions that are declared there, a text each."""
    code = re.sub(r"^#(?:.*\\\n)*.*\n", "", code, flags=re.M)
    found, depth, begun = [], 0, 0
    for at, c in enumerate(code):
        depth += (c in "{(") - (c in "})")
        if depth == 0 and c in ";}":
            text = code[begun:at + 1].strip()
            begun = at + 1
            body = text.find("{")
            if text.startswith("static inline") and body > 0:
                text = text[:body].strip() + ";"
            other = text.startswith(("typedef", "struct", "enum", "extern"))
            if NAME.search(text) and not other or re.match(
                    r"struct \w+ \**(weft|bsp)_\w+\(", text):
                found.append(text)
    return found


def read(path):
    """What the header says of all, and [(text, prototypes)]."""
    with open(path, encoding="utf-8") as f:
        text = re.sub(r"^/\* SPDX.*\n|^extern \"C\" \{\n|^#ifdef __cplusplus\n.*\n#endif\n",
                      "", f.read(), flags=re.M)
    parts = COMMENT.split(without_inner(text))
    general, found = plain(parts[1]), []
    for comment, code in zip(parts[1::2], parts[2::2]):
        found.append((plain(comment), prototypes(code)))
    return general, [p for p in found if p[1]]


def roff(text):
    """A comment's text: paragraphs, and what is indented as it stands."""
    out, verbatim = [], False
    for line in text.split("\n"):
        line = line.replace("\\", "\\e").replace("-", "\\-")
        indented = line.startswith(("  ", "\t"))
        if indented != verbatim and line:
            out.append(".nf" if indented else ".fi")
            verbatim = indented
        if not line:
            out.append(".PP" if not verbatim else "")
        else:
            out.append(("\\&" if line[0] in ".'" else "") + line)
    return "\n".join(out + ([".fi"] if verbatim else []))


def page(name, header, text, codes, general):
    first = re.split(r"(?<=[.:;])\s", " ".join(text.split()))[0].rstrip(".:;")
    synopsis = "\n".join(c.replace("\\", "\\e") for c in codes)
    more = [".SH OF ALL IN THIS HEADER", roff(general)] if general != text else []
    return "\n".join([
        f'.TH {name} 3 "" weft', ".ad l", ".nh", ".SH NAME",
        f"{name} \\- {roff(first)}", ".SH SYNOPSIS", ".nf",
        f"#include <{header}>", "", synopsis, ".fi", ".SH DESCRIPTION",
        roff(text), *more]) + "\n"


def pages(include):
    """{file: text} of all headers below that folder, but for other people's."""
    found = {}
    for path in sorted(glob.glob(f"{glob.escape(include)}/**/*.h", recursive=True)):
        header = os.path.relpath(path, include)
        if header.startswith("compat/"):
            continue
        general, parts = read(path)
        for text, codes in parts:
            for code in codes:
                name = NAME.search(code)[1]
                found.setdefault(f"{name}.3", page(name, header, text, codes, general))
    return found


def install(include, folder):
    os.makedirs(folder, exist_ok=True)
    for name, text in pages(include).items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(text)
