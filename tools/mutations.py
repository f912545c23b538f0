# SPDX-License-Identifier: Apache-2.0
"""Small mechanical changes of C as this tree writes it: one statement a line, or
over several lines, braces everywhere, and functions whose braces stand in column 0.

No change moves a line: what says __LINE__ says the same.
"""

import collections
import random
import re

# start: offset in the file, where the text `before` becomes `after`; column: from 1, a
# tab is one
Mutation = collections.namedtuple("Mutation", "path line column kind start before after")

RELATIONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
             "==": ("!=",), "!=": ("==",), "&&": ("||",), "||": ("&&",)}
RELATION = re.compile(r"(?<= )(<=|>=|==|!=|<|>|&&|\|\|)(?=[ \n])")
CAST = r"(?:\(\w+\))?"
LEAST = re.compile(r"(?P<a>[\w.>\-]+) (?P<sign>[<>]=?) (?P<b>[\w.>\-]+)\s+\? "
                   rf"(?:{CAST}(?P=a)\s+: {CAST}(?P=b)|{CAST}(?P=b)\s+: {CAST}(?P=a))"
                   r"(?=[;,) \n])")
EXCESS = re.compile(r"(?P<a>[\w.>\-]+) (?P<sign>>=?) (?P<b>[\w.>\-]+)\s+"
                    r"\? (?P=a) - (?P=b)\s+: 0(?=[;,) \n])")
CONSTANT = re.compile(r"(?<![\w.])(0x[0-9a-fA-F]+|\d+)([uUlL]*)(?![\w.])")
ARRAY = re.compile(r"\t+(?:(?:const|static|struct|volatile) )*\w+ \*?[^;()]*\b\w+\[[^]]*$")
CONDITION = re.compile(r"\b(?:if|while) (\()")
PLACE = r"\*?\w+(?:(?:->|\.)\w+|\[[^;=\n]*?\])*"
STATEMENTS = (  # from a line's indentation to its semicolon
    ("fence", re.compile(r"^\t+(FENCE\([^;{}]*\);)$", re.M)),
    ("call", re.compile(r"^\t+((?:\(void\))?[a-z_]\w*(?:(?:->|\.)\w+)*"
                        r"\([^;{}]*\);)$", re.M)),
    ("store", re.compile(rf"^\t+({PLACE} (?:[-+|&^]|<<|>>)?= [^;{{}}]*;)$", re.M)),
    ("store", re.compile(rf"^\t+({PLACE}(?:\+\+|--);)$", re.M)),
)
STORED = re.compile(rf"{PLACE}(?= (?:[-+|&^]|<<|>>)?= |\+\+|--)")
WORDS = ("if", "for", "while", "switch", "return", "do", "else", "case", "sizeof")
HIDDEN = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'"
                    r"|^#(?:\\\n|[^\n])*", re.S | re.M)
FUNCTION = re.compile(r"^\{\n.*?^\}", re.S | re.M)


def hidden(text):
    """The text with blanks for comments, strings and what the preprocessor reads."""
    return HIDDEN.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def closed(text, start):
    """Where the parenthesis at `start` is closed; None if that is in another line."""
    depth = 0
    for i in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i + 1
        if text[i] == "\n":
            return None
    return None


def more_and_less(number):
    value = int(number, 0)
    for other in (value + 1, value - 1):
        if other >= 0:
            yield hex(other) if number.startswith("0x") else str(other)


def in_place(code, text):
    """(kind, start, before, after) of changes within a line of the code."""
    least = {m.start("sign") for way in (LEAST, EXCESS) for m in way.finditer(code)}
    for m in RELATION.finditer(code):
        for after in RELATIONS[m[1]]:
            # The less of two is the same, whichever of two that are equal it is, and
            # what one is more than the other is nothing then.
            if m.start(1) not in least or after[0] != m[1][0]:
                yield "relation", m.start(1), m[1], after
    for m in CONSTANT.finditer(code):
        if re.match(r"0\d", m[1]):
            continue  # octal
        larger = ARRAY.match(code[code.rfind("\n", 0, m.start()) + 1:m.start()])
        for after in more_and_less(m[1]):
            # An array that is longer than it must be does no harm.
            if not (larger and int(after, 0) > int(m[1], 0)):
                yield "constant", m.start(1), m[1], after
    for m in CONDITION.finditer(code):
        end = closed(code, m.start(1))
        if end:
            before = text[m.start(1):end]
            yield "condition", m.start(1), before, f"(!{before})"


