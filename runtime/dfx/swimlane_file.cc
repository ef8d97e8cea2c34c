#include "runtime/dfx/swimlane_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/text.h"

namespace pto::run {
namespace {

constexpr int kNoThread = -1;

// One entry per line, as the runtime writes it.
std::string LineList(const std::vector<std::string>& entries, const std::string& indent) {
    if (entries.empty()) return "[]";
    return "[\n" + indent + "  " + Join(entries, ",\n" + indent + "  ") + "\n" + indent + "]";
}

// The recorded runs by core, each core's in the order of time, with their number on it.
struct CoreRow {
    int core = 0;
    int number = 0;  // from 1
    const CoreRun* run = nullptr;
};

std::vector<CoreRow> RowsByCore(const RunRecording& recording, const CoreLayout& layout) {
    std::vector<CoreRow> rows;
    for (size_t i = 0; i < recording.cores.size(); ++i) rows.push_back({layout.core_of[i], 0, &recording.cores[i]});
    std::stable_sort(rows.begin(), rows.end(), [](const CoreRow& a, const CoreRow& b) {
        return a.core != b.core ? a.core < b.core : a.run->start_ns < b.run->start_ns;
    });
    for (size_t i = 0; i < rows.size(); ++i) {
        rows[i].number = i > 0 && rows[i - 1].core == rows[i].core ? rows[i - 1].number + 1 : 1;
    }
    return rows;
}

// The worker that ran all of a core's kernels; any may run them, so there need not be one.
std::vector<int> ThreadOfCore(const std::vector<CoreRow>& rows, const RunRecording& recording, int cores) {
    std::vector<int> threads(cores, kNoThread);
    for (const CoreRow& row : rows) {
        const int worker = row.run->worker < recording.workers ? row.run->worker : kNoThread;
        threads[row.core] = row.number == 1 || threads[row.core] == worker ? worker : kNoThread;
    }
    return threads;
}

std::string Metadata(const std::vector<CoreRow>& rows, const RunRecording& recording, const CoreLayout& layout,
                     int level) {
    std::vector<std::string> types;
    for (int core = 0; core < layout.CoreCount(); ++core) types.push_back(layout.IsCube(core) ? "\"aic\"" : "\"aiv\"");
    std::string text = fmt::format(
        "  \"metadata\": {{\n    \"clock_freq_hz\": 1000000000,\n    \"num_cores\": {},\n    \"core_types\": [{}]",
        layout.CoreCount(), Join(types, ", "));
    if (level >= 3) {
        text += fmt::format(",\n    \"core_to_thread\": [{}]",
                            fmt::join(ThreadOfCore(rows, recording, layout.CoreCount()), ", "));
    }
    return text + "\n  }";
}

std::string CoreTasks(const std::vector<CoreRow>& rows, const RunRecording& recording) {
    std::vector<std::string> lines;
    for (const auto& [core, number, run] : rows) {
        lines.push_back(fmt::format("[{}, {}, {}, {}, {}, {}]", core, recording.tasks[run->task].id, number,
                                    run->start_ns, run->end_ns, run->start_ns - run->dispatch_ns));
    }
    return "  \"aicore_tasks\": " + LineList(lines, "  ");
}

std::string DispatchTimes(const std::vector<CoreRow>& rows, int level) {
    std::vector<std::string> lines;
    if (level >= 2) {
        for (const auto& [core, number, run] : rows)
            lines.push_back(fmt::format("[{}, {}, {}, {}]", core, number, run->dispatch_ns, run->finish_ns));
    }
    return "  \"aicpu_tasks\": " + LineList(lines, "  ");
}

std::string PhaseText(const embedded::ScheduleEvent& event, int iteration) {
    const bool dispatch = event.kind == embedded::ScheduleEvent::Kind::kDispatch;
    return fmt::format(
        "{{\"kind\": \"{}\", \"start_cycles\": {}, \"end_cycles\": {}, \"loop_iter\": {}, \"tasks_processed\": 1{}, "
        "\"shared_at_start\": [{}], \"shared_at_end\": [{}]}}",
        dispatch ? "dispatch" : "complete", event.start_ns, event.end_ns, iteration,
        dispatch ? fmt::format(", \"pop_hit\": 1, \"pop_miss\": {}", event.misses) : "",
        fmt::join(event.ready_at_start, ","), fmt::join(event.ready_at_end, ","));
}

std::string SchedulerPhases(const RunRecording& recording) {
    std::vector<std::vector<std::string>> by_worker(recording.workers);
    std::vector<int> iterations(recording.workers, 0);
    for (const embedded::ScheduleEvent& event : recording.schedule) {
        int& iteration = iterations[event.worker];
        if (event.kind == embedded::ScheduleEvent::Kind::kDispatch) iteration++;
        by_worker[event.worker].push_back(PhaseText(event, iteration));
    }
    std::vector<std::string> lists;
    for (const std::vector<std::string>& lines : by_worker) lists.push_back(LineList(lines, "    "));
    return "  \"aicpu_scheduler_phases\": " + LineList(lists, "  ");
}

std::string SubmitPhases(const RunRecording& recording) {
    std::vector<std::string> lines;
    for (const ProgramStep& step : recording.steps) {
        if (step.kind != ProgramStep::Kind::kSubmit && step.kind != ProgramStep::Kind::kAllocate) continue;
        lines.push_back(fmt::format("{{\"submit_idx\": {}, \"task_id\": {}, \"start_cycles\": {}, \"end_cycles\": {}}}",
                                    lines.size(), step.task_id, step.start_ns, step.end_ns));
    }
    return "  \"aicpu_orchestrator_phases\": " + LineList({LineList(lines, "    ")}, "  ");
}

}  // namespace

std::string SwimlaneText(const RunRecording& recording, const CoreLayout& layout, int level) {
    const std::vector<CoreRow> rows = RowsByCore(recording, layout);
    std::vector<std::string> sections = {fmt::format("  \"chip_swimlane_level\": {}", level),
                                         Metadata(rows, recording, layout, level), CoreTasks(rows, recording),
                                         DispatchTimes(rows, level)};
    if (level >= 3) sections.push_back(SchedulerPhases(recording));
    if (level >= 4) sections.push_back(SubmitPhases(recording));
    return "{\n" + Join(sections, ",\n") + "\n}\n";
}

}  // namespace pto::run
