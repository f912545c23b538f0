// SPDX-License-Identifier: Apache-2.0
/*
 * A GPU by NVIDIA's driver: libcuda.so.1, which comes with the driver, opened at run
 * time, with prototypes of our own; neither toolkit nor header of CUDA.
 */
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "host/gpu/driver.h"
#include "host/gpu/options.h"
#include "host/host.h"

enum {
	NOT_READY = 600,
	MULTIPROCESSORS = 16,
	STACK_LIMIT = 0, /* of cuCtxSetLimit */
	STACK_BYTES = 65536, /* unoptimised code takes more than ARCH_STACK_BYTES */
	JIT_ERRORS = 5, /* of cuModuleLoadDataEx: a text, and its size */
	JIT_ERRORS_BYTES = 6,
	JIT_LEVEL = 7,
	DYNAMIC_SHARED = 8, /* attributes of functions */
	STATIC_SHARED = 1,
	SHARED_OF_SM = 81, /* attributes of devices */
	SHARED_OF_BLOCK = 97,
	HOST_MAPPED = 2,
	MOST_THREADS = 0, /* of a block, an attribute of functions */
	WARP = 32,
	PAUSE_US = 50,
	TEXT = 8192,
};

typedef unsigned long long device_address;

static int (*cuInit)(unsigned);
static int (*cuDeviceGet)(int *, int);
static int (*cuDeviceGetName)(char *, int, int);
static int (*cuDeviceGetAttribute)(int *, int, int);
static int (*cuDevicePrimaryCtxRetain)(void **, int);
static int (*cuCtxSetCurrent)(void *);
static int (*cuCtxSetLimit)(int, size_t);
static int (*cuModuleLoadDataEx)(void **, const void *, unsigned, int *,
				 void **);
static int (*cuModuleGetFunction)(void **, void *, const char *);
static int (*cuMemAlloc_v2)(device_address *, size_t);
static int (*cuMemsetD8_v2)(device_address, unsigned char, size_t);
static int (*cuMemcpyHtoD_v2)(device_address, const void *, size_t);
static int (*cuMemHostAlloc)(void **, size_t, unsigned);
static int (*cuMemHostGetDevicePointer_v2)(device_address *, void *, unsigned);
static int (*cuFuncGetAttribute)(int *, int, void *);
static int (*cuFuncSetAttribute)(void *, int, int);
static int (*cuLaunchCooperativeKernel)(void *, unsigned, unsigned, unsigned,
					unsigned, unsigned, unsigned, unsigned,
					void *, void **);
static int (*cuStreamQuery)(void *);
static int (*cuGetErrorName)(int, const char **);

#define CALL(name)                                                             \
	{                                                                      \
#name, (void **)&name                                          \
	}
static const struct {
	const char *name;
	void **to;
} calls[] = {
	CALL(cuInit),
	CALL(cuDeviceGet),
	CALL(cuDeviceGetName),
	CALL(cuDeviceGetAttribute),
	CALL(cuDevicePrimaryCtxRetain),
	CALL(cuCtxSetCurrent),
	CALL(cuCtxSetLimit),
	CALL(cuModuleLoadDataEx),
	CALL(cuModuleGetFunction),
	CALL(cuMemAlloc_v2),
	CALL(cuMemsetD8_v2),
	CALL(cuMemcpyHtoD_v2),
	CALL(cuMemHostAlloc),
	CALL(cuMemHostGetDevicePointer_v2),
	CALL(cuFuncGetAttribute),
	CALL(cuFuncSetAttribute),
	CALL(cuLaunchCooperativeKernel),
	CALL(cuStreamQuery),
	CALL(cuGetErrorName),
};

/* The emulator's options, which a chip does not obey. */
uint64_t driver_seed, driver_delay, driver_limit;
const char *driver_stats;

static void *module;
static int device;

static void must(int result, const char *what)
{
	const char *name = "?";

	if (result) {
		cuGetErrorName(result, &name);
		die(STATUS_HOST, "the GPU's driver: %s: %s (%d)", what, name,
		    result);
	}
}
#define MUST(call) must(call, #call)

