// What the processes of the ranks write to their stderr, passed on in whole lines, since several of them write at once.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace pto::run {

class RankLog {
  public:
    using Sink = std::function<void(std::string_view line)>;

    // Makes a pipe for each rank. `sink` may be null.
    RankLog(size_t ranks, Sink sink);
    ~RankLog();
    RankLog(const RankLog&) = delete;
    RankLog& operator=(const RankLog&) = delete;

    // In the process of a rank: makes its stderr the pipe.
    void Redirect(size_t rank);
    // In the parent, once all ranks are there.
    void Start();
    // Reads to the end, so the ranks have to be gone.
    void Finish();

    // The message of the first line at level ERROR, which is nearest to the cause; empty: there was none.
    std::string FirstError(size_t rank) const;

  private:
    struct Stream {
        int read_end = -1;
        int write_end = -1;
        std::string unfinished;
        std::string first_error;
    };

    void Loop();
    void Take(Stream& stream, std::string_view bytes);
    void PassOn(Stream& stream, std::string_view line);

    Sink sink_;
    mutable std::mutex mutex_;
    std::vector<Stream> streams_;
    std::thread thread_;
};

}  // namespace pto::run
