// SPDX-License-Identifier: Apache-2.0
/*
 * A libcuda.so.1 whose GPU is the emulated one: so host/gpu/cuda.c and what uses it are
 * tested without a card.  It has what cuda.c calls, and ends the program with a word
 * where it is called with what a driver would refuse.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "emu/gpu/chip.h"
#include "host/gpu/driver.h"
#include "host/host.h"

enum {
	READY = 0,
	NOT_READY = 600,
	STACK_BYTES = 65536,
	SM_SHARED = 233472, /* an H100's */
	BLOCK_SHARED = 232448,
	THREADS = 256, /* that a block has registers for */
};

/* With the prototypes that cuda.c has. */
int cuInit(unsigned flags);
int cuDeviceGet(int *device, int n);
int cuDeviceGetName(char *name, int room, int device);
int cuDeviceGetAttribute(int *value, int which, int device);
int cuDevicePrimaryCtxRetain(void **context, int device);
int cuCtxSetCurrent(void *context);
int cuCtxSetLimit(int which, size_t bytes);
int cuModuleLoadDataEx(void **module, const void *code, unsigned n, int *keys,
		       void **values);
int cuModuleGetFunction(void **function, void *module, const char *name);
int cuMemAlloc_v2(uint64_t *at, size_t bytes);
int cuMemsetD8_v2(uint64_t at, unsigned char byte, size_t bytes);
int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes);
int cuMemHostAlloc(void **here, size_t bytes, unsigned flags);
int cuMemHostGetDevicePointer_v2(uint64_t *at, void *here, unsigned flags);
int cuFuncGetAttribute(int *value, int which, void *function);
int cuFuncSetAttribute(void *function, int which, int value);
int cuLaunchCooperativeKernel(void *function, unsigned blocks, unsigned by,
			      unsigned bz, unsigned threads, unsigned ty,
			      unsigned tz, unsigned shared, void *stream,
			      void **arguments);
int cuStreamQuery(void *stream);
int cuGetErrorName(int error, const char **name);

static const char *kernel;
static uint32_t launched, rows;
static uint64_t argument, shared_at;
static volatile bool ended;

static void demand(bool ok, const char *what)
{
	if (!ok) {
		die(STATUS_FAULT, "not so: %s", what);
	}
}

int cuInit(unsigned flags)
{
	host_program = "fake libcuda";
	return flags != 0;
}

int cuDeviceGet(int *device, int n)
{
	*device = 7;
	return n != 0;
}

int cuDeviceGetName(char *name, int room, int device)
{
	demand(device == 7 && driver_open(name, (size_t)room), "device");
	return 0;
}

int cuDeviceGetAttribute(int *value, int which, int device)
{
	demand(device == 7 && (which == 16 || which == 81 || which == 97),
	       "an attribute");
	*value = which == 16 ? 132 : which == 81 ? SM_SHARED : BLOCK_SHARED;
	return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int device)
{
	*context = &chip;
	return device != 7;
}

int cuCtxSetCurrent(void *context)
{
	return context != &chip;
}

int cuCtxSetLimit(int which, size_t bytes)
{
	return which != 0 || bytes > STACK_BYTES;
}

int cuModuleLoadDataEx(void **module, const void *code, unsigned n, int *keys,
		       void **values)
{
	demand(n == 3 && keys[2] == 7 && keys[0] == 5 && keys[1] == 6 &&
		       values[0],
	       "options");
	driver_load(code, (uint32_t)(uintptr_t)values[2],
		    "what libcuda is given");
	*module = &program;
	return 0;
}

int cuModuleGetFunction(void **function, void *module, const char *name)
{
	demand(module == &program, "a module");
	kernel = name;
	program_function(name);
	*function = &kernel;
	return 0;
}

int cuMemAlloc_v2(uint64_t *at, size_t bytes)
{
	*at = driver_alloc(bytes);
	return 0;
}

int cuMemsetD8_v2(uint64_t at, unsigned char byte, size_t bytes)
{
	memset(chip.memory + (at - GLOBAL_BASE), byte, bytes);
	return 0;
}

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes)
{
	driver_write(to, from, bytes);
	return 0;
}

int cuMemHostAlloc(void **here, size_t bytes, unsigned flags)
{
	*here = driver_share(bytes, &shared_at);
	return flags != 2;
}

int cuMemHostGetDevicePointer_v2(uint64_t *at, void *here, unsigned flags)
{
	demand(here == chip.memory + (shared_at - GLOBAL_BASE), "host memory");
	*at = shared_at;
	return flags != 0;
}

int cuFuncGetAttribute(int *value, int which, void *function)
{
	*value = which == 0 ? THREADS : (int)program.shared_bytes;
	return (which != 0 && which != 1) || function != &kernel;
}

int cuFuncSetAttribute(void *function, int which, int value)
{
	demand((uint32_t)value + program.shared_bytes <= BLOCK_SHARED &&
		       2 * ((uint32_t)value + program.shared_bytes) > SM_SHARED,
	       "shared memory");
	return which != 8 || function != &kernel;
}

static void look(bool over)
{
	if (over) {
		ended = true;
		pthread_exit(NULL);
	}
}

static void *go(void *nothing)
{
	(void)nothing;
	driver_run(kernel, launched, rows, argument, look);
}

int cuLaunchCooperativeKernel(void *function, unsigned blocks, unsigned by,
			      unsigned bz, unsigned threads, unsigned ty,
			      unsigned tz, unsigned shared, void *stream,
			      void **arguments)
{
	pthread_t thread;

	demand(function == &kernel && by == 1 && bz == 1 && threads == 32 &&
		       (ty == THREADS / 32 || ty == 1) && tz == 1 &&
		       shared > 0 && !stream,
	       "a launch");
	launched = blocks;
	rows = ty;
	memcpy(&argument, arguments[0], sizeof(argument));
	return pthread_create(&thread, NULL, go, NULL);
}

int cuStreamQuery(void *stream)
{
	return stream || ended ? READY : NOT_READY;
}

int cuGetErrorName(int error, const char **name)
{
	*name = error ? "CUDA_ERROR_FAKE" : "CUDA_SUCCESS";
	return 0;
}