static int attribute(int which)
{
	int value;

	MUST(cuDeviceGetAttribute(&value, which, device));
	return value;
}

uint32_t driver_open(char *name, size_t room)
{
	void *library = dlopen("libcuda.so.1", RTLD_NOW), *context;

	if (!library) {
		die(STATUS_HOST,
		    "no libcuda.so.1: NVIDIA's driver is not here");
	}
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		*calls[i].to = dlsym(library, calls[i].name);
		if (!*calls[i].to) {
			die(STATUS_HOST,
			    "libcuda.so.1 has no %s: it is too old",
			    calls[i].name);
		}
	}
	MUST(cuInit(0));
	MUST(cuDeviceGet(&device, 0));
	MUST(cuDeviceGetName(name, (int)room, device));
	MUST(cuDevicePrimaryCtxRetain(&context, device));
	MUST(cuCtxSetCurrent(context));
	return (uint32_t)attribute(MULTIPROCESSORS);
}

/* The first time this takes seconds; after that the driver has it in its cache. */
void driver_load(const char *code, uint32_t level, const char *name)
{
	static char errors[TEXT];
	int keys[] = {JIT_ERRORS, JIT_ERRORS_BYTES, JIT_LEVEL};
	void *values[] = {errors, (void *)(uintptr_t)sizeof(errors),
			  (void *)(uintptr_t)level};
	const char *why = "?";
	int result = cuModuleLoadDataEx(&module, code, 3, keys, values);

	if (result) {
		cuGetErrorName(result, &why);
		die(STATUS_INPUT, "%s: the driver does not take it: %s (%d) %s",
		    name, why, result, errors);
	}
}

uint64_t driver_alloc(size_t bytes)
{
	device_address at;

	MUST(cuMemAlloc_v2(&at, bytes));
	MUST(cuMemsetD8_v2(at, 0, bytes));
	return at;
}

void driver_write(uint64_t to, const void *from, size_t bytes)
{
	MUST(cuMemcpyHtoD_v2(to, from, bytes));
}

void *driver_share(size_t bytes, uint64_t *address)
{
	device_address at;
	void *here;

	MUST(cuMemHostAlloc(&here, bytes, HOST_MAPPED));
	memset(here, 0, bytes);
	MUST(cuMemHostGetDevicePointer_v2(&at, here, 0));
	*address = at;
	return here;
}

/* A block that has half of an SM's shared memory is alone there. */
static int shared_beside(int own)
{
	int half = attribute(SHARED_OF_SM) / 2,
	    most = attribute(SHARED_OF_BLOCK);

	return own > half ? 0 : (half + own < most ? half : most - own);
}

void driver_run(const char *kernel, uint32_t blocks, uint32_t warps,
		uint64_t argument, driver_look_fn *look)
{
	void *function, *arguments[] = {&argument};
	int own, more, state, most;

	MUST(cuCtxSetLimit(STACK_LIMIT, STACK_BYTES));
	MUST(cuModuleGetFunction(&function, module, kernel));
	MUST(cuFuncGetAttribute(&own, STATIC_SHARED, function));
	MUST(cuFuncGetAttribute(&most, MOST_THREADS, function));
	warps = (uint32_t)most / WARP < warps ? (uint32_t)most / WARP : warps;
	warps = warps > 0 ? warps : 1;
	more = shared_beside(own);
	MUST(cuFuncSetAttribute(function, DYNAMIC_SHARED, more));
	MUST(cuLaunchCooperativeKernel(function, blocks, 1, 1, WARP, warps, 1,
				       (unsigned)more, NULL, arguments));
	while ((state = cuStreamQuery(NULL)) == NOT_READY) {
		look(false);
		usleep(PAUSE_US);
	}
	if (state) {
		look(false); /* what it has said before */
	}
	must(state, "the kernel");
	look(true);
	die(STATUS_FAULT, "the loader goes on after the end");
}
