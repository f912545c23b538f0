# SPDX-License-Identifier: Apache-2.0
# Libraries of other people's interfaces, beside weft's own: compat/NAME becomes
# libweft-NAME.a, whose headers are in include/compat/NAME.  A test or bench whose name
# begins with NAME_ is linked with it.

COMPAT := $(sort $(notdir $(patsubst %/,%,$(wildcard compat/*/))))
compat_images = $(filter $(addprefix $(OUT)/,tests/$(1)_%.elf bench/$(1)_%.elf),$(IMAGES))

define compat
$(OUT)/libweft-$(1).a: $(call objects,$(wildcard compat/$(1)/*.c))
COMPAT_OBJS += $(call objects,$(wildcard compat/$(1)/*.c))
$(call compat_images,$(1)): $(OUT)/libweft-$(1).a
endef
$(foreach c,$(COMPAT),$(eval $(call compat,$c)))
COMPAT_LIBS := $(COMPAT:%=$(OUT)/libweft-%.a)
APP_OBJS += $(COMPAT_OBJS)
COMPAT_FLAGS = $(if $(filter $(addprefix $(OUT)/obj/,compat/% tests/target/compat/% \
	bench/rcce% bench/shmem%),$@),$(COMPAT:%=-Iinclude/compat/%))

$(COMPAT_LIBS):
	$(call begin,AR    $@)
	$(Q)rm -f $@.new && $(AR) qcsD $@.new $^ && mv -f $@.new $@
