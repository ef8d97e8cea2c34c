#include "generator/config/hooks_file.h"

#include "generator/config/pure_path.h"

namespace pto::gen {

bool HasCode(std::string_view source) {
    bool line_start = true;
    for (size_t i = 0; i < source.size(); ++i) {
        const std::string_view rest = source.substr(i);
        const bool comment = rest.starts_with("//");
        if (rest.starts_with("/*")) {
            const size_t end = rest.find("*/", 2);
            if (end == std::string_view::npos) return false;
            i += end + 1;
        } else if (comment || (line_start && rest.front() == '#')) {
            size_t end = rest.find('\n');
            // A directive or a comment goes on after a backslash at the end of its line.
            while (end != std::string_view::npos && end > 0 && rest[end - 1] == '\\') end = rest.find('\n', end + 1);
            if (end == std::string_view::npos) return false;
            i += end;
            line_start = true;
        } else if (rest.front() == '\n') {
            line_start = true;
        } else if (std::string_view(" \t\r\f\v").find(rest.front()) == std::string_view::npos) {
            return true;
        }
    }
    return false;
}

bool HasHooks(const Folder& folder) {
    return folder.Has(kHooksFile) && HasCode(folder.Read(kHooksFile));
}

}  // namespace pto::gen
