#include "tensors/pickle.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <utility>

#include "base/error.h"

namespace pto {
namespace {

using Kind = PickleValue::Kind;

// Far above what one tensor needs (a few hundred bytes, depth 4), far below what hurts.
constexpr size_t kLargestPickle = 1 << 14;
constexpr int kDeepest = 32;
constexpr char kPickleRemedy[] = "save a single plain tensor with torch.save";

// Opcodes that exist but are not read, by Python's own names (pickletools), so that the message says what was found.
struct OpcodeName {
    unsigned char code;
    const char* name;
};
constexpr OpcodeName kRefused[] = {
    {'0', "POP"},
    {'1', "POP_MARK"},
    {'2', "DUP"},
    {'F', "FLOAT"},
    {'I', "INT"},
    {'L', "LONG"},
    {'P', "PERSID"},
    {'S', "STRING"},
    {'T', "BINSTRING"},
    {'U', "SHORT_BINSTRING"},
    {'V', "UNICODE"},
    {'b', "BUILD"},
    {'d', "DICT"},
    {'g', "GET"},
    {'i', "INST"},
    {'l', "LIST"},
    {'o', "OBJ"},
    {'p', "PUT"},
    {0x81, "NEWOBJ"},
    {0x82, "EXT1"},
    {0x83, "EXT2"},
    {0x84, "EXT4"},
    {0x8b, "LONG4"},
    {'B', "BINBYTES"},
    {'C', "SHORT_BINBYTES"},
    {0x8c, "SHORT_BINUNICODE"},
    {0x8d, "BINUNICODE8"},
    {0x8e, "BINBYTES8"},
    {0x8f, "EMPTY_SET"},
    {0x90, "ADDITEMS"},
    {0x91, "FROZENSET"},
    {0x92, "NEWOBJ_EX"},
    {0x93, "STACK_GLOBAL"},
    {0x94, "MEMOIZE"},
    {0x95, "FRAME"},
    {0x96, "BYTEARRAY8"},
    {0x97, "NEXT_BUFFER"},
    {0x98, "READONLY_BUFFER"},
};

class Machine {
  public:
    Machine(std::string_view pickle, const std::string& path) : rest_(pickle), size_(pickle.size()), path_(path) {}

    PickleValue Run() {
        if (size_ > kLargestPickle) Fail("has " + std::to_string(size_) + " bytes, far more than one tensor needs");
        for (;;) {
            const auto code = static_cast<unsigned char>(Take(1)[0]);
            if (code == '.') break;
            Step(code);
        }
        if (stack_.size() != 1 || !marks_.empty()) Fail("ends with " + std::to_string(stack_.size()) + " values");
        return std::move(stack_[0]);
    }

  private:
    using Handler = void (Machine::*)();

    [[noreturn]] void Fail(const std::string& what) const { ThrowInput(path_, "the pickle " + what, kPickleRemedy); }

    static const std::array<Handler, 256>& Handlers() {
        static const std::array<Handler, 256> handlers = [] {
            std::array<Handler, 256> table{};
            table[0x80] = &Machine::Protocol;
            table['c'] = &Machine::Global;
            table['q'] = &Machine::Put1;
            table['r'] = &Machine::Put4;
            table['h'] = &Machine::Get1;
            table['j'] = &Machine::Get4;
            table['('] = &Machine::Mark;
            table['X'] = &Machine::Unicode;
            table['K'] = &Machine::Integer1;
            table['M'] = &Machine::Integer2;
            table['J'] = &Machine::Integer4;
            table[0x8a] = &Machine::Long1;
            table['G'] = &Machine::Float;
            table['N'] = &Machine::None;
            table[0x88] = &Machine::True;
            table[0x89] = &Machine::False;
            table[')'] = &Machine::Tuple0;
            table[0x85] = &Machine::Tuple1;
            table[0x86] = &Machine::Tuple2;
            table[0x87] = &Machine::Tuple3;
            table['t'] = &Machine::TupleMarked;
            table[']'] = &Machine::EmptyList;
            table['}'] = &Machine::EmptyDict;
            table['a'] = &Machine::Append;
            table['e'] = &Machine::Appends;
            table['s'] = &Machine::SetItem;
            table['u'] = &Machine::SetItems;
            table['Q'] = &Machine::Persistent;
            table['R'] = &Machine::Reduce;
            return table;
        }();
        return handlers;
    }

