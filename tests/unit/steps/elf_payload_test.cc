#include "generator/steps/elf_payload.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <vector>

#include "tests/support/tensor_values.h"

namespace pto::gen {
namespace {

constexpr uint64_t kTextAddress = 0x2000;
constexpr char kStart[] = "k.cpp: the linked kernel ";

// One linked image in the making: sections and symbols as a linker would list them.
struct Made {
    struct Part {
        std::string name;
        uint32_t type = SHT_PROGBITS;
        uint64_t flags = 0;
        std::string content;
        uint64_t address = 0;
        uint32_t info = 0;
    };
    struct Symbol {
        std::string name;
        uint16_t section = 0;
        uint64_t value = 0;
    };

    Made() {
        sections = {{"", SHT_NULL, 0, "", 0, 0},
                    {".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, "the code\0of it", kTextAddress, 0},
                    {".comment", SHT_PROGBITS, 0, "made by hand", 0, 0}};
        sections[1].content = std::string("the code\0of it", 14);
        symbols = {{"", 0, 0}, {"helper", 1, kTextAddress + 8}, {"kernel_entry", 1, kTextAddress}};
        header.e_type = ET_EXEC;
        header.e_entry = kTextAddress;
    }

    void Add(const std::string& name, uint32_t type, uint64_t flags, uint32_t info = 0) {
        sections.push_back({name, type, flags, "12345678", 0x4000, info});
    }

    std::string Bytes() const {
        std::vector<Part> all = sections;
        std::string names;
        std::string table;
        for (const Symbol& symbol : symbols) {
            Elf64_Sym entry{};
            entry.st_name = static_cast<uint32_t>(names.size());
            entry.st_shndx = symbol.section;
            entry.st_value = symbol.value;
            table.append(reinterpret_cast<const char*>(&entry), sizeof(entry));
            names += symbol.name + '\0';
        }
        if (!symbols.empty()) {
            all.push_back({".symtab", SHT_SYMTAB, 0, table, 0, 0});
            all.push_back({".strtab", SHT_STRTAB, 0, names, 0, 0});
        }
        all.push_back({".shstrtab", SHT_STRTAB, 0, "", 0, 0});
        return Assemble(all);
    }

    std::string Assemble(std::vector<Part>& all) const {
        std::string section_names;
        std::vector<uint32_t> offsets;
        for (const Part& part : all) {
            offsets.push_back(static_cast<uint32_t>(section_names.size()));
            section_names += part.name + '\0';
        }
        all.back().content = section_names;
        std::string body(sizeof(Elf64_Ehdr), '\0');
        std::string headers;
        for (size_t i = 0; i < all.size(); ++i) {
            Elf64_Shdr entry{};
            entry.sh_name = offsets[i];
            entry.sh_type = all[i].type;
            entry.sh_flags = all[i].flags;
            entry.sh_addr = all[i].address;
            entry.sh_offset = body.size();
            entry.sh_size = all[i].content.size();
            entry.sh_info = all[i].info;
            entry.sh_link = static_cast<uint32_t>(all[i].type == SHT_SYMTAB ? i + 1 : 0);
            headers.append(reinterpret_cast<const char*>(&entry), sizeof(entry));
            if (all[i].type != SHT_NOBITS) body += all[i].content;
        }
        Elf64_Ehdr start = header;
        std::memcpy(start.e_ident, ELFMAG, SELFMAG);
        start.e_ident[EI_CLASS] = ELFCLASS64;
        start.e_ident[EI_DATA] = ELFDATA2LSB;
        start.e_shoff = body.size();
        start.e_shentsize = sizeof(Elf64_Shdr);
        start.e_shnum = static_cast<uint16_t>(all.size());
        start.e_shstrndx = static_cast<uint16_t>(all.size() - 1);
        std::memcpy(body.data(), &start, sizeof(start));
        return body + headers;
    }

    Elf64_Ehdr header{};
    std::vector<Part> sections;
    std::vector<Symbol> symbols;
};

std::string Refusal(const std::string& bytes) {
    return test::ErrorOf([&] { ExtractPayload(bytes, "k.cpp"); });
}

std::string RefusalOf(const std::function<void(Made&)>& change) {
    Made made;
    change(made);
    return Refusal(made.Bytes());
}

// The bytes of a good image after the header's field at `offset` was set.
template <typename T>
std::string Patched(size_t offset, T value) {
    std::string bytes = Made().Bytes();
    std::memcpy(bytes.data() + offset, &value, sizeof(value));
    return bytes;
}

TEST(ElfPayload, IsTheTextOfTheImage) {
    EXPECT_EQ(ExtractPayload(Made().Bytes(), "k.cpp"), std::string("the code\0of it", 14));
    Made shared;
    shared.header.e_type = ET_DYN;
    EXPECT_EQ(ExtractPayload(shared.Bytes(), "k.cpp").size(), 14u);
}

// What no code of a kernel reads may stay behind.
TEST(ElfPayload, TablesAndNotesMayStayBehind) {
    Made made;
    made.Add(".debug_info", SHT_PROGBITS, 0);
    made.Add(".rela.debug_info", SHT_RELA, 0, 3);
    made.Add(".eh_frame", SHT_PROGBITS, SHF_ALLOC);
    made.Add(".note.gnu.build-id", SHT_NOTE, SHF_ALLOC);
    made.Add(".dynsym", SHT_DYNSYM, SHF_ALLOC);
    made.Add(".dynamic", SHT_DYNAMIC, SHF_ALLOC | SHF_WRITE);
    made.Add(".bl.uninit.pipe", SHT_NOBITS, SHF_ALLOC | SHF_WRITE);
    made.Add(".ascend.meta.kernel", SHT_PROGBITS, SHF_ALLOC);
    made.sections.push_back({".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, "", 0, 0});
    made.sections.push_back({".rela.dyn", SHT_RELA, SHF_ALLOC, "", 0, 0});
    EXPECT_EQ(ExtractPayload(made.Bytes(), "k.cpp").size(), 14u);
}

TEST(ElfPayload, RelocationsThatAreNotApplied) {
    const std::string text = " that are not applied; define what the kernel calls, or mark it as always_inline";
    EXPECT_EQ(RefusalOf([](Made& made) { made.Add(".rela.text", SHT_RELA, 0, 1); }),
              kStart + std::string("has relocations in '.rela.text'") + text);
    EXPECT_EQ(RefusalOf([](Made& made) { made.Add(".rel.text", SHT_REL, SHF_INFO_LINK, 1); }),
              kStart + std::string("has relocations in '.rel.text'") + text);
    EXPECT_EQ(RefusalOf([](Made& made) { made.Add(".rela.dyn", SHT_RELA, SHF_ALLOC); }),
              kStart + std::string("has relocations in '.rela.dyn'") + text);
    EXPECT_EQ(RefusalOf([](Made& made) { made.Add(".rela.x", SHT_RELA, 0, 1000); }),
              kStart + std::string("has relocations in '.rela.x'") + text);
}

TEST(ElfPayload, CodeAndDataOutsideText) {
    const std::string remedy =
        "; mark what the kernel calls as always_inline and define no variables outside functions";
    EXPECT_EQ(RefusalOf([](Made& made) { made.Add(".text._Z3addii", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR); }),
              kStart + std::string("has 8 bytes of code in '.text._Z3addii', and a device runs .text alone") + remedy);
    for (const char* name : {".data", ".rodata", ".got"}) {
        EXPECT_EQ(
            RefusalOf([&](Made& made) { made.Add(name, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE); }),
            kStart + std::string("has 8 bytes of data in '") + name + "', and a device gets .text alone" + remedy);
    }
    EXPECT_EQ(RefusalOf([](Made& made) {
                  made.sections.push_back({".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, "x", 0x9000, 0});
              }),
              kStart + std::string("has 1 byte of data in '.bss', and a device gets .text alone") + remedy);
}

TEST(ElfPayload, TextThatIsMissingEmptyOrTwice) {
    const std::string check = "; check the compiler and the linker of the Ascend toolkit";
    EXPECT_EQ(RefusalOf([](Made& made) { made.sections[1].name = ".code"; }),
              kStart + std::string("has no section .text") + check);
    EXPECT_EQ(RefusalOf([](Made& made) { made.Add(".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR); }),
              kStart + std::string("has two sections .text") + check);
    const std::string empty = kStart + std::string("has no code in .text; define kernel_entry in the kernel's source");
    EXPECT_EQ(RefusalOf([](Made& made) { made.sections[1].content.clear(); }), empty);
    EXPECT_EQ(RefusalOf([](Made& made) { made.sections[1].type = SHT_NOBITS; }), empty);
}

TEST(ElfPayload, EntryHasToBeTheFirstByte) {
    const std::string elsewhere =
        kStart +
        std::string(
            "does not begin with kernel_entry, and a device starts at the first byte of .text; put no function "
            "before kernel_entry that is not always_inline");
    EXPECT_EQ(RefusalOf([](Made& made) { made.symbols[2].value += 4; }), elsewhere);
    EXPECT_EQ(RefusalOf([](Made& made) { made.symbols[2].section = SHN_UNDEF; }), elsewhere);
    EXPECT_EQ(RefusalOf([](Made& made) { made.symbols.push_back({"kernel_entry", 2, kTextAddress}); }), elsewhere);
    const std::string missing = kStart + std::string(
                                             "does not define kernel_entry; define it in the kernel's source, "
                                             "as extern \"C\"");
    EXPECT_EQ(RefusalOf([](Made& made) { made.symbols[2].name = "kernel_entry_"; }), missing);
    EXPECT_EQ(RefusalOf([](Made& made) { made.symbols.clear(); }), missing);
    EXPECT_EQ(RefusalOf([](Made& made) { made.header.e_entry = kTextAddress + 4; }),
              kStart + std::string("is entered elsewhere than at the first byte of .text; check the compiler and the "
                                   "linker of the Ascend toolkit"));
}

TEST(ElfPayload, OtherKindsOfFile) {
    const std::string check = "; check the compiler and the linker of the Ascend toolkit";
    const std::string damaged = kStart + std::string("is no whole ELF file: ");
    EXPECT_EQ(Refusal(""), damaged + "the header ends beyond its 0 bytes" + check);
    EXPECT_EQ(Refusal(std::string(100, 'x')), damaged + "it does not begin with the mark of one" + check);
    const std::string other = kStart + std::string("is no 64-bit little-endian ELF file") + check;
    EXPECT_EQ(Refusal(Patched<char>(EI_CLASS, ELFCLASS32)), other);
    EXPECT_EQ(Refusal(Patched<char>(EI_DATA, ELFDATA2MSB)), other);
    EXPECT_EQ(Refusal(Patched<uint16_t>(offsetof(Elf64_Ehdr, e_type), ET_REL)),
              kStart + std::string("has ELF type 1, expected an executable or shared object (2 or 3)") + check);
    EXPECT_EQ(Refusal(Patched<uint16_t>(offsetof(Elf64_Ehdr, e_shnum), 0)),
              damaged + "it has no table of sections" + check);
    EXPECT_EQ(Refusal(Patched<uint16_t>(offsetof(Elf64_Ehdr, e_shentsize), 40)),
              damaged + "it has no table of sections" + check);
    EXPECT_EQ(Refusal(Patched<uint16_t>(offsetof(Elf64_Ehdr, e_shstrndx), 6)),
              damaged + "the names of its sections are missing" + check);
    const std::string size = std::to_string(Made().Bytes().size());
    EXPECT_EQ(Refusal(Patched<uint64_t>(offsetof(Elf64_Ehdr, e_shoff), UINT64_MAX - 8)),
              damaged + "the table of sections ends beyond its " + size + " bytes" + check);
}

// Never more than a refusal, whatever is missing: the sections' table lies at the end.
TEST(ElfPayload, TruncatedAtEveryLength) {
    const std::string whole = Made().Bytes();
    for (size_t length = 0; length < whole.size(); ++length) {
        const std::string refusal = Refusal(whole.substr(0, length));
        EXPECT_EQ(refusal.find(kStart + std::string("is no whole ELF file: ")), 0u) << length << ": " << refusal;
    }
}

// Every byte of headers and tables set to values that point outside: read or refused, nothing else.
TEST(ElfPayload, DamageAnywhereIsNoCrash) {
    const std::string whole = Made().Bytes();
    size_t refused = 0;
    for (size_t at = 0; at < whole.size(); ++at) {
        for (const unsigned value : {0x00u, 0x7fu, 0xffu}) {
            std::string bytes = whole;
            bytes[at] = static_cast<char>(value);
            const std::string refusal = Refusal(bytes);
            if (refusal == "no error") continue;
            EXPECT_EQ(refusal.find("k.cpp: the linked kernel "), 0u) << at;
            ++refused;
        }
    }
    EXPECT_GT(refused, 300u);
}

}  // namespace
}  // namespace pto::gen
