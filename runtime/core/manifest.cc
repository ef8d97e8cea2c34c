#include "runtime/core/manifest.h"

#include "base/error.h"
#include "base/text.h"

namespace pto::run {

std::vector<const Entry*> SelectEntries(const Manifest& manifest, const std::string& name) {
    std::vector<const Entry*> selected;
    std::vector<std::string> names;
    for (const Entry& entry : manifest.entries) {
        names.push_back(entry.name.empty() ? entry.program : entry.name);
        if (name.empty() ? !entry.IsPart() : names.back() == name) selected.push_back(&entry);
    }
    if (!selected.empty()) return selected;
    const std::string close = DidYouMean(name, names);
    throw Error(ErrorKind::kUsage,
                "--entry: there is no '" + name + "' in '" + manifest.directory + "', only " + QuotedList(names),
                close);
}

}  // namespace pto::run