    void Step(unsigned char code) {
        if (const Handler handler = Handlers()[code]) return (this->*handler)();
        for (const OpcodeName& refused : kRefused) {
            if (refused.code == code)
                Fail(std::string("uses opcode ") + refused.name + ", which no plain tensor needs");
        }
        char hex[8];
        std::snprintf(hex, sizeof hex, "0x%02x", code);
        Fail(std::string("has the byte ") + hex + " where an opcode is expected");
    }

    std::string_view Take(size_t count) {
        if (count > rest_.size()) Fail("ends in the middle");
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }
    uint32_t TakeNumber(size_t width) {
        const std::string_view bytes = Take(width);
        uint32_t value = 0;
        for (size_t i = width; i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[i]);
        return value;
    }
    std::string_view TakeLine() {
        const size_t end = rest_.find('\n');
        if (end == std::string_view::npos) Fail("ends in the middle");
        const std::string_view line = Take(end);
        Take(1);
        return line;
    }

    void Push(PickleValue value) { stack_.push_back(std::move(value)); }
    // Values above the innermost mark belong to it, those below cannot be reached before it is closed.
    PickleValue Pop() {
        if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) Fail("takes a value that is not there");
        PickleValue value = std::move(stack_.back());
        stack_.pop_back();
        return value;
    }
    std::vector<PickleValue> PopMany(size_t count) {
        std::vector<PickleValue> values(count);
        while (count-- > 0) values[count] = Pop();
        return values;
    }
    std::vector<PickleValue> PopToMark() {
        if (marks_.empty()) Fail("closes a group that was not opened");
        std::vector<PickleValue> values = PopMany(stack_.size() - marks_.back());
        marks_.pop_back();
        return values;
    }
    void PushItems(Kind kind, std::vector<PickleValue> items, std::string text = {}) {
        PickleValue value;
        value.kind = kind;
        value.text = std::move(text);
        for (const PickleValue& item : items) value.depth = std::max(value.depth, item.depth + 1);
        if (value.depth > kDeepest) Fail("nests deeper than any tensor");
        value.items = std::make_shared<const std::vector<PickleValue>>(std::move(items));
        Push(std::move(value));
    }
    void PushInteger(Kind kind, int64_t integer) {
        PickleValue value;
        value.kind = kind;
        value.integer = integer;
        Push(std::move(value));
    }

