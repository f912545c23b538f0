# SPDX-License-Identifier: Apache-2.0
# Libraries of other people's interfaces, beside weft's own: compat/NAME becomes
# libweft-NAME.a, whose headers are in include/compat/NAME.  A test or bench whose name
# begins with NAME_ is linked with it.

COMPAT := $(sort $(notdir $(patsubst %/,%,$(wildcard compat/*/))))
compat_images = $(filter $(addprefix $(OUT)/,tests/$(1)_%.elf bench/$(1)_%.elf),$(IMAGES))

# e-lib's calls are loads and stores where these reach other cores (ELIB, the board's, is
# direct), and otherwise go through OpenSHMEM's agents.  Where they are loads and stores a
# program can have its core to itself, with libweft-elib-bare.a in place of weft.  -Os keeps
# products out of it, which are wrong while that chip's multiplier is in floating point.
ELIB ?= messages
COMPAT_elib := $(wildcard compat/elib/$(ELIB)/*.c)
COMPAT_NEEDS_elib := $(if $(filter messages,$(ELIB)),shmem)
COMPAT_BARE := $(if $(filter direct,$(ELIB)),$(OUT)/libweft-elib-bare.a)
COMPAT_BARE_OBJS := $(if $(COMPAT_BARE),$(call objects,$(wildcard compat/elib/bare/*.c) \
	$(ELIB_START)))

define compat
$(OUT)/libweft-$(1).a: $(call objects,$(wildcard compat/$(1)/*.c) $(COMPAT_$(1)))
COMPAT_OBJS += $(call objects,$(wildcard compat/$(1)/*.c) $(COMPAT_$(1)))
$(call compat_images,$(1)): $(addprefix $(OUT)/libweft-,$(addsuffix .a,$(1) $(COMPAT_NEEDS_$(1))))
endef
$(foreach c,$(COMPAT),$(eval $(call compat,$c)))
COMPAT_LIBS := $(COMPAT:%=$(OUT)/libweft-%.a) $(COMPAT_BARE)
APP_OBJS += $(COMPAT_OBJS) $(COMPAT_BARE_OBJS)
COMPAT_FLAGS = $(if $(filter $(addprefix $(OUT)/obj/,compat/% tests/target/compat/% \
	bench/rcce% bench/shmem%),$@),$(COMPAT:%=-Iinclude/compat/%)) $(if $(COMPAT_BARE),$(if \
	$(filter $(OUT)/obj/compat/elib/%,$@),-Os))
$(COMPAT_BARE): $(COMPAT_BARE_OBJS)

$(COMPAT_LIBS):
	$(call begin,AR    $@)
	$(Q)rm -f $@.new && $(AR) qcsD $@.new $^ && mv -f $@.new $@