def statements(code):
    """(kind, start, end) of the calls, stores and fences that stand by themselves."""
    found = []
    for kind, pattern in STATEMENTS:
        for m in pattern.finditer(code):
            whole = m[1].count("(") == m[1].count(")")  # not the end of one before
            if whole and re.match(r"\w*", m[1])[0] not in WORDS:
                found.append((kind, m.start(1), m.end(1)))
    return sorted(found, key=lambda s: s[1])


def of_statements(code, text):
    """The same of changes of whole statements: left out, or behind the next one."""
    found = statements(code)
    for kind, start, end in found:
        before = text[start:end]
        yield kind, start, before, ";" + "\n" * before.count("\n")
    for (_, a, b), (_, c, d) in zip(found, found[1:]):
        between = text[b:c]
        first, second = text[a:b], text[c:d]
        indent = a - text.rindex("\n", 0, a)
        if between == "\n" + "\t" * (indent - 1) and first != second and (
                first.count("\n") == second.count("\n")) and ordered(
                    code, text, first, second):
            yield "swap", a, text[a:d], second + between + first


def is_own(code, text, name):
    """A variable of the function, which no pointer leads to."""
    begin = re.match(" *", code).end()
    arguments = text[text.rfind("\n\n", 0, begin):begin]
    return not re.search(rf"&{name}\b", code) and bool(
        re.search(rf"[ *]{name}[,)]", arguments) or re.search(
            rf"^\t+(?!return|static|goto)\w+ (?:[^;()=]*[ *])?{name}(?: =[^=]|[,;])",
            code, re.M))


def counts_here(code, text, first, second):
    """One counts in a variable of the function, which the other does not name, and by what
    the other does not change: a compiler may exchange them, whatever the other is."""
    for one, other in ((first, second), (second, first)):
        name = re.fullmatch(r"(\w+)(?:\+\+|--|(?: [-+]= (\w+)));", one)
        words = re.findall(r"\w+", other)
        if name and name[1] not in words and is_own(code, text, name[1]) and (
                name[2] not in words or not STORED.match(other)
                and is_own(code, text, name[2])):
            return True
    return False


def ordered(code, text, first, second):
    """A compiler may not exchange them itself, as it may two stores of which neither
    names what the other changes."""
    if counts_here(code, text, first, second):
        return False
    targets = [STORED.match(s) for s in (first, second)]
    if not all(targets):
        return True
    names = [set(re.findall(r"\w+", t[0])) for t in targets]
    last = [re.findall(r"\w+", t[0])[-1] for t in targets]
    return (last[0] in re.findall(r"\w+", second) or last[1] in re.findall(r"\w+", first)
            or re.search(r"\w\(", first + second) or names[0] == names[1])


def of(path, text):
    """All of a file, in its order."""
    bare = hidden(text)
    found = []
    for function in FUNCTION.finditer(bare):
        begin, end = function.span()
        # The other functions are blanks: offsets are the file's.
        code = " " * begin + bare[begin:end]
        for way in (in_place, of_statements):
            for kind, start, before, after in way(code, text):
                line = text.count("\n", 0, start) + 1
                column = start - text.rfind("\n", 0, start)
                found.append(Mutation(path, line, column, kind, start, before, after))
    return sorted(found)


def function_of(text, m):
    """The numbers of the lines of the function in which it is."""
    for function in FUNCTION.finditer(hidden(text)):
        if function.start() <= m.start < function.end():
            first = text.count("\n", 0, function.start()) + 1
            return range(first, first + function[0].count("\n") + 1)
    return range(0)


def drawn(mutations, seed):
    """Them all, in an order that the seed decides: of each line one, drawn, and lines in
    any order, then of each that has more a second, and so on."""
    by_line = {}
    for m in mutations:
        by_line.setdefault((m.path, m.line), []).append(m)
    lines = list(by_line.values())
    draw = random.Random(seed)
    draw.shuffle(lines)
    for some in lines:
        draw.shuffle(some)
    for turn in range(max(map(len, lines), default=0)):
        yield from (some[turn] for some in lines if turn < len(some))


def made(text, m):
    """The file's text with the change."""
    end = m.start + len(m.before)
    if text[m.start:end] != m.before:
        raise RuntimeError(f"{m.path}:{m.line}: no '{m.before}' there")
    return text[:m.start] + m.after + text[end:]
