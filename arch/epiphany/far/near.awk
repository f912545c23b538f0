# SPDX-License-Identifier: Apache-2.0
#
# Reads an assembler file of GCC's twice, and writes it with near and far in order.
#
# The library calls by a branch, and takes addresses for 16 bits (-msmall16): both
# reach all of a core's own memory.  Cold functions lie in external memory
# (arch/small.h), from where neither reaches; GCC knows far targets (long_call), but
# no far callers.  So there
#   - calls become long ones.  r12 is free at a call: no argument, and not kept over
#     it.  What is not found here, a conditional branch say, the linker refuses;
#   - all addresses get their upper halves;
# and what lies there itself, strings and cold constants of the same file, has long
# addresses everywhere.  tests/epiphany/port.t looks for others.
#
# In a core's own memory functions begin at halfwords, and constants near -1, or with
# all upper or all lower bits set, are made from it in one instruction: it is in r31,
# which compilers never use (boot/epiphany/start.S).

function is_far(name) { return name ~ /^\.(text|rodata)\.cold|\.str[0-9]/ }

# Before line i: will nobody ask for the flags as they are?
function flags_free(i,    turns, word) {
	for (turns = 0; turns < 100 && (i in line); turns++) {
		split(line[i++], word)
		if (word[1] ~ /^(add|sub|and|orr|eor|lsl|lsr|asr|bitr)$/ ||
		    word[1] ~ /^(bl|jalr|jr|rts|rti)$/)
			return 1
		if (word[1] == "b") {
			if (!(word[2] in label))
				return 1 # another function
			i = label[word[2]]
		} else if (word[1] ~ /^b|^mov(eq|ne|gt|lt|b)|^movfs/)
			return 0
	}
	return 0
}

# An instruction that makes a constant of -1, or nothing: the second changes flags.
function from_ones(register, n,    bits) {
	if (n == -1)
		return "\tmov " register ",r31"
	if (n < 0 && n >= -1000)
		return "\tadd " register ",r31,#" (n + 1)
	for (bits = 1; bits < 32; bits++) {
		if (n == -(2 ^ bits))
			return "\tlsl " register ",r31,#" bits
		if (n == 2 ^ bits - 1)
			return "\tlsr " register ",r31,#" (32 - bits)
	}
	return ""
}

# GCC's jump in place of a last call that has arguments on the stack may overwrite
# the return address, where that has been saved.  Who stores where his own such
# arguments are, then has no jump.
function watch_stack(    n) {
	if (!match($2, /#-?[0-9]+/))
		return
	saved = saved || $2 ~ /^lr,/
	n = substr($2, RSTART + 1, RLENGTH - 1) * ($1 == "strd" ? 8 : 4)
	if ($2 ~ /\[sp\],#-/)
		frame -= n
	else if ($2 ~ /\[sp,#/ && n >= frame + 8 && saved)
		beyond = 1
}

/^\t\.(section|text|data|bss)/ {
	here = $1 == ".section" ? $2 : $1
	sub(/,.*/, "", here)
	cold = is_far(here)
}

/^_/                  { frame = beyond = saved = 0 }
$1 == "sub" && /sp,sp,#/ { frame += substr($2, 8) }
$1 ~ /^strd?$/        { watch_stack() }
$1 == "b" && $2 ~ /^_/ && beyond {
	print "\t.error \"a last call with arguments on the stack\""
}

# The first time: what is far, and where do jumps go?
NR == FNR {
	line[FNR] = $0
	if (/^[._A-Za-z].*:/) {
		label[substr($1, 1, length($1) - 1)] = FNR
		if (cold)
			far[$1] = 1
	}
	next
}
# A section each, so that the linker drops those that nobody calls.
here == ".text.cold" && /^_[^ ]*:/ {
	print "\t.section .text.cold." substr($1, 2, length($1) - 2) \
		",\"ax\",@progbits\n\t.balign 4"
}
cold && ($1 == "bl" || $1 == "b") && $2 ~ /^_/ {
	print "\tmov r12, %low(" $2 ")"
	print "\tmovt r12, %high(" $2 ")"
	print ($1 == "bl" ? "\tjalr r12" : "\tjr r12")
	next
}
$1 == "mov" && $2 ~ /,[._]/ {
	split($2, of, ",")
	name = of[2]
	sub(/[-+].*/, "", name)
	if (cold || (name ":") in far) {
		print "\tmov " of[1] ", %low(" of[2] ")"
		print "\tmovt " of[1] ", %high(" of[2] ")"
		next
	}
}
!cold && $1 == "mov" && $3 ~ /^%low\(#/ {
	n = substr($3, 7) + 0
	register = substr($2, 1, length($2) - 1)
	made = from_ones(register, n)
	if (made && (n == -1 || flags_free(FNR + 1))) {
		print made
		made_of[$2 n] = 1
		next
	}
}
!cold && $1 == "movt" && $3 ~ /^%high\(#/ {
	n = $2 (substr($3, 8) + 0)
	if (n in made_of) {
		delete made_of[n]
		next
	}
}
!cold && here ~ /^\.text/ && $1 == ".balign" && $2 == 4 { $0 = "\t.balign 2" }
{ print }
