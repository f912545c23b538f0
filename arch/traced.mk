# SPDX-License-Identifier: Apache-2.0
# TRACE=1, and `make trace` and `make page`, on boards whose makefiles name RINGS, the events
# that each core keeps: the port's calls are events, too (runtime/trace_calls.c), and so no
# short call of the port's stands in place of them (arch/inline.h).  The vehicle reads the
# rings.  Traced images lie in a folder of their own, unless OUT says where.
ifneq ($(RINGS),)

ifneq ($(filter trace page,$(MAKECMDGOALS)),)
TRACE := 1
OUT := $(if $(filter file,$(origin OUT)),build/traced/$(BOARD),$(OUT))
endif

ifneq ($(TRACE),)
TRACED_CALLS := put get copy flag_write flags_write raise raise_list
ARCH_CPPFLAGS += -DARCH_TRACED=1 -DWEFT_TRACE_ENTRIES=$(RINGS)
ARCH_LDFLAGS += $(TRACED_CALLS:%=-Wl,--wrap=arch_%)
endif
endif
