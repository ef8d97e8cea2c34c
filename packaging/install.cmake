# What an installation holds, at places relative to each other only: it may be moved, and needs nothing of the sources.
include(CMakePackageConfigHelpers)

install(TARGETS pto-ninja pto-replay EXPORT pto_ninja RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS pto_ninja EXPORT pto_ninja LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})

# What compiles of kernels, orchestrations and of the adapter read.
set(PTO_INSTALL_DATA ${CMAKE_INSTALL_DATADIR}/pto-ninja)
install(FILES runtime/simpler/adapter.cc runtime/simpler/adapter_api.h runtime/simpler/adapter_drift.h
  runtime/simpler/adapter_features.h runtime/simpler/adapter_sources.h runtime/simpler/adapter_tensor.h
  runtime/simpler/adapter_worker.h
  DESTINATION ${PTO_INSTALL_DATA}/simpler)
install(DIRECTORY runtime/embedded/include/ DESTINATION ${PTO_INSTALL_DATA}/include)
install(DIRECTORY runtime/clang_headers DESTINATION ${PTO_INSTALL_DATA})

# The public headers need no other header of ours: error.h is the definition itself.
install(DIRECTORY library/include/pto_ninja DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN error.h EXCLUDE)
install(FILES base/error.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pto_ninja)

set(PTO_INSTALL_CMAKE ${CMAKE_INSTALL_LIBDIR}/cmake/pto_ninja)
install(EXPORT pto_ninja NAMESPACE pto_ninja:: FILE pto_ninjaTargets.cmake DESTINATION ${PTO_INSTALL_CMAKE})
configure_package_config_file(packaging/pto_ninjaConfig.cmake.in ${PROJECT_BINARY_DIR}/packaging/pto_ninjaConfig.cmake
  INSTALL_DESTINATION ${PTO_INSTALL_CMAKE} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/packaging/pto_ninjaConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/packaging/pto_ninjaConfig.cmake
  ${PROJECT_BINARY_DIR}/packaging/pto_ninjaConfigVersion.cmake
  packaging/pto_add_build_output.cmake packaging/build_output_target.cmake
  DESTINATION ${PTO_INSTALL_CMAKE})
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)

# `cpack -G DEB` in the build directory.
set(CPACK_PACKAGE_NAME pto-ninja)
set(CPACK_PACKAGE_VENDOR "pto-ninja")
set(CPACK_PACKAGE_CONTACT "pto-ninja maintainers <maintainers@pto-ninja.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "incremental builds, replays and benchmarks of compiled PyPTO programs")
set(CPACK_PACKAGE_DESCRIPTION
  "Turns a directory that PyPTO has compiled for Ascend NPUs into a Ninja build: an edit of a kernel or of the
 assembly before it is built, run and checked against the reference, and timed. With a C++ library and CMake
 targets for projects.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# The libraries that the programs are linked with are found by dpkg-shlibdeps; these are the programs that builds start.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "ninja-build (>= 1.9), g++ (>= 4:12), diffutils")
# golden.py and host_orch.py are run by Python, when they cannot be understood without it.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-torch, ccache, cmake (>= 3.25)")
if(PROJECT_IS_TOP_LEVEL)
  include(CPack)
endif()
