// Argument directions of a callable, and how many arguments a task and a program may have.
#pragma once

#include <stdint.h>

enum class ArgDirection : int32_t { SCALAR = 0, IN = 1, OUT = 2, INOUT = 3 };

inline constexpr int CORE_MAX_TENSOR_ARGS = 32;
inline constexpr int CORE_MAX_SCALAR_ARGS = 16;
inline constexpr int CHIP_MAX_TENSOR_ARGS = 256;
inline constexpr int CHIP_MAX_SCALAR_ARGS = 128;
inline constexpr int GRAPH_MAX_TENSOR_ARGS = 128;
inline constexpr int GRAPH_MAX_SCALAR_ARGS = 64;

#define MAX_TENSOR_ARGS CORE_MAX_TENSOR_ARGS
#define MAX_SCALAR_ARGS CORE_MAX_SCALAR_ARGS
