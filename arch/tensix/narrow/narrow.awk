# SPDX-License-Identifier: Apache-2.0
#
# Wormhole: a load overtakes a store, also one of the same bytes, unless both begin
# at the same address (tt-isa-documentation, WormholeB0 "MemoryOrdering"; tt-metal
# #55505).  GCC does not know it.  So, in its assembler files,
#
#   - after stores of bytes or halves, before the next load and at the end of the
#     block, the last one is loaded back;
#   - before a load of a byte or a half its whole word is loaded, which waits
#     for a store of that.
#
# An instruction uses what was loaded, so that it is there before any load after.
# t6 is free for it in all code (-ffixed-t6).

function flush() {
	if (pending != "")
		print pending
	pending = ""
}

BEGIN {
	use = "\n\tand\tt6,t6,t6"
	n = split("add addi sub and andi or ori xor xori sll slli srl srli " \
		"sra srai slt slti sltu sltiu lui li mv neg not seqz snez " \
		"sgtz sltz mul mulh mulhu mulhsu div divu rem remu nop", names)
	for (i = 1; i <= n; i++)
		changes[names[i]] = 1 # its first operand, and no memory
}

# What stands between and does nothing.
/^[ \t]*(#|$)/ || /^[ \t]*\.(loc|cfi_[a-z_]*)[ \t]/ || /^\.L(VL|BB|BE|M)[0-9]+:/ {
	print
	next
}

{
	address = $0
	sub(/#.*/, "", address)
	sub(/^[ \t]*[^ \t]+/, "", address)
	gsub(/[ \t]/, "", address)
	split(address, operand, ",")
	sub(/^[^,]*,/, "", address)
}

# A store after a store: they are taken in order.
$1 == "sb" || $1 == "sh" {
	base = address
	sub(/.*\(/, "", base)
	sub(/\).*/, "", base)
	pending = "\t" ($1 == "sb" ? "lbu" : "lhu") "\tt6," address use
	print
	next
}

$1 == "sw" || ($1 in changes && operand[1] != base) {
	print
	next
}

$1 ~ /^lb(u?)$/ || $1 ~ /^lh(u?)$/ {
	flush()
	offset = from = address
	sub(/\([^()]*\)$/, "", offset)
	sub(/.*\(/, "", from)
	sub(/\).*/, "", from)
	print "\taddi\tt6," from "," (offset == "" ? 0 : offset)
	print "\tandi\tt6,t6,-4"
	print "\tlw\tt6,0(t6)" use
	print
	next
}

{
	flush()
	print
}

END { flush() }
