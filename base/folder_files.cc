#include "base/folder_files.h"

#include "base/error.h"

namespace pto {

FolderFiles::FolderFiles(FileSystem& files, const std::string& root) : files_(files) {
    if (!root.empty() && root != ".") prefix_ = root.ends_with('/') ? root : root + "/";
}

std::string FolderFiles::Path(const std::string& name) const {
    if (name.starts_with("/")) return name;
    if (name.empty() || name == ".") return prefix_.empty() ? name : prefix_ + ".";
    return prefix_ + name;
}

template <typename Call>
auto FolderFiles::Inside(Call call) const try {
    return call();
} catch (const Error& error) {
    const std::string& file = error.place().file;
    if (prefix_.empty() || !file.starts_with(prefix_) || file.size() == prefix_.size()) throw;
    Place place = error.place();
    place.file.erase(0, prefix_.size());
    throw Error(error.kind(), place, error.message(), error.remedy());
}

std::optional<FileInfo> FolderFiles::Stat(const std::string& path) const {
    return Inside([&] { return files_.Stat(Path(path)); });
}

std::string FolderFiles::Read(const std::string& path) const {
    return Inside([&] { return files_.Read(Path(path)); });
}

std::vector<std::string> FolderFiles::List(const std::string& path) const {
    return Inside([&] { return files_.List(Path(path)); });
}

std::optional<std::string> FolderFiles::LinkTarget(const std::string& path) const {
    return Inside([&] { return files_.LinkTarget(Path(path)); });
}

void FolderFiles::Write(const std::string& path, std::string_view content) {
    Inside([&] { files_.Write(Path(path), content); });
}

void FolderFiles::WriteThroughLink(const std::string& path, std::string_view content) {
    Inside([&] { files_.WriteThroughLink(Path(path), content); });
}

void FolderFiles::Remove(const std::string& path) {
    Inside([&] { files_.Remove(Path(path)); });
}

void FolderFiles::Link(const std::string& from, const std::string& path) {
    Inside([&] { files_.Link(Path(from), Path(path)); });
}

void FolderFiles::SetTime(const std::string& path, int64_t mtime_ns) {
    Inside([&] { files_.SetTime(Path(path), mtime_ns); });
}

}  // namespace pto
