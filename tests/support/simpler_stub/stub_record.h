// What the adapter asked for, a line each, in the file that $PTO_STUB_RECORD names: calls come from several processes.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

inline void StubRecord(const std::string& line) {
    const char* path = std::getenv("PTO_STUB_RECORD");
    const int file = path == nullptr ? -1 : open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0) return;
    const std::string text = line + "\n";
    (void)!write(file, text.data(), text.size());
    close(file);
}
