# SPDX-License-Identifier: Apache-2.0
# The loader of images for a GPU by NVIDIA's driver: a program of the host.

include host/program.mk

GPU_LOADER := build/gpu/weft-gpu
VEHICLE_SRCS := host/gpu/cuda.c host/gpu/main.c
$(eval $(call host_program,$(GPU_LOADER),$(VEHICLE_SRCS),\
	$(wildcard host/gpu/*.h arch/gpu/layout.h) host/gpu/loader.mk,,-ldl))
