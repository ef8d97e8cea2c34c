// What all generations of the runtime's worker do alike. Records what it is asked for, and computes what the name of
// the entry says. Include after the headers of one generation.
#pragma once

#include <signal.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "stub_record.h"

class StubWorker {
  public:
    void finalize() { StubRecord("finalize"); }

    void register_callable(int32_t id, const void* callable) {
        const std::string text = static_cast<const char*>(callable);
        StubRecord("register " + std::to_string(id) + " " + text);
        entries_[id] = text.substr(0, text.find(' '));
        if (entries_[id] == "no_entry") throw std::runtime_error("register_callable failed with code -1");
    }

    void run(int32_t id, const ChipStorageTaskArgs* args, const CallConfig& config) {
        Describe(id, *args, config);
        const std::string entry = entries_.at(id);
        if (entry == "doubles") Doubles(*args);
        if (entry == "counts") Counts(*args);
        if (entry == "tells") Tells();
        if (entry == "fails") Fails();
        if (entry == "hangs") pause();
        if (entry == "crashes") raise(SIGKILL);
        if (entry == "throws") throw 7;
    }

    uint64_t malloc(size_t size) {
        StubRecord("malloc " + std::to_string(size));
        return reinterpret_cast<uint64_t>(std::malloc(size));
    }
    void free(uint64_t address) { std::free(reinterpret_cast<void*>(address)); }
    void copy_to(uint64_t to, uint64_t from, size_t size) {
        StubRecord("copy_to " + std::to_string(size));
        std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), size);
    }
    void copy_from(uint64_t to, uint64_t from, size_t size) {
        StubRecord("copy_from " + std::to_string(size));
        std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), size);
    }

    uint64_t comm_init(int rank, int count, const std::string& path) {
        StubRecord("comm_init " + std::to_string(rank) + " of " + std::to_string(count) + (path.empty() ? " no" : "") +
                   " path");
        return 70;
    }
    std::pair<uint64_t, uint64_t> comm_alloc_domain_windows(uint64_t communicator, uint64_t id,
                                                            const std::vector<uint32_t>& ranks, uint32_t position,
                                                            size_t bytes) {
        std::string text = "alloc_windows " + std::to_string(communicator) + " " + std::to_string(id) + " ranks";
        for (const uint32_t rank : ranks) text += " " + std::to_string(rank);
        StubRecord(text + " position " + std::to_string(position) + " bytes " + std::to_string(bytes));
        return {7000 + id, reinterpret_cast<uint64_t>(std::malloc(bytes))};
    }
    void comm_release_domain_windows(uint64_t communicator, uint64_t id, size_t count, uint32_t position) {
        StubRecord("release_windows " + std::to_string(communicator) + " " + std::to_string(id) + " of " +
                   std::to_string(count) + " position " + std::to_string(position));
    }
    void comm_destroy(uint64_t communicator) { StubRecord("comm_destroy " + std::to_string(communicator)); }

  protected:
    static void Start(const std::string& host, const std::string& aicpu, const std::string& aicore,
                      const std::string& dispatcher, int device, const std::string& last) {
        StubRecord("init " + host + " " + aicpu + " " + aicore + " '" + dispatcher + "' device " +
                   std::to_string(device) + last);
        if (device == 13) throw std::runtime_error("simpler_init failed with code -7");
    }

  private:
    static float* Data(const StubTensor& tensor) {
        return reinterpret_cast<float*>(ViewOf(tensor).address) + ViewOf(tensor).offset;
    }
    static size_t Elements(const StubTensor& tensor) {
        size_t count = 1;
        for (uint32_t i = 0; i < tensor.ndims; ++i) count *= tensor.shapes[i];
        return count;
    }

    // The last tensor becomes twice the first; both are dense.
    static void Doubles(const ChipStorageTaskArgs& args) {
        for (size_t i = 0; i < Elements(args.tensors.front()); ++i) {
            Data(args.tensors.back())[i] = 2 * Data(args.tensors.front())[i];
        }
    }
    // The first tensor counts runs, the last gets the count.
    static void Counts(const ChipStorageTaskArgs& args) {
        Data(args.tensors.back())[0] = ++Data(args.tensors.front())[0];
    }
    static void Tells() { StubLog("[TIMING] run: how long\n[WARN] run: something else\n"); }
    static void Fails() {
        StubLog("[ERROR] run: the cause\n[mono_ns=1][T0x1][ERROR] run: a consequence\n");
        throw std::runtime_error("finalize_native_run failed with code -100");
    }

    static void Describe(int32_t id, const ChipStorageTaskArgs& args, const CallConfig& config) {
        std::string text = "run " + std::to_string(id);
        for (const StubTensor& tensor : args.tensors) {
            const StubView view = ViewOf(tensor);
            text += view.on_device ? " device" : " host";
            text += " " + std::to_string(static_cast<int>(tensor.dtype)) + " [";
            for (uint32_t i = 0; i < tensor.ndims; ++i) {
                text += (i > 0 ? ", " : "") + std::to_string(tensor.shapes[i]) + ":" + std::to_string(view.strides[i]);
            }
            text += "]+" + std::to_string(view.offset) + " of " + std::to_string(view.bytes);
            if (view.gaps) text += " with gaps, extent " + std::to_string(view.extent);
        }
        for (const uint64_t scalar : args.scalars) text += " scalar " + std::to_string(scalar);
        text += " config";
        for (const int32_t value : NumbersOf(config)) text += " " + std::to_string(value);
        StubRecord(text + " '" + config.output_prefix + "'");
    }

    std::map<int32_t, std::string> entries_;
};
