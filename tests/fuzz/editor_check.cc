#include "generator/ide/file_decision.h"
#include "generator/ide/ide_texts.h"
#include "generator/ide/jsonc.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"

namespace pto::fuzz {
namespace {

// Every task that is not one of ours, in the very bytes that it had.
std::string LostTask(std::string_view before, std::string_view after) {
    const std::optional<gen::JsoncNode> root = gen::ParseJsonc(before);
    const gen::JsoncNode* const tasks = root ? root->Find("tasks") : nullptr;
    if (tasks == nullptr) return {};
    for (const gen::JsoncNode& task : tasks->children) {
        const gen::JsoncNode* const label = task.Find("label");
        if (label != nullptr &&
            gen::JsoncValue(*label, before).dump(-1, ' ', false, Json::error_handler_t::replace).starts_with("\"pto: "))
            continue;
        const std::string_view own = before.substr(task.begin, task.end - task.begin);
        if (after.find(own) == std::string_view::npos) return Difference("a task of the user's", after, own);
    }
    return {};
}

std::string CheckMerged(std::string_view input, const Json& ours) {
    const gen::FileDecision decision = gen::DecideMerged(std::string(input), ours);
    if (decision.action == gen::FileAction::kLeft) {
        return decision.why.empty() || !IsOneLine(decision.why) ? "left for no reason in a line" : "";
    }
    if (decision.action == gen::FileAction::kUpToDate) return {};
    if (!gen::ParseJsonc(decision.text)) return Difference("a text that cannot be read again", decision.text, input);
    if (gen::DecideMerged(decision.text, ours).action != gen::FileAction::kUpToDate) {
        return Difference("a text that is merged twice", decision.text, input);
    }
    return LostTask(input, decision.text);
}

std::string CheckOwned(std::string_view input, const std::string& body) {
    const gen::FileDecision decision = gen::DecideOwned(std::string(input), body);
    if (decision.action == gen::FileAction::kLeft || decision.action == gen::FileAction::kUpToDate) return {};
    const gen::FileDecision again = gen::DecideOwned(decision.text, body);
    return again.action == gen::FileAction::kUpToDate ? "" : "a file of ours that is written twice";
}

}  // namespace

std::string CheckEditor(std::string_view input) {
    const gen::Workspace workspace{"/usr/bin/pto-replay", {"decode"}, {}, true, true};
    std::string broken = CheckMerged(input, gen::VsCodeTasks(workspace));
    if (broken.empty()) broken = CheckMerged(input, gen::VsCodeLaunch(workspace));
    if (broken.empty()) broken = CheckOwned(input, gen::ClangdBody());
    gen::HasOtherDefaultBuild(input);
    return broken;
}

}  // namespace pto::fuzz
