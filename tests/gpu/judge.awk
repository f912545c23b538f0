# SPDX-License-Identifier: Apache-2.0
# What a run's console says of it: "ok CHECKS", "refused WHY" if it is not for so many cores,
# or why not.  status: the loader's; want: the
# exit status of the run; tap: "no" if it prints none; text: what must come, or "-".
#
# Lines are as tools/console.py has them: "[rank] text", "[rank]+text" if it goes on.

function fail(why)
{
	if (wrong == "") {
		wrong = why
	}
}

BEGIN {
	gsub(/_/, " ", text)
}

match($0, /^\[[0-9]+\][ +]?/) {
	head = substr($0, 1, RLENGTH)
	line = substr($0, RLENGTH + 1)
	rank = head
	gsub(/[^0-9]/, "", rank)
	line = begun[rank] line
	begun[rank] = ""
	if (head ~ /\+$/) {
		begun[rank] = line
		next
	}
	if (text != "-" && index(head line, text)) {
		come = 1
	}
	if (line ~ /^Bail out! this test has room for/) {
		refused = line
	}
	if (rank + 0 != 0) {
		next
	}
	if (line ~ /^1\.\.[0-9]+/) {
		plans++
		plan = substr(line, 4) + 0
		skip = toupper(line) ~ /SKIP/
	} else if (line ~ /^ok [0-9]+/) {
		checks++
	} else if (line ~ /^not ok /) {
		checks++
		fail(line)
	}
	next
}

text != "-" && index($0, text) {
	come = 1
}

/^weft: panic/ {
	panic = $0
	if (/: more cores than /) {
		refused = $0
	}
}

/^weft: end code=/ && !code {
	split($0, part, /[= ]/)
	code = part[4] + 0
	ended = 1
}

END {
	if (status == 124 || status == 72) {
		fail("timed out" (ended ? "" : ", no end line"))
	}
	if (!ended) {
		fail("no verdict, status " status)
	} else if (code == 0 && status != 85) {
		fail("the end line says 0, the loader's status is " status)
	}
	if (ended && code % 256 != want) {
		fail("exit status " code ", not " want (panic ? ": " panic : ""))
	}
	if (text != "-" && !come) {
		fail("no '" text "' on the console")
	}
	if (tap != "no" && plans != 1) {
		fail(plans + 0 " plans, not one")
	}
	if (tap != "no" && checks != plan) {
		fail(checks + 0 " checks of " plan + 0)
	}
	if (tap != "no" && plan == 0 && !skip) {
		fail("no checks")
	}
	if (refused) {
		print "refused " refused
		exit
	}
	print wrong == "" ? "ok " checks + 0 : wrong
}
