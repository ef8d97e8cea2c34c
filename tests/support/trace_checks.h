// What the trace event format asks of a file (chrome's "Trace Event Format", the parts that viewers rely on).
#pragma once

#include <gmock/gmock.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"

namespace pto::test {

struct TraceFlow {
    std::vector<Json> begins;
    std::vector<Json> ends;
};

inline bool Encloses(const Json& slice, const Json& event) {
    const double begin = slice["ts"].get<double>();
    const double at = event["ts"].get<double>();
    return slice["pid"] == event["pid"] && slice["tid"] == event["tid"] && begin <= at &&
           at < begin + slice["dur"].get<double>();
}

// Every event is complete and of a known phase; events are in order of time after the metadata; slices of a lane do
// not overlap; every lane is named; every arrow has both ends, in order, each on a slice.
inline void CheckTrace(const std::string& text) {
    const Json trace = ParseJson(text, "trace.json", "");
    ASSERT_TRUE(trace.is_object() && trace["traceEvents"].is_array());
    EXPECT_TRUE(trace["displayTimeUnit"] == "ms" || trace["displayTimeUnit"] == "ns");
    std::set<std::pair<int64_t, int64_t>> named;
    std::set<int64_t> processes;
    std::map<std::pair<int64_t, int64_t>, double> lane_ends;
    std::map<int64_t, TraceFlow> flows;
    std::vector<Json> slices;
    double last = 0;
    for (const Json& event : trace["traceEvents"]) {
        const std::string phase = event.at("ph");
        ASSERT_TRUE(event.at("name").is_string() && event.at("pid").is_number_integer() &&
                    event.at("tid").is_number_integer())
            << event;
        const std::pair<int64_t, int64_t> lane = {event["pid"], event["tid"]};
        if (phase == "M") {
            ASSERT_TRUE(slices.empty()) << "metadata comes first: " << event;
            if (event["name"] == "thread_name") named.insert(lane);
            if (event["name"] == "process_name") processes.insert(lane.first);
            ASSERT_TRUE(event.at("args").is_object());
            continue;
        }
        ASSERT_TRUE(event.at("ts").is_number() && event.at("cat").is_string()) << event;
        const double time = event["ts"];
        EXPECT_GE(time, last) << event;
        last = time;
        EXPECT_TRUE(named.count(lane) == 1 && processes.count(lane.first) == 1) << event;
        if (phase == "X") {
            ASSERT_TRUE(event.at("dur").is_number() && event.at("args").is_object()) << event;
            EXPECT_GT(event["dur"].get<double>(), 0) << event;
            EXPECT_GE(time, lane_ends[lane] - 0.0015) << event;  // rounded to nanoseconds
            lane_ends[lane] = time + event["dur"].get<double>();
            slices.push_back(event);
        } else if (phase == "s") {
            flows[event.at("id")].begins.push_back(event);
        } else {
            ASSERT_EQ(phase, "f") << event;
            EXPECT_EQ(event.at("bp"), "e") << event;
            flows[event.at("id")].ends.push_back(event);
        }
    }
    for (const auto& [id, flow] : flows) {
        ASSERT_TRUE(flow.begins.size() == 1 && flow.ends.size() == 1) << "arrow " << id;
        EXPECT_LE(flow.begins[0]["ts"].get<double>(), flow.ends[0]["ts"].get<double>()) << "arrow " << id;
        for (const Json& end : {flow.begins[0], flow.ends[0]}) {
            int under = 0;
            for (const Json& slice : slices) under += Encloses(slice, end) ? 1 : 0;
            EXPECT_EQ(under, 1) << end;
        }
    }
}

}  // namespace pto::test