    void Protocol() {
        const uint32_t protocol = TakeNumber(1);
        if (protocol != 2) Fail("has protocol " + std::to_string(protocol) + ", expected 2");
    }
    void Global() {
        PickleValue value;
        value.kind = Kind::kGlobal;
        value.text = std::string(TakeLine());
        value.text += "." + std::string(TakeLine());
        Push(std::move(value));
    }
    void Put(uint32_t key) {
        if (stack_.empty()) Fail("takes a value that is not there");
        memo_[key] = stack_.back();
    }
    void Put1() { Put(TakeNumber(1)); }
    void Put4() { Put(TakeNumber(4)); }
    void Get(uint32_t key) {
        const auto it = memo_.find(key);
        if (it == memo_.end()) Fail("refers to memo " + std::to_string(key) + ", which is not set");
        Push(it->second);
    }
    void Get1() { Get(TakeNumber(1)); }
    void Get4() { Get(TakeNumber(4)); }
    void Mark() { marks_.push_back(stack_.size()); }
    void Unicode() {
        PickleValue value;
        value.kind = Kind::kString;
        value.text = std::string(Take(TakeNumber(4)));
        Push(std::move(value));
    }
    void Integer1() { PushInteger(Kind::kInt, TakeNumber(1)); }
    void Integer2() { PushInteger(Kind::kInt, TakeNumber(2)); }
    void Integer4() { PushInteger(Kind::kInt, static_cast<int32_t>(TakeNumber(4))); }
    // Two's complement, little endian, of the stated length; empty is 0.
    void Long1() {
        const std::string_view bytes = Take(TakeNumber(1));
        if (bytes.size() > 8) Fail("has an integer of " + std::to_string(bytes.size()) + " bytes");
        uint64_t value = !bytes.empty() && (bytes.back() & 0x80) != 0 ? ~uint64_t{0} : 0;
        for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[i]);
        PushInteger(Kind::kInt, static_cast<int64_t>(value));
    }
    void Float() {
        uint64_t bits = 0;
        for (const char byte : Take(8)) bits = bits << 8 | static_cast<uint8_t>(byte);  // big endian, unlike the rest
        PickleValue value;
        value.kind = Kind::kFloat;
        std::memcpy(&value.number, &bits, sizeof bits);
        Push(std::move(value));
    }
    void None() { Push({}); }
    void True() { PushInteger(Kind::kBool, 1); }
    void False() { PushInteger(Kind::kBool, 0); }
    void Tuple0() { PushItems(Kind::kTuple, {}); }
    void Tuple1() { PushItems(Kind::kTuple, PopMany(1)); }
    void Tuple2() { PushItems(Kind::kTuple, PopMany(2)); }
    void Tuple3() { PushItems(Kind::kTuple, PopMany(3)); }
    void TupleMarked() { PushItems(Kind::kTuple, PopToMark()); }
    void EmptyList() { PushItems(Kind::kList, {}); }
    void EmptyDict() { PushItems(Kind::kDict, {}); }

    // Values are immutable, so a container grows into a new one; a memo of the old one goes stale, which only a
    // container that holds itself could notice.
    void Grow(Kind kind, std::vector<PickleValue> added) {
        const PickleValue container = Pop();
        if (!container.Is(kind)) Fail("adds items to " + DescribePickle(container));
        std::vector<PickleValue> items = *container.items;
        items.insert(items.end(), added.begin(), added.end());
        PushItems(kind, std::move(items));
    }
    void Append() { Grow(Kind::kList, PopMany(1)); }
    void Appends() { Grow(Kind::kList, PopToMark()); }
    void SetItem() { Grow(Kind::kDict, PopMany(2)); }
    void SetItems() { Grow(Kind::kDict, PopToMark()); }

    void Persistent() { PushItems(Kind::kPersistent, PopMany(1)); }
    void Reduce() {
        const PickleValue arguments = Pop();
        const PickleValue callee = Pop();
        if (!callee.Is(Kind::kGlobal) || !arguments.Is(Kind::kTuple)) Fail("calls " + DescribePickle(callee));
        PushItems(Kind::kCall, *arguments.items, callee.text);
    }

    std::string_view rest_;
    size_t size_;
    const std::string& path_;
    std::vector<PickleValue> stack_;
    std::vector<size_t> marks_;  // stack heights
    std::map<uint32_t, PickleValue> memo_;
};

}  // namespace

PickleValue ReadPickle(std::string_view pickle, const std::string& path) {
    return Machine(pickle, path).Run();
}

std::string DescribePickle(const PickleValue& value) {
    switch (value.kind) {
        case Kind::kNone:
            return "None";
        case Kind::kBool:
            return value.integer != 0 ? "True" : "False";
        case Kind::kInt:
            return "the integer " + std::to_string(value.integer);
        case Kind::kFloat:
            return "a float";
        case Kind::kString:
            return "a string";
        case Kind::kTuple:
            return "a tuple";
        case Kind::kList:
            return "a list";
        case Kind::kDict:
            return "a dict";
        case Kind::kGlobal:
            return "'" + value.text + "'";
        case Kind::kCall:
            return "a call of '" + value.text + "'";
        case Kind::kPersistent:
            return "a storage";
    }
    return "a value";
}

}  // namespace pto
