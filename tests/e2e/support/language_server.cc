#include "tests/e2e/support/language_server.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace pto::test {
namespace {

using nlohmann::json;

std::string Framed(const json& message) {
    const std::string text = message.dump();
    return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
}

std::vector<json> Unframed(const std::string& text) {
    constexpr std::string_view kLength = "Content-Length: ";
    std::vector<json> messages;
    for (size_t at = text.find(kLength); at != std::string::npos; at = text.find(kLength, at)) {
        const size_t length = std::stoul(text.substr(at + kLength.size()));
        const size_t start = text.find("\r\n\r\n", at) + 4;
        messages.push_back(json::parse(text.substr(start, length)));
        at = start + length;
    }
    return messages;
}

std::string Requests(const std::string& uri, const std::string& text, const LineColumn& place) {
    const json document = {{"uri", uri}};
    return Framed({{"jsonrpc", "2.0"},
                   {"id", 1},
                   {"method", "initialize"},
                   {"params", {{"processId", nullptr}, {"rootUri", nullptr}, {"capabilities", json::object()}}}}) +
           Framed({{"jsonrpc", "2.0"},
                   {"method", "textDocument/didOpen"},
                   {"params",
                    {{"textDocument", {{"uri", uri}, {"languageId", "cpp"}, {"version", 1}, {"text", text}}}}}}) +
           Framed({{"jsonrpc", "2.0"},
                   {"id", 2},
                   {"method", "textDocument/definition"},
                   {"params",
                    {{"textDocument", document},
                     {"position", {{"line", place.line - 1}, {"character", place.column - 1}}}}}}) +
           Framed({{"jsonrpc", "2.0"}, {"id", 3}, {"method", "shutdown"}}) +
           Framed({{"jsonrpc", "2.0"}, {"method", "exit"}});
}

}  // namespace

LanguageAnswers AskClangd(Workspace& work, const std::string& file, const std::string& word) {
    const std::string text = ReadFile(file);
    const size_t at = text.find(word);
    EXPECT_NE(at, std::string::npos) << word << " is not in " << file;
    const std::string uri = "file://" + file;
    WriteFile(work.Path("requests"), Requests(uri, text, LineColumnAt(text, std::min(at, text.size()))));
    const Outcome outcome = work.Tool({"sh", "-c", "clangd --sync --background-index=false < requests"}, work.Path(""));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    LanguageAnswers answers;
    bool judged = false;
    for (const json& message : Unframed(outcome.out)) {
        if (message.value("method", "") == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri) {
            judged = true;
            for (const json& diagnostic : message["params"]["diagnostics"]) {
                if (diagnostic["severity"] != 1) continue;
                answers.errors.push_back(diagnostic["range"]["start"]["line"].dump() + ": " +
                                         diagnostic["message"].get<std::string>());
            }
        }
        if (message.value("id", 0) != 2 || !message.contains("result")) continue;
        for (const json& place : message["result"]) {
            answers.definitions.push_back({place["uri"].get<std::string>().substr(std::string("file://").size()),
                                           place["range"]["start"]["line"].get<int>()});
        }
    }
    EXPECT_TRUE(judged) << outcome.err;
    return answers;
}

}  // namespace pto::test
