# SPDX-License-Identifier: Apache-2.0
# Programs of the host: simulators and emulators, by their boards' makefiles.

HOSTCC ?= gcc
WERROR ?= -Werror
HOST_SRCS := $(sort $(wildcard host/*.c))

# host_program FILE,SOURCES,HEADERS AND MAKEFILES,FLAGS,LIBRARIES
define host_program
$(1): $(2) $(HOST_SRCS) $(3) $(wildcard host/*.h) host/program.mk
	@mkdir -p $$(@D)
	@echo "  HOST  $$@"
	$$(Q)$$(HOSTCC) -std=gnu11 -D_GNU_SOURCE -O2 -g -Wall -Wextra $(WERROR) \
		-Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef \
		$(4) -I. "-ffile-prefix-map=$$$$PWD=." -o $$@ $(2) $(HOST_SRCS) \
		$(5)
endef
