#include "tensors/npy.h"

#include <charconv>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace pto {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr char kNpyRemedy[] = "write it with numpy.save as a plain little-endian array in C order";
constexpr size_t kNpyAlignment = 64;  // of the data, as numpy writes it

struct Descriptor {
    std::string_view numpy;
    std::string_view dtype;
};
constexpr Descriptor kDescriptors[] = {
    {"|b1", "bool"},   {"|i1", "int8"},  {"|u1", "uint8"},  {"<i2", "int16"}, {"<u2", "uint16"}, {"<i4", "int32"},
    {"<u4", "uint32"}, {"<i8", "int64"}, {"<u8", "uint64"}, {"<f2", "fp16"},  {"<f4", "fp32"},   {"<f8", "fp64"},
};

std::string DescriptorOf(const DType& dtype) {
    for (const Descriptor& descriptor : kDescriptors) {
        if (FindDType(descriptor.dtype)->safetensors == dtype.safetensors) return std::string(descriptor.numpy);
    }
    return "|V" + std::to_string((dtype.bits + 7) / 8);
}

// The header: a Python dict literal with exactly the keys descr, fortran_order and shape, in any order.
class Header {
  public:
    Header(std::string_view text, const std::string& path) : rest_(text), path_(path) { Parse(); }

    const DType* dtype = nullptr;
    std::vector<int64_t> shape;

  private:
    [[noreturn]] void Fail(const std::string& what) const { ThrowInput(path_, what, kNpyRemedy); }

    void Skip() {
        while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
    }
    bool Accept(std::string_view word) {
        Skip();
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    void Expect(std::string_view word) {
        if (!Accept(word)) Fail("the npy header is malformed: expected '" + std::string(word) + "'");
    }
    std::string Quoted() {
        Expect("'");
        const size_t end = rest_.find('\'');
        if (end == std::string_view::npos) Fail("the npy header is malformed: expected '''");
        std::string text(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        return text;
    }

    void Parse() {
        bool seen[3] = {false, false, false};
        Expect("{");
        while (!Accept("}")) {
            const std::string key = Quoted();
            Expect(":");
            if (key == "descr") {
                seen[0] = true;
                ParseDescriptor();
            } else if (key == "fortran_order") {
                seen[1] = true;
                ParseOrder();
            } else if (key == "shape") {
                seen[2] = true;
                ParseShape();
            } else {
                Fail("the npy header has the unknown key '" + key + "'");
            }
            Accept(",");
        }
        if (!seen[0] || !seen[1] || !seen[2]) Fail("the npy header lacks 'descr', 'fortran_order' or 'shape'");
    }
    void ParseDescriptor() {
        Skip();
        if (!rest_.starts_with("'")) Fail("holds a structured array, expected a plain one");
        const std::string text = Quoted();
        for (const Descriptor& descriptor : kDescriptors) {
            if (descriptor.numpy == text) dtype = FindDType(descriptor.dtype);
        }
        if (dtype == nullptr) Fail("holds elements of type '" + text + "', which cannot be read");
    }
    void ParseOrder() {
        if (Accept("True")) Fail("is in Fortran order, expected C order");
        Expect("False");
    }
    void ParseShape() {
        Expect("(");
        while (!Accept(")")) {
            Skip();
            int64_t size = 0;
            const auto [end, code] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
            if (code != std::errc{} || size < 0) Fail("the npy header is malformed: expected a size in 'shape'");
            rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
            shape.push_back(size);
            Accept(",");
        }
    }

    std::string_view rest_;
    const std::string& path_;
};

std::string HeaderText(const Tensor& tensor) {
    std::string shape;
    for (const int64_t size : tensor.shape) shape += std::to_string(size) + ", ";
    if (shape.size() >= 2 && tensor.shape.size() > 1) shape.resize(shape.size() - 2);
    if (tensor.shape.size() == 1) shape.pop_back();
    return "{'descr': '" + DescriptorOf(*tensor.dtype) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
}

}  // namespace

Tensor ParseNpy(std::string_view content, const std::string& path) {
    const auto byte = [content](size_t i) { return static_cast<size_t>(static_cast<uint8_t>(content[i])); };
    if (!content.starts_with(kMagic) || content.size() < 12) ThrowInput(path, "is not an npy file", kNpyRemedy);
    const size_t version = byte(6);
    if (version < 1 || version > 3) {
        ThrowInput(path, "is an npy file of version " + std::to_string(version) + ", expected 1 to 3", kNpyRemedy);
    }
    const size_t start = version == 1 ? 10 : 12;
    const size_t length =
        version == 1 ? byte(8) | byte(9) << 8 : byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
    if (length > content.size() - start) ThrowInput(path, "the npy header is cut short", kNpyRemedy);
    Header header(content.substr(start, length), path);
    const std::string_view data = content.substr(start + length);
    uint64_t expected = 0;
    try {
        expected = DenseBytes(*header.dtype, header.shape);
    } catch (const Error& error) {
        ThrowInput(path, error.message(), kNpyRemedy);
    }
    if (data.size() != expected) {
        ThrowInput(path,
                   "holds " + std::to_string(data.size()) + " bytes, expected " + std::to_string(expected) + " for " +
                       TypeText(*header.dtype, header.shape),
                   kNpyRemedy);
    }
    return Tensor{{}, header.dtype, std::move(header.shape), TensorBytes::CopyOf(data)};
}

Tensor ReadNpy(const FileSystem& files, const std::string& path) {
    return ParseNpy(files.Read(path), path);
}

std::string NpyBytes(const Tensor& tensor) {
    std::string header = HeaderText(tensor);
    const bool wide = header.size() + kNpyAlignment > 0xffff;
    const size_t prefix = kMagic.size() + (wide ? 6 : 4);
    while ((prefix + header.size() + 1) % kNpyAlignment != 0) header += ' ';
    header += '\n';
    std::string bytes(kMagic);
    bytes += wide ? '\2' : '\1';
    bytes += '\0';
    for (int i = 0; i < (wide ? 4 : 2); ++i) bytes += static_cast<char>(header.size() >> (8 * i) & 0xff);
    return bytes + header + std::string(tensor.bytes.view());
}

}  // namespace pto
