#include "runtime/bench/host_info.h"

#include <sched.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <set>

#include "base/error.h"
#include "base/file_system.h"
#include "base/text.h"

namespace pto::run {
namespace {

std::string CpuModel() {
    std::string text;
    try {
        text = RealFileSystem().Read("/proc/cpuinfo");
    } catch (const Error&) {
        return {};
    }
    for (const std::string_view line : Lines(text)) {
        if (line.starts_with("model name")) return std::string(Trim(line.substr(line.find(':') + 1)));
    }
    return {};
}

std::string GovernorOf(size_t cpu) {
    const std::string path = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpufreq/scaling_governor";
    try {
        return std::string(Trim(RealFileSystem().Read(path)));
    } catch (const Error&) {
        return {};
    }
}

std::vector<std::string> GovernorsOf(const cpu_set_t& allowed) {
    std::set<std::string> governors;
    for (size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &allowed)) governors.insert(GovernorOf(cpu));
    }
    governors.erase("");
    return {governors.begin(), governors.end()};
}

}  // namespace

HostInfo ReadHostInfo() {
    HostInfo info;
    utsname names{};
    if (uname(&names) == 0) {
        info.name = names.nodename;
        info.system = std::string(names.sysname) + " " + names.release + " " + names.machine;
    }
    info.cpu = CpuModel();
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        info.cpus = CPU_COUNT(&allowed);
        info.governors = GovernorsOf(allowed);
    }
    double load[3];
    const int count = getloadavg(load, 3);
    info.load_average.assign(load, load + (count > 0 ? count : 0));
    return info;
}

}  // namespace pto::run
