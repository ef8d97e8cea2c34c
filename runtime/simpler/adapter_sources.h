// The runtime's own sources that become part of the adapter: its worker, the log, what its assertions call. Which there
// are differs from revision to revision. Included by the compiler's command line, before adapter.cc.
#ifndef PTO_SIMPLER_ADAPTER_SOURCES_H
#define PTO_SIMPLER_ADAPTER_SOURCES_H

#include "chip_worker.cpp"
#if __has_include("chip_run_lane.cpp")
#include "chip_run_lane.cpp"
#endif
#include "host_log.cpp"
#include "unified_log_host.cpp"
#if __has_include("assert_compat.cpp")
#include "assert_compat.cpp"
#endif

#endif
