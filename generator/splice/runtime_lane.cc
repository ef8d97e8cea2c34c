#include "generator/splice/runtime_lane.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "generator/splice/cpp_text.h"
#include "generator/splice/re2_view.h"
#include "generator/splice/splice_signature.h"
#include "upstream/kernel_text.h"

namespace pto::gen {
namespace {

std::string Macro() {
    return std::string(kRuntimeLane.macro);
}

// The function in the code of the body: offsets of its brackets.
struct LaneFunction {
    size_t parameters_open;
    size_t parameters_close;
    size_t body_open;
    size_t body_close;
};

class LaneForwarder {
  public:
    LaneForwarder(const KernelParts& parts, std::string function, const std::string& body, std::string file)
        : parts_(parts),
          name_(std::move(function)),
          body_(body),
          code_(CodeOnly(body)),
          file_(std::move(file)),
          function_(Find()) {}

    std::string Result() {
        const std::string added(kRuntimeLane.parameter);
        const std::string last = LastParameter();
        const bool add = last.empty() || !LastIsTheLane();
        Forward(add ? added : last);
        if (add) {
            const size_t open = function_.parameters_open + 1;
            const bool none = Trim(std::string_view(code_).substr(open, function_.parameters_close - open)).empty();
            insertions_[function_.parameters_close] = (none ? "" : ", ") + std::string(kRuntimeLane.type) + " " + added;
        }
        return Inserted() + "\n#undef " + Macro() + "\n";
    }

  private:
    [[noreturn]] void Fail(const std::string& what) const {
        throw Error(ErrorKind::kInput, Place{file_, RuntimeLaneLine(parts_.head), 0, {}},
                    Macro() + " is defined here, but in what ptoas made " + what,
                    "correct the .pto, or recompile with ir.compile()");
    }

    std::string Where(size_t offset) const { return "on line " + std::to_string(LineColumnAt(body_, offset).line); }

    LaneFunction Find() const {
        const RE2 definition(R"re(\bstatic\s+__aicore__\s+void\s+)re" + RE2::QuoteMeta(name_) + R"re(\s*\()re");
        std::vector<size_t> found;
        re2::StringPiece piece;
        for (size_t at = 0; definition.Match(code_, at, code_.size(), RE2::UNANCHORED, &piece, 1);) {
            at = static_cast<size_t>(piece.data() - code_.data()) + piece.size();
            found.push_back(at - 1);
        }
        if (found.size() != 1) {
            Fail("'static __aicore__ void " + name_ + "(' stands " + Count(found.size(), "time") + ", expected once");
        }
        LaneFunction function{};
        function.parameters_open = found.front();
        function.parameters_close = ClosingBracket(code_, function.parameters_open, "()");
        if (function.parameters_close == code_.npos) {
            Fail("the parameters of '" + name_ + "' " + Where(function.parameters_open) + " have no end");
        }
        function.body_open = code_.find('{', function.parameters_close);
        function.body_close =
            function.body_open == code_.npos ? code_.npos : ClosingBracket(code_, function.body_open, "{}");
        if (function.body_close == code_.npos) {
            Fail("the function '" + name_ + "' " + Where(function.parameters_open) + " has no end");
        }
        return function;
    }

    // Name of the last parameter if it could be the lane; empty: it could not.
    std::string LastParameter() const {
        static const RE2 kLast(R"re((?:^|,)\s*)re" + std::string(kRuntimeLane.type) + R"re(\s+([A-Za-z_]\w*)\s*$)re");
        const size_t open = function_.parameters_open + 1;
        const std::string parameters = code_.substr(open, function_.parameters_close - open);
        std::string name;
        RE2::PartialMatch(parameters, kLast, &name);
        return name;
    }

