# SPDX-License-Identifier: Apache-2.0
"""Make a program's variables each block's own, in the text of LLVM's IR.

A GPU has one copy of a global variable for all blocks.  A core's variables are its own.
So every variable that is not constant goes to shared memory (address space 3), and so
does each constant that holds the address of one.  Uses of @x become
`addrspacecast (ptr addrspace(3) @x to ptr)`; that is right everywhere, since the type
`ptr` stands before it.  Shared memory has no first values: weft_private_init, which is
made here, lays them there.  PTX has no sections: the array of the section weft_parts is
made here, too, with a null behind it so that it is never empty.  Weak references that
nothing defines are null.
"""

import re

NAME = re.compile(r'@(?:"[^"]+"|[-a-zA-Z$._0-9]+)')
GLOBAL = re.compile(r"^(" + NAME.pattern + r") = (.*?)\b(global|constant) (.*)$")
TYPE = re.compile(r"^%\S+ = type ")
STRING = re.compile(r'c"((?:[^"\\]|\\[0-9A-F]{2})*)"')
ZERO = ("zeroinitializer", "null", "0", "undef", "false")
PARTS = "@weft_parts_array"
START, STOP = "@__start_weft_parts", "@__stop_weft_parts"
MADE = {"weft_private_init", START[1:], STOP[1:]}


def cut(text, at):
    """What comes before the first such character that is in no bracket or string,
    and the rest."""
    depth, quoted = 0, False
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif c in "[{<(":
            depth += 1
        elif c in "]})>":
            depth -= 1
        elif c == at and depth == 0:
            return text[:i], text[i:]
    return text, ""


class Variable:
    def __init__(self, name, linkage, kind, rest):
        self.name, self.linkage, self.kind = name, linkage, kind
        self.type, rest = cut(rest, " ")
        self.outside = "external" in linkage or "extern_weak" in linkage
        self.weak = "extern_weak" in linkage
        self.first, attributes = (None, rest) if self.outside else cut(rest[1:], ",")
        self.parts = '"weft_parts"' in attributes
        align = re.search(r"align (\d+)", attributes)
        self.align = align[1] if align else "8"

    def refers(self, names):
        return self.first and any(n in names for n in NAME.findall(self.first))


class Module:
    def __init__(self, lines):
        self.variables, self.parts, self.weak, self.rest = {}, [], set(), []
        for line in lines:
            self.take(line)
        self.variables[PARTS] = Variable(
            PARTS, "internal ", "constant", f"[{len(self.parts) + 1} x ptr] [" + ", ".join(
                "ptr " + p for p in self.parts + ["null"]) + "], align 8")
        self.own = {n for n, v in self.variables.items() if v.kind == "global"}
        while True:
            more = {n for n, v in self.variables.items()
                    if n not in self.own and v.refers(self.own)}
            if not more:
                break
            self.own |= more

    def take(self, line):
        if line.startswith(("@llvm.used", "@llvm.compiler.used")):
            return
        m = GLOBAL.match(line)
        weak = re.match(r"^declare extern_weak .*?(" + NAME.pattern + r")\(", line)
        if not m and not weak:
            self.rest.append(line)
            return
        if weak:
            self.weak.add(weak[1])
            return
        v = Variable(*m.groups())
        if v.name in (START, STOP):
            return
        if v.weak:
            self.weak.add(v.name)
        elif v.outside:
            raise SystemExit(f"link: undefined: {v.name[1:]}")
        elif v.parts:
            self.parts.append(v.first)
        else:
            self.variables[v.name] = v

    def reference(self, m):
        name = m[0]
        if name in self.own:
            return f"addrspacecast (ptr addrspace(3) {name} to ptr)"
        if name in self.weak:
            return "null"
        if name == START:
            return self.reference(NAME.match(PARTS))
        if name == STOP:
            array = f"getelementptr ([{len(self.parts) + 1} x ptr], ptr {{}}, i64 0, " \
                    f"i64 {len(self.parts)})"
            return array.format(self.reference(NAME.match(PARTS)))
        return name

    def changed(self, text):
        return NAME.sub(self.reference, text)

    def define(self):
        """Definitions of all variables, and the lines of weft_private_init."""
        head, body = [], []
        for v in self.variables.values():
            if v.name not in self.own:
                head.append(f"{v.name} = {v.linkage}{v.kind} {v.type} "
                            f"{self.changed(v.first)}, align {v.align}")
                continue
            head.append(f"{v.name} = internal addrspace(3) global {v.type} undef, "
                        f"align {v.align}")
            size = f"i64 ptrtoint (ptr getelementptr ({v.type}, ptr null, i64 1) to i64)"
            to = f"ptr addrspace(3) align {v.align} {v.name}"
            if v.first in ZERO:
                body.append(f"call void @llvm.memset.p3.i64({to}, i8 0, {size}, i1 false)")
            elif v.refers(self.own | self.weak):
                body.append(f"store {v.type} {self.changed(v.first)}, "
                            f"ptr addrspace(3) {v.name}, align {v.align}")
            else:
                image = '@"' + v.name[1:].strip('"') + '.first"'
                head.append(f"{image} = internal unnamed_addr constant {v.type} "
                            f"{self.changed(v.first)}, align {v.align}")
                body.append(f"call void @llvm.memcpy.p3.p0.i64({to}, ptr align {v.align} "
                            f"{image}, {size}, i1 false)")
        return head, body


def bytes_of(text):
    return re.sub(rb"\\([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]),
                  text.encode("latin-1", "replace"))


def rewrite(lines):
    """The module's new text, and the bytes of its constant strings."""
    module = Module(lines)
    head, body = module.define()
    types = [line for line in module.rest if TYPE.match(line)]
    made = [*types, "", *head, "", "define internal void @weft_private_init() noinline {",
            *("  " + line for line in body), "  ret void", "}",
            "declare void @llvm.memset.p3.i64(ptr addrspace(3), i8, i64, i1)",
            "declare void @llvm.memcpy.p3.p0.i64(ptr addrspace(3), ptr, i64, i1)", ""]
    out, done = [], False
    for line in module.rest:
        if TYPE.match(line) or re.match(r"^declare .*@weft_private_init\(", line):
            continue
        if line.startswith(("define ", "declare ")):
            if not done:
                out += made
            done = True
            out.append(re.sub(r' section "[^"]*"', "", line))
        else:
            out.append(module.changed(line))
    strings = b"\0".join(bytes_of(s) for line in lines for s in STRING.findall(line))
    return "\n".join(out) + "\n", strings + b"\0"
