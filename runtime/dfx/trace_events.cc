#include "runtime/dfx/trace_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"

namespace pto::run {
namespace {

constexpr int kProgramLane = 1;
constexpr int kSubmitLane = 2;
constexpr int kFirstCoreLane = 3;
// Viewers draw nothing for a slice without length.
constexpr double kShortestSlice = 0.001;

struct Event {
    double time = 0;  // microseconds
    std::string text;
};

std::string Quoted(const std::string& text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string TaskTitle(uint64_t id) {
    return fmt::format("r{}t{}", id >> 32, id & UINT32_MAX);
}

bool IsCube(const TraceRun& run, int core) {
    return run.records.core_types[core] == "aic";
}

// The kernel that a core ran for a task; -1 when the dependencies do not tell.
int64_t FuncIdOf(const TraceRun& run, const TimedTask& task) {
    const auto found = run.dependencies.kernel_ids.find(task.id);
    if (found == run.dependencies.kernel_ids.end()) return -1;
    const auto& [cube, first, second] = found->second;
    if (IsCube(run, task.core)) return cube;
    if (first < 0 || second < 0) return std::max(first, second);
    // Both lanes of a cluster run: vector cores are numbered cluster by cluster.
    const auto cubes = std::count(run.records.core_types.begin(), run.records.core_types.end(), "aic");
    return (task.core - cubes) % 2 == 0 ? first : second;
}

std::string NameOf(const TraceRun& run, int64_t func_id, uint64_t id) {
    const auto found = run.kernel_names.find(func_id);
    if (found != run.kernel_names.end()) return found->second;
    return func_id < 0 ? "task " + TaskTitle(id) : "func_" + std::to_string(func_id);
}

// The span of a run in its clock; nothing when it did nothing.
struct TickSpan {
    uint64_t begin = std::numeric_limits<uint64_t>::max();
    uint64_t end = 0;

    void Add(uint64_t from, uint64_t to) {
        begin = std::min(begin, from);
        end = std::max(end, to);
    }
    bool empty() const { return begin > end; }
};

TickSpan SpanOf(const TraceRun& run) {
    TickSpan span;
    for (const TimedTask& task : run.records.tasks) span.Add(task.start, task.end);
    for (const TimedSubmit& submit : run.records.submits) span.Add(submit.start, submit.end);
    return span;
}

class TraceWriter {
  public:
    TraceWriter(const std::vector<TraceRun>& runs, TraceClock clock) : runs_(runs) {
        for (const TraceRun& run : runs) {
            const size_t key = clock == TraceClock::kShared ? 0 : run.rank;
            const TickSpan span = SpanOf(run);
            if (span.empty()) continue;
            const auto [origin, is_new] = origins_.try_emplace(key, span.begin);
            if (!is_new) origin->second = std::min(origin->second, span.begin);
        }
        shared_ = clock == TraceClock::kShared;
    }

    std::string Text() {
        for (const TraceRun& run : runs_) AddRun(run);
        std::stable_sort(events_.begin(), events_.end(),
                         [](const Event& a, const Event& b) { return a.time < b.time; });
        std::vector<std::string> lines = std::move(names_);
        for (Event& event : events_) lines.push_back(std::move(event.text));
        return "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n" + Join(lines, ",\n") + "\n]}\n";
    }

  private:
    double Time(const TraceRun& run, uint64_t ticks) const {
        const auto origin = origins_.find(shared_ ? 0 : run.rank);
        return static_cast<double>(ticks - origin->second) * 1e6 / run.records.clock_hz;
    }

    static size_t ProcessId(const TraceRun& run) { return run.rank + 1; }

    void AddRun(const TraceRun& run) {
        const size_t pid = ProcessId(run);
        if (processes_.insert(pid).second) {
            Name(pid, 0, "process_name", Quoted(run.process));
            names_.push_back(
                fmt::format("{{\"ph\": \"M\", \"name\": \"process_sort_index\", \"pid\": {}, \"tid\": 0, "
                            "\"args\": {{\"sort_index\": {}}}}}",
                            pid, run.rank));
        }
        const TickSpan span = SpanOf(run);
        if (runs_.size() > 1 && !span.empty()) {
            Slice(run, kProgramLane, run.program, "program", span.begin, span.end, "");
            Lane(pid, kProgramLane, "program");
        }
        AddSubmits(run);
        for (const TimedTask& task : run.records.tasks) AddTask(run, task);
        AddArrows(run);
    }

    void Name(size_t pid, int tid, const char* kind, const std::string& quoted) {
        names_.push_back(
            fmt::format("{{\"ph\": \"M\", \"name\": \"{}\", \"pid\": {}, \"tid\": {}, \"args\": {{\"name\": {}}}}}",
                        kind, pid, tid, quoted));
    }

    void Lane(size_t pid, int tid, const std::string& name) {
        if (!lanes_.insert({pid, tid}).second) return;
        Name(pid, tid, "thread_name", Quoted(name));
        names_.push_back(
            fmt::format("{{\"ph\": \"M\", \"name\": \"thread_sort_index\", \"pid\": {}, \"tid\": {}, "
                        "\"args\": {{\"sort_index\": {}}}}}",
                        pid, tid, tid));
    }

    void Slice(const TraceRun& run, int tid, const std::string& name, const char* category, uint64_t start,
               uint64_t end, const std::string& args) {
        const double time = Time(run, start);
        const double length = std::max(kShortestSlice, Time(run, std::max(start, end)) - time);
        events_.push_back({time, fmt::format("{{\"ph\": \"X\", \"name\": {}, \"cat\": \"{}\", \"ts\": {:.3f}, \"dur\": "
                                             "{:.3f}, \"pid\": {}, \"tid\": {}, \"args\": {{{}}}}}",
                                             Quoted(name), category, time, length, ProcessId(run), tid, args)});
    }

    void AddSubmits(const TraceRun& run) {
        for (const TimedSubmit& submit : run.records.submits) {
            Lane(ProcessId(run), kSubmitLane, "orchestration");
            Slice(run, kSubmitLane, "submit " + TaskTitle(submit.task_id), "submit", submit.start, submit.end,
                  fmt::format("\"task_id\": \"{:#018x}\"", submit.task_id));
        }
    }

    void AddTask(const TraceRun& run, const TimedTask& task) {
        const bool cube = IsCube(run, task.core);
        const int64_t func_id = FuncIdOf(run, task);
        std::string args = fmt::format("\"program\": {}, \"task_id\": \"{:#018x}\", \"func_id\": {}, \"core_id\": {}",
                                       Quoted(run.program), task.id, func_id, task.core);
        if (task.dispatch != 0 && task.dispatch <= task.start) {
            const double wait = static_cast<double>(task.start - task.dispatch) * 1e6 / run.records.clock_hz;
            args += fmt::format(", \"dispatch_to_start_us\": {:.3f}", wait);
        }
        Lane(ProcessId(run), kFirstCoreLane + task.core, fmt::format("{}_{}", cube ? "AIC" : "AIV", task.core));
        Slice(run, kFirstCoreLane + task.core, NameOf(run, func_id, task.id), cube ? "aic" : "aiv", task.start,
              task.end, args);
    }

    // From the core of the earlier task that ended last to the one of the later task that started first.
    void AddArrows(const TraceRun& run) {
        std::map<uint64_t, const TimedTask*> last;
        std::map<uint64_t, const TimedTask*> first;
        for (const TimedTask& task : run.records.tasks) {
            const TimedTask*& end = last[task.id];
            if (end == nullptr || task.end > end->end) end = &task;
            const TimedTask*& start = first[task.id];
            if (start == nullptr || task.start < start->start) start = &task;
        }
        for (const auto& [pred, succ] : run.dependencies.edges) {
            const auto from = last.find(pred);
            const auto to = first.find(succ);
            if (from == last.end() || to == first.end()) continue;
            const uint64_t end = std::min(from->second->end, to->second->start);
            if (end < from->second->start) continue;
            AddArrow(run, *from->second, end, *to->second);
        }
    }

    // An arrow belongs to the slices that lie under its ends: the first has to be inside.
    void AddArrow(const TraceRun& run, const TimedTask& from, uint64_t end, const TimedTask& to) {
        const double tail = std::max(Time(run, from.start), Time(run, end) - kShortestSlice);
        ++arrows_;
        Arrow("s", "", tail, run, from.core);
        Arrow("f", ", \"bp\": \"e\"", Time(run, to.start), run, to.core);
    }

    void Arrow(const char* phase, const char* binding, double time, const TraceRun& run, int core) {
        events_.push_back({time, fmt::format("{{\"ph\": \"{}\", \"name\": \"dependency\", \"cat\": \"dependency\", "
                                             "\"id\": {}, \"ts\": {:.3f}, \"pid\": {}, \"tid\": {}{}}}",
                                             phase, arrows_, time, ProcessId(run), kFirstCoreLane + core, binding)});
    }

    const std::vector<TraceRun>& runs_;
    bool shared_ = true;
    std::map<size_t, uint64_t> origins_;  // first tick, of each clock
    std::set<size_t> processes_;
    std::set<std::pair<size_t, int>> lanes_;
    std::vector<std::string> names_;  // metadata, before all events
    std::vector<Event> events_;
    size_t arrows_ = 0;
};

}  // namespace

std::string TraceText(const std::vector<TraceRun>& runs, TraceClock clock) {
    return TraceWriter(runs, clock).Text();
}

}  // namespace pto::run
