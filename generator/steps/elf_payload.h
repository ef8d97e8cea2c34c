// The bytes that a device runs, taken out of a linked kernel. Pure.
#pragma once

#include <string>
#include <string_view>

namespace pto::gen {

// The content of .text. The device's loader copies these bytes somewhere and jumps to the first, so everything that
// they need has to be in them. `elf` is the linked image (ELF64, little-endian, layout of the ELF specification) and
// `source` the kernel it was made from, for messages. Throws a toolchain Error that says why the image cannot be run
// that way: it is no such image or damaged, has relocations that are not applied, code or data outside .text that would
// be left behind, no code, or something else than kernel_entry at its start.
std::string ExtractPayload(std::string_view elf, const std::string& source);

}  // namespace pto::gen