    // ptoas makes the parameter itself if the program asks for its lane: the wrapper's call tells. A call that fits
    // neither way is refused later (splice_signature.h), with the signature that the kernel has had.
    bool LastIsTheLane() const {
        const auto call = FindCall(parts_.tail, name_);
        const auto types = ParameterTypes(code_, name_);
        if (call && types) {
            if (call->arguments.size() == types->size()) return true;
            if (call->arguments.size() == types->size() + 1) return false;
        }
        return !SaysWord(parts_.body, kRuntimeLane.parameter);
    }

    void Forward(const std::string& lane) {
        static const RE2 kCall(R"re(\b(TPUSH|TPOP)\s*<)re");
        std::array<re2::StringPiece, 2> found;
        for (size_t at = function_.body_open + 1;
             kCall.Match(code_, at, function_.body_close, RE2::UNANCHORED, found.data(), found.size());) {
            const size_t open = static_cast<size_t>(found[0].data() - code_.data()) + found[0].size() - 1;
            const std::string call = std::string(found[1]) + " " + Where(open);
            const size_t close = ClosingBracket(code_, open, "<>");
            if (close >= function_.body_close) Fail("the template arguments of " + call + " have no end");
            at = close + 1;
            const std::string_view arguments = std::string_view(code_).substr(open + 1, close - open - 1);
            const bool splits = std::any_of(std::begin(kSplitMarkers), std::end(kSplitMarkers), [&](const auto& row) {
                return arguments.find(row.text) != arguments.npos;
            });
            if (splits) at = ForwardTo(call, close + 1, lane);
        }
    }

    // Offset behind the call whose arguments come at or after `from`.
    size_t ForwardTo(const std::string& call, size_t from, const std::string& lane) {
        const size_t open = code_.find_first_not_of(" \t\r\n\v\f", from);
        if (open == code_.npos || code_[open] != '(') Fail(call + " is not called, expected its arguments");
        const size_t close = ClosingBracket(code_, open, "()");
        if (close >= function_.body_close) Fail("the arguments of " + call + " have no end");
        insertions_[SecondArgumentEnd(call, open, close)] = " " + Macro() + "(" + lane + ")";
        return close + 1;
    }

    size_t SecondArgumentEnd(const std::string& call, size_t open, size_t close) const {
        static constexpr std::string_view kOpening = "([{<";
        static constexpr std::string_view kClosing = ")]}>";
        std::array<int, 4> depths{};
        int commas = 0;
        for (size_t i = open + 1; i < close; ++i) {
            const char c = code_[i];
            const size_t opened = kOpening.find(c);
            const size_t closed = kClosing.find(c);
            if (opened != kOpening.npos) {
                ++depths[opened];
            } else if (closed != kClosing.npos) {
                depths[closed] = std::max(0, depths[closed] - 1);
            } else if (c == ',' && std::all_of(depths.begin(), depths.end(), [](int depth) { return depth == 0; })) {
                if (++commas == 2) return i;
            }
        }
        if (commas == 0) Fail(call + " has less than two arguments, expected the pipe and the tile");
        return close;
    }

    std::string Inserted() const {
        std::string result;
        size_t done = 0;
        for (const auto& [offset, text] : insertions_) {
            result.append(body_, done, offset - done).append(text);
            done = offset;
        }
        return result.append(body_, done, std::string::npos);
    }

    const KernelParts& parts_;
    std::string name_;
    const std::string& body_;
    std::string code_;
    std::string file_;
    LaneFunction function_;
    std::map<size_t, std::string> insertions_;  // offset -> text
};

}  // namespace

int RuntimeLaneLine(std::string_view head) {
    static const RE2 kDefinition(R"re((?m)^[ \t]*#[ \t]*define[ \t]+)re" + Macro() + R"re(\b)re");
    re2::StringPiece found;
    if (!kDefinition.Match(Piece(head), 0, head.size(), RE2::UNANCHORED, &found, 1)) return 0;
    return LineColumnAt(head, static_cast<size_t>(found.data() - head.data())).line;
}

std::string WithRuntimeLane(const KernelParts& parts, const std::string& function, const std::string& body,
                            const std::string& file) {
    return LaneForwarder(parts, function, body, file).Result();
}

}  // namespace pto::gen
