# Targets of a CMake project over a directory that PyPTO has compiled:
#
#   pto_add_build_output(DIR <directory> [NAME <prefix>] [PLATFORM <platform>] [FLAGS <flag>...] [DEPENDS <target>...]
#                        [ADD_TEST])
#
#   <prefix>_kernels    build what changed
#   <prefix>_replay     the same, run it and judge it against golden.py
#   <prefix>_benchmark  the same, and time it
#
# DIR        a build_output/<jit_dir> or a whole build_output; relative to the current source directory. It need not exist
#            before the targets are built.
# NAME       default: the last part of DIR
# PLATFORM   a2a3, a2a3sim, a5 or a5sim instead of the recorded one
# FLAGS      further flags of pto-ninja
# DEPENDS    targets to build before, such as the one that compiles the directory
# ADD_TEST   a test <prefix>_replay, which never runs beside another one of the same directory
#
# The build of the directory is written by pto-ninja when there is none yet; with PLATFORM or FLAGS, whenever a target is
# built, so that the directory follows the project. Nothing is built by default.

set_property(GLOBAL PROPERTY PTO_BUILD_OUTPUT_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/build_output_target.cmake")

function(pto_add_build_output)
  cmake_parse_arguments(PARSE_ARGV 0 PTO "ADD_TEST" "DIR;NAME;PLATFORM" "FLAGS;DEPENDS")
  if(PTO_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pto_add_build_output: unknown arguments '${PTO_UNPARSED_ARGUMENTS}', expected DIR, NAME, PLATFORM, FLAGS, DEPENDS or ADD_TEST")
  endif()
  if(NOT PTO_DIR)
    message(FATAL_ERROR "pto_add_build_output: DIR is missing, expected the path of a build_output/<jit_dir>")
  endif()
  get_filename_component(directory "${PTO_DIR}" ABSOLUTE)
  if(NOT PTO_NAME)
    get_filename_component(PTO_NAME "${directory}" NAME)
  endif()
  if(NOT PTO_NAME MATCHES "^[A-Za-z0-9_.+-]+$")
    message(FATAL_ERROR "pto_add_build_output: '${PTO_NAME}' cannot be part of a target's name, expected letters, digits and _.+-; give another one with NAME")
  endif()
  set(flags ${PTO_FLAGS})
  if(PTO_PLATFORM)
    list(APPEND flags --platform ${PTO_PLATFORM})
  endif()
  get_property(script GLOBAL PROPERTY PTO_BUILD_OUTPUT_SCRIPT)
  find_program(PTO_NINJA_BUILD_PROGRAM NAMES ninja ninja-build REQUIRED)
  foreach(target kernels replay benchmark)
    set(command ${CMAKE_COMMAND} "-DPTO_NINJA=$<TARGET_FILE:pto_ninja::pto-ninja>" "-DNINJA=${PTO_NINJA_BUILD_PROGRAM}"
      "-DDIR=${directory}" "-DTARGET=${target}" -P "${script}" -- ${flags})
    add_custom_target(${PTO_NAME}_${target} COMMAND ${command} USES_TERMINAL VERBATIM
      COMMENT "${target} ${directory}")
    if(PTO_DEPENDS)
      add_dependencies(${PTO_NAME}_${target} ${PTO_DEPENDS})
    endif()
    if(PTO_ADD_TEST AND target STREQUAL "replay")
      add_test(NAME ${PTO_NAME}_replay COMMAND ${command})
      set_tests_properties(${PTO_NAME}_replay PROPERTIES RESOURCE_LOCK "pto_ninja:${directory}")
    endif()
  endforeach()
endfunction()
