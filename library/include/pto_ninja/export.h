// Marks what the shared library shows; everything else in it is hidden.
#pragma once

#define PTO_NINJA_API __attribute__((visibility("default")))

// Path of the program `pto-ninja` of the package that a program is compiled against; CMake's target sets it. Empty: the
// one in PATH.
#ifndef PTO_NINJA_PROGRAM
#define PTO_NINJA_PROGRAM ""
#endif
