// Content hashes for witnesses, state files and tool identities: XXH3, 128 bits, as 32 hexadecimal digits.
#pragma once

#include <string>
#include <string_view>

namespace pto {

std::string ContentHash(std::string_view content);

// Hash over a sequence of parts in which every boundary counts: ("ab", "c") differs from ("a", "bc").
class HashBuilder {
  public:
    HashBuilder();
    ~HashBuilder();
    HashBuilder(const HashBuilder&) = delete;
    HashBuilder& operator=(const HashBuilder&) = delete;

    void Add(std::string_view part);
    std::string Finish() const;

  private:
    void* state_;
};

}  // namespace pto
