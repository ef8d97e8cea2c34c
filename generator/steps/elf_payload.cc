#include "generator/steps/elf_payload.h"

#include <elf.h>

#include <bit>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/error.h"

namespace pto::gen {
namespace {

static_assert(std::endian::native == std::endian::little, "the structures of <elf.h> are read as they lie in the file");

constexpr char kEntrySymbol[] = "kernel_entry";
constexpr char kText[] = ".text";
constexpr char kInlineRemedy[] =
    "mark what the kernel calls as always_inline and define no variables outside functions";
constexpr char kLinkRemedy[] = "check the compiler and the linker of the Ascend toolkit";

struct Section {
    Elf64_Shdr header{};
    std::string name;
};

// Bounds-checked access to the file.
class Image {
  public:
    Image(std::string_view bytes, const std::string& source) : bytes_(bytes), source_(source) {}

    [[noreturn]] void Fail(const std::string& what, const std::string& remedy) const {
        throw Error(ErrorKind::kToolchain, Place{source_, 0, 0, {}}, "the linked kernel " + what, remedy);
    }
    [[noreturn]] void Damaged(const std::string& what) const { Fail("is no whole ELF file: " + what, kLinkRemedy); }

    std::string_view Part(uint64_t offset, uint64_t size, const std::string& what) const {
        if (offset > bytes_.size() || size > bytes_.size() - offset) {
            Damaged(what + " ends beyond its " + std::to_string(bytes_.size()) + " bytes");
        }
        return bytes_.substr(offset, size);
    }

    template <typename T>
    T Read(uint64_t offset, const std::string& what) const {
        static_assert(std::is_trivially_copyable_v<T>);
        T value;
        std::memcpy(&value, Part(offset, sizeof(T), what).data(), sizeof(T));
        return value;
    }

    // The text at `offset` in a table of zero-terminated texts.
    std::string Text(std::string_view table, uint64_t offset, const std::string& what) const {
        const size_t end = offset < table.size() ? table.find('\0', offset) : std::string_view::npos;
        if (end == std::string_view::npos) Damaged(what + " has no name");
        return std::string(table.substr(offset, end - offset));
    }

  private:
    std::string_view bytes_;
    const std::string& source_;
};

Elf64_Ehdr ReadHeader(const Image& image) {
    const auto header = image.Read<Elf64_Ehdr>(0, "the header");
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) image.Damaged("it does not begin with the mark of one");
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB) {
        image.Fail("is no 64-bit little-endian ELF file", kLinkRemedy);
    }
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN) {
        image.Fail(
            "has ELF type " + std::to_string(header.e_type) + ", expected an executable or shared object (2 or 3)",
            kLinkRemedy);
    }
    if (header.e_shnum == 0 || header.e_shentsize != sizeof(Elf64_Shdr)) image.Damaged("it has no table of sections");
    if (header.e_shstrndx >= header.e_shnum) image.Damaged("the names of its sections are missing");
    return header;
}

// What the section holds in the file; nothing for one that only takes up memory.
std::string_view Content(const Image& image, const Elf64_Shdr& header, const std::string& what) {
    return header.sh_type == SHT_NOBITS ? std::string_view() : image.Part(header.sh_offset, header.sh_size, what);
}

std::vector<Section> ReadSections(const Image& image, const Elf64_Ehdr& header) {
    std::vector<Section> sections(header.e_shnum);
    for (size_t i = 0; i < sections.size(); ++i) {
        const std::string what = "section " + std::to_string(i);
        // A sum that overflows is far beyond the end as well.
        const uint64_t offset = header.e_shoff + i * sizeof(Elf64_Shdr);
        if (offset < header.e_shoff) image.Damaged(what + " lies outside");
        sections[i].header = image.Read<Elf64_Shdr>(offset, "the table of sections");
    }
    const std::string_view names = Content(image, sections[header.e_shstrndx].header, "the names of its sections");
    for (size_t i = 0; i < sections.size(); ++i) {
        sections[i].name = image.Text(names, sections[i].header.sh_name, "section " + std::to_string(i));
        Content(image, sections[i].header, "section '" + sections[i].name + "'");
    }
    return sections;
}

size_t FindText(const Image& image, const std::vector<Section>& sections) {
    std::optional<size_t> found;
    for (size_t i = 0; i < sections.size(); ++i) {
        if (sections[i].name != kText) continue;
        if (found) image.Fail("has two sections .text", kLinkRemedy);
        found = i;
    }
    if (!found) image.Fail("has no section .text", kLinkRemedy);
    const Elf64_Shdr& text = sections[*found].header;
    if (text.sh_type != SHT_PROGBITS || text.sh_size == 0) {
        image.Fail("has no code in .text", "define kernel_entry in the kernel's source");
    }
    return *found;
}

