#include "runtime/simpler/rank_log.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.h"

namespace pto::run {
namespace {

// "[ERROR] place: text", with times and threads before it in some modules of the runtime.
std::string_view ErrorMessage(std::string_view line) {
    constexpr std::string_view kLabel = "[ERROR] ";
    const size_t label = line.find(kLabel);
    return label == std::string_view::npos ? std::string_view() : line.substr(label + kLabel.size());
}

}  // namespace

RankLog::RankLog(size_t ranks, Sink sink) : sink_(std::move(sink)), streams_(ranks) {
    for (Stream& stream : streams_) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) ThrowSystem(ErrorKind::kToolchain, "a pipe", "cannot be made", errno);
        stream.read_end = ends[0];
        stream.write_end = ends[1];
    }
}

void RankLog::Finish() {
    if (thread_.joinable()) thread_.join();
}

RankLog::~RankLog() {
    Finish();
    for (const Stream& stream : streams_) {
        if (stream.read_end >= 0) close(stream.read_end);
        if (stream.write_end >= 0) close(stream.write_end);
    }
}

void RankLog::Redirect(size_t rank) {
    dup2(streams_[rank].write_end, STDERR_FILENO);
    for (const Stream& stream : streams_) {
        close(stream.read_end);
        close(stream.write_end);
    }
}

void RankLog::Start() {
    for (Stream& stream : streams_) {
        close(stream.write_end);
        stream.write_end = -1;
    }
    thread_ = std::thread([this] { Loop(); });
}

std::string RankLog::FirstError(size_t rank) const {
    const std::lock_guard lock(mutex_);
    return streams_[rank].first_error;
}

void RankLog::Loop() {
    for (size_t open = streams_.size(); open > 0;) {
        std::vector<pollfd> ends;
        for (const Stream& stream : streams_) ends.push_back({stream.read_end, POLLIN, 0});
        if (poll(ends.data(), ends.size(), -1) < 0) continue;
        for (size_t i = 0; i < streams_.size(); ++i) {
            if (ends[i].revents == 0) continue;
            char bytes[4096];
            const ssize_t count = read(streams_[i].read_end, bytes, sizeof bytes);
            if (count < 0) continue;
            Take(streams_[i], {bytes, static_cast<size_t>(count)});
            if (count > 0) continue;
            close(streams_[i].read_end);
            streams_[i].read_end = -1;  // poll leaves negative ones alone
            --open;
        }
    }
}

// No bytes: the end.
void RankLog::Take(Stream& stream, std::string_view bytes) {
    stream.unfinished += bytes;
    size_t begin = 0;
    for (size_t end; (end = stream.unfinished.find('\n', begin)) != std::string::npos; begin = end + 1) {
        PassOn(stream, std::string_view(stream.unfinished).substr(begin, end - begin));
    }
    stream.unfinished.erase(0, begin);
    if (bytes.empty() && !stream.unfinished.empty()) PassOn(stream, stream.unfinished);
}

void RankLog::PassOn(Stream& stream, std::string_view line) {
    if (const std::string_view message = ErrorMessage(line); !message.empty()) {
        const std::lock_guard lock(mutex_);
        if (stream.first_error.empty()) stream.first_error = message;
    }
    if (sink_) sink_(line);
}

}  // namespace pto::run
