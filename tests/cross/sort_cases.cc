// Sorting of pairs and merging of sorted lists.
#include "base/dtype.h"
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

// Whole numbers, equal ones among them; no NaN, whose order would be undefined.
Values SortKeys(const std::string& element) {
    Values values;
    values.make = [element](Random& random, void* elements, size_t count) {
        const Element& type = FindElement(element);
        for (size_t i = 0; i < count; ++i) {
            const double key = static_cast<double>(random.Below(41)) - 20;
            StoreFromDouble(*FindDType(type.dtype), key, static_cast<char*>(elements) + i * type.bytes);
        }
    };
    return values;
}

// A list of pairs with descending keys: runs of equal keys, any payload. Pairs are eight bytes, the key first.
Values DescendingPairs(const std::string& element) {
    Values values;
    values.make = [element](Random& random, void* elements, size_t count) {
        const Element& type = FindElement(element);
        auto* at = static_cast<char*>(elements);
        double key = 200;
        for (size_t i = 0; i < count * type.bytes / 8; ++i, at += 8) {
            const uint64_t payload = random.Next();
            for (int byte = 0; byte < 8; ++byte) at[byte] = static_cast<char>(payload >> (8 * byte));
            StoreFromDouble(*FindDType(type.dtype), key, at);
            key -= random.Below(4);
        }
    };
    return values;
}

Case SortCase(const std::string& element, bool scratch) {
    const auto pair = static_cast<unsigned>(8 / FindElement(element).bytes);
    Case one;
    one.instruction = "TSORT32";
    one.label = element + (scratch ? " with scratch" : "");
    one.call = scratch ? "TSORT32(dst, src, index, tmp);" : "TSORT32(dst, src, index);";
    one.operands = {Tile("dst", element, 2, 128 * static_cast<int>(pair)),
                    With(Tile("src", element, 2, 128), SortKeys(element)),
                    With(Tile("index", "u32", 2, 128), Range(0, 127))};
    one.operands[0].valid = [pair](Extent run) { return Extent{run.rows, run.cols * pair}; };
    if (scratch) one.operands.push_back(Scratch(Tile("tmp", element, 2, 128)));
    one.runs = {{2, 128}, {1, 64}, {2, 50}, {1, 1}};
    return one;
}

std::vector<Case> BlockMerges() {
    std::vector<Case> cases;
    for (const char* element : {"f32", "f16"}) {
        const int pair = 8 / static_cast<int>(FindElement(element).bytes);
        Case one;
        one.instruction = "TMRGSORT";
        one.label = std::string(element) + " blocks";
        one.call = "TMRGSORT(dst, src, uint32_t(s[0]));";
        one.operands = {Tile("dst", element, 1, 256 * pair),
                        With(Tile("src", element, 1, 256 * pair), DescendingPairs(element))};
        one.runs = {{1, static_cast<unsigned>(256 * pair)}, {1, static_cast<unsigned>(128 * pair)}};
        one.scalars = {{16.0 * pair}, {32.0 * pair}, {7}};
        cases.push_back(one);
    }
    return cases;
}

// Two to four lists of different lengths; columns of the run: pairs of the last list.
Case ListMerge(const std::string& element, int lists, bool exhausted) {
    const auto pair = static_cast<unsigned>(8 / FindElement(element).bytes);
    const char* const names[] = {"a", "b", "c", "d"};
    const unsigned lengths[] = {32, 24, 16, 8};
    Case one;
    one.instruction = "TMRGSORT";
    one.label = element + " of " + std::to_string(lists) + " lists" + (exhausted ? ", until one is empty" : "");
    std::string types = "dst_t, tmp_t", operands = "dst, n, tmp";
    const auto cols = static_cast<int>(80 * pair);
    one.operands = {Valid(Tile("dst", element, 1, cols), 1, 80 * pair),
                    Scratch(Valid(Tile("tmp", element, 1, cols), 1, 80 * pair)),
                    Global("taken", "u16", 4, "1, 1, 1, 1, 4", "4, 4, 4, 4, 1")};
    for (int i = 0; i < lists; ++i) {
        Operand list = With(Tile(names[i], element, 1, static_cast<int>(32 * pair)), DescendingPairs(element));
        const unsigned length = lengths[i] * pair;
        list.valid = [length, last = i + 1 == lists, pair](Extent run) {
            return Extent{1, last ? run.cols * pair : length};
        };
        one.operands.push_back(list);
        types += std::string(", ") + names[i] + "_t";
        operands += std::string(", ") + names[i];
    }
    one.call = "MrgSortExecutedNumList n = {}; TMRGSORT<" + types + (exhausted ? ", true>(" : ", false>(") + operands +
               "); uint16_t* t = taken.data(); t[0] = n.mrgSortList0; t[1] = n.mrgSortList1; t[2] = n.mrgSortList2; "
               "t[3] = n.mrgSortList3;";
    one.runs = {{1, 8}, {1, 32}, {1, 1}, {1, 0}};
    return one;
}

}  // namespace

std::vector<Case> SortCases() {
    std::vector<Case> cases;
    for (const char* element : {"f32", "f16", "bf16", "s32", "s16"}) cases.push_back(SortCase(element, false));
    cases.push_back(SortCase("f32", true));
    for (const char* element : {"f32", "s16"}) {
        cases.push_back(Overlaid(SortCase(element, false), "src over dst", {{"src", "dst"}}));
        cases.push_back(Overlaid(SortCase(element, false), "index over dst", {{"index", "dst"}}));
    }
    for (const Case& one : BlockMerges()) {
        cases.push_back(Overlaid(one, "src over dst", {{"src", "dst"}}));
        cases.push_back(Overlaid(one, "dst from pair 1 of src on", {{"src", "dst", -8}}));
    }
    Append(cases, BlockMerges());
    for (const char* element : {"f32", "f16"})
        for (int lists = 2; lists <= 4; ++lists)
            for (const bool exhausted : {false, true}) {
                const Case one = ListMerge(element, lists, exhausted);
                cases.push_back(one);
                cases.push_back(Overlaid(one, "a over dst", {{"a", "dst"}}));
                cases.push_back(Overlaid(one, "b over dst, scratch over a", {{"b", "dst"}, {"tmp", "a"}}));
            }
    return cases;
}

}  // namespace pto::cross