// Tables that a loader of whole programs uses, and no code reads: the device has no such loader.
bool IsLoaderTable(const Elf64_Shdr& header) {
    switch (header.sh_type) {
        case SHT_DYNSYM:
        case SHT_STRTAB:
        case SHT_HASH:
        case SHT_GNU_HASH:
        case SHT_GNU_versym:
        case SHT_GNU_verdef:
        case SHT_GNU_verneed:
        case SHT_NOTE:
        case SHT_DYNAMIC:
            return true;
        default:
            return false;
    }
}

// What is told by its name alone. Code does not read the tables for unwinding, the linker's own and the compiler's
// notes about a kernel. Block-local variables without a value lie in a memory that each core has of its own.
bool IsElsewhere(const std::string& name) {
    for (const char* whole : {".eh_frame", ".eh_frame_hdr", ".interp", ".relro_padding"}) {
        if (name == whole) return true;
    }
    return name.starts_with(".ascend.") || name.starts_with(".bl.uninit");
}

std::string Bytes(uint64_t size) {
    return std::to_string(size) + (size == 1 ? " byte" : " bytes");
}

void CheckNothingIsLeftBehind(const Image& image, const std::vector<Section>& sections, size_t text) {
    for (size_t i = 0; i < sections.size(); ++i) {
        const auto& [header, name] = sections[i];
        if (header.sh_size == 0 || i == text) continue;
        const bool relocations = header.sh_type == SHT_RELA || header.sh_type == SHT_REL;
        // Those of sections that are not loaded, debugging information for one, do not matter.
        const bool of_loaded = header.sh_info >= sections.size() || header.sh_info == 0 ||
                               (sections[header.sh_info].header.sh_flags & SHF_ALLOC) != 0;
        if (relocations && of_loaded) {
            image.Fail("has relocations in '" + name + "' that are not applied",
                       "define what the kernel calls, or mark it as always_inline");
        }
        if ((header.sh_flags & SHF_ALLOC) == 0 || IsLoaderTable(header) || IsElsewhere(name)) continue;
        if ((header.sh_flags & SHF_EXECINSTR) != 0) {
            image.Fail("has " + Bytes(header.sh_size) + " of code in '" + name + "', and a device runs .text alone",
                       kInlineRemedy);
        }
        image.Fail("has " + Bytes(header.sh_size) + " of data in '" + name + "', and a device gets .text alone",
                   kInlineRemedy);
    }
}

// Every symbol of that name has to be the first byte of .text, and one there has to be.
void CheckEntry(const Image& image, const std::vector<Section>& sections, size_t text) {
    bool found = false;
    for (const Section& table : sections) {
        if (table.header.sh_type != SHT_SYMTAB) continue;
        if (table.header.sh_link >= sections.size()) image.Damaged("the names of its symbols are missing");
        const std::string_view names =
            Content(image, sections[table.header.sh_link].header, "the names of its symbols");
        const uint64_t count = table.header.sh_size / sizeof(Elf64_Sym);
        for (uint64_t i = 0; i < count; ++i) {
            const auto symbol = image.Read<Elf64_Sym>(table.header.sh_offset + i * sizeof(Elf64_Sym), "a symbol");
            if (image.Text(names, symbol.st_name, "symbol " + std::to_string(i)) != kEntrySymbol) continue;
            found = true;
            if (symbol.st_shndx != text || symbol.st_value != sections[text].header.sh_addr) {
                image.Fail("does not begin with kernel_entry, and a device starts at the first byte of .text",
                           "put no function before kernel_entry that is not always_inline");
            }
        }
    }
    if (!found) image.Fail("does not define kernel_entry", "define it in the kernel's source, as extern \"C\"");
}

}  // namespace

std::string ExtractPayload(std::string_view elf, const std::string& source) {
    const Image image(elf, source);
    const Elf64_Ehdr header = ReadHeader(image);
    const std::vector<Section> sections = ReadSections(image, header);
    const size_t text = FindText(image, sections);
    CheckNothingIsLeftBehind(image, sections, text);
    CheckEntry(image, sections, text);
    if (header.e_entry != sections[text].header.sh_addr) {
        image.Fail("is entered elsewhere than at the first byte of .text", kLinkRemedy);
    }
    return std::string(Content(image, sections[text].header, ".text"));
}

}  // namespace pto::gen
