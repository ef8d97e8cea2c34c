#include <algorithm>

#include "generator/splice/splice.h"
#include "generator/splice/splice_signature.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"

namespace pto::fuzz {
namespace {

using gen::KernelParts;

constexpr char kKernel[] = "kernels/aiv/f.cpp";
constexpr char kFunction[] = "f";

std::string CheckParts(const KernelParts& parts, std::string_view kernel) {
    std::string joined(parts.head);
    joined.append(parts.body).append(parts.tail);
    if (joined != kernel) return Difference("the parts together", joined, kernel);
    if (!parts.head.ends_with(kBodyBegin) || !parts.tail.starts_with(kBodyEnd)) return "cut elsewhere";
    return {};
}

// The new text keeps head and tail byte for byte, and is found to have the new body.
std::string CheckNewText(const KernelParts& parts, const std::string& raw, const std::string& body) {
    const std::string text = gen::SpliceBody(parts, body);
    const std::optional<KernelParts> now = gen::TrySplitKernel(text);
    if (!now) return "the new text cannot be split";
    if (now->head != parts.head) return Difference("the head", now->head, parts.head);
    if (now->tail != parts.tail) return Difference("the tail", now->tail, parts.tail);
    if (!gen::HasBody(*now, body)) return "the new text does not have the new body";
    // A text that uses names which only PyPTO gives may decide otherwise once it is the body itself.
    for (const std::string_view name : {"ChipTensor", "TaskTensor", "__pypto_runtime_subblock_idx"}) {
        if (raw.find(name) != raw.npos) return {};
    }
    // So may a kernel whose wrapper says no name: it is looked for in the body then, which is another one now.
    if (gen::TensorNameOf(*now) != gen::TensorNameOf(parts)) return {};
    const std::string again = gen::BodyFor(*now, kFunction, raw, kKernel);
    return again == body ? "" : Difference("the body of a second splice", again, body);
}

std::string CheckSignatures(const KernelParts& parts, const std::string& kernel, const std::string& raw,
                            const std::string& old_raw) {
    for (const std::string& function : gen::FindFunctions(raw)) {
        if (raw.find(function) == raw.npos) return "a function that is nowhere: " + function;
        if (const auto call = gen::FindCall(parts.tail, function)) {
            if (call->arguments.size() != call->types.size()) return "a type for each argument is missing";
            if (call->offset > parts.tail.size()) return "a call outside the text";
        }
        try {
            gen::CheckSignature({kKernel, kernel, parts, function, raw, old_raw, "ptoas/f.pto"});
        } catch (const Error& error) {
            if (const std::string problem = RefusalProblem(error, kernel); !problem.empty()) return problem;
        }
    }
    return {};
}

}  // namespace

std::string CheckSplice(std::string_view input) {
    const std::vector<std::string> sections = Sections(input, 3);
    const std::string& kernel = sections[0];
    const std::string raw = gen::UniversalNewlines(sections[1]);
    const std::optional<KernelParts> tried = gen::TrySplitKernel(kernel);
    if (gen::HasNoSentinel(kernel) && tried) return "split without sentinels";
    KernelParts parts;
    std::string body;
    try {
        parts = gen::SplitKernel(kernel, kKernel);
        if (!tried) return "split, but only one way";
        body = gen::BodyFor(parts, kFunction, raw, kKernel);
    } catch (const Error& error) {
        return tried && parts.tail.empty() ? "refused, but only one way" : RefusalProblem(error);
    }
    std::string broken = CheckParts(parts, kernel);
    if (broken.empty()) broken = CheckNewText(parts, raw, body);
    if (broken.empty()) broken = CheckSignatures(parts, kernel, raw, sections[2]);
    return broken;
}

}  // namespace pto::fuzz
