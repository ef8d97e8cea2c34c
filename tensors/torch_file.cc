#include "tensors/torch_file.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "tensors/pickle.h"
#include "tensors/zip_archive.h"

namespace pto {
namespace {

using Kind = PickleValue::Kind;

constexpr char kTorchRemedy[] = "save a single plain tensor with torch.save";
constexpr size_t kHighestRank = 64;  // torch's own limit
// An expanded tensor (stride 0) is larger than its file; past this it is taken for a damaged one.
constexpr uint64_t kLargestExpansion = uint64_t{1} << 30;

// torch's typed storages by class name; newer dtypes come as UntypedStorage with the dtype beside it.
struct StorageType {
    std::string_view name;
    std::string_view torch;
};
constexpr StorageType kStorages[] = {
    {"torch.DoubleStorage", "float64"},    {"torch.FloatStorage", "float32"}, {"torch.HalfStorage", "float16"},
    {"torch.BFloat16Storage", "bfloat16"}, {"torch.LongStorage", "int64"},    {"torch.IntStorage", "int32"},
    {"torch.ShortStorage", "int16"},       {"torch.CharStorage", "int8"},     {"torch.ByteStorage", "uint8"},
    {"torch.BoolStorage", "bool"},
};

// A tensor before its bytes are gathered; offset and strides count elements.
struct View {
    const DType* dtype = nullptr;
    std::string_view storage;
    int64_t offset = 0;
    std::vector<int64_t> shape;
    std::vector<int64_t> strides;
};

class Loader {
  public:
    Loader(std::string_view content, const std::string& path) : path_(path) {
        if (content.substr(0, 2) != "PK") {
            Fail(content.empty() ? "is empty, expected a file written by torch.save"
                                 : "is not a zip file as torch.save writes since torch 1.6");
        }
        entries_ = ReadZip(content, path);
        FindPickle();
    }

    View Load() {
        const PickleValue root = ReadPickle(pickle_, path_);
        const PickleValue* tensor = &root;
        // A parameter is its tensor with requires_grad and hooks beside it.
        if (root.Is(Kind::kCall) && root.text == "torch._utils._rebuild_parameter" && root.size() == 3) {
            tensor = &root[0];
        }
        if (!tensor->Is(Kind::kCall)) Fail("holds " + DescribePickle(*tensor) + ", expected one tensor");
        if (tensor->text == "torch._utils._rebuild_tensor_v2") return LoadTensor(*tensor, 6, nullptr);
        if (tensor->text == "torch._utils._rebuild_tensor_v3") return LoadTensor(*tensor, 7, NamedDType(*tensor));
        Fail("holds " + DescribePickle(*tensor) + ", expected a plain dense tensor");
    }

    TensorBytes Gather(const View& view) const;

  private:
    [[noreturn]] void Fail(const std::string& what) const { ThrowInput(path_, what, kTorchRemedy); }

    const ZipEntry* FindEntry(const std::string& name) const {
        for (const ZipEntry& entry : entries_) {
            if (entry.name == name) return &entry;
        }
        return nullptr;
    }

    // All entries lie in one folder, named after the file when it was saved.
    void FindPickle() {
        for (const ZipEntry& entry : entries_) {
            const size_t slash = entry.name.find('/');
            if (slash == std::string_view::npos || entry.name.substr(slash) != "/data.pkl") continue;
            folder_ = std::string(entry.name.substr(0, slash));
            pickle_ = entry.data;
            const ZipEntry* order = FindEntry(folder_ + "/byteorder");
            if (order != nullptr && Trim(order->data) != "little") {
                Fail("was saved with byte order '" + std::string(order->data) + "', expected 'little'");
            }
            return;
        }
        Fail("is a zip file without data.pkl, expected one written by torch.save");
    }

    // Arguments: storage, offset, shape, strides, requires_grad, hooks[, dtype][, metadata of conjugate views].
    View LoadTensor(const PickleValue& call, size_t required, const DType* dtype) const {
        if (call.size() < required || call.size() > required + 1) {
            Fail(DescribePickle(call) + " has " + Count(call.size(), "argument") + ", expected " +
                 std::to_string(required));
        }
        if (call.size() > required && !call[required].Is(Kind::kNone) && call[required].size() > 0) {
            Fail("holds a conjugated or negated view, expected a plain tensor");
        }
        View view;
        LoadStorage(call[0], dtype, view);
        view.offset = Size(call[1], "the storage offset");
        view.shape = Sizes(call[2], "the shape");
        view.strides = Sizes(call[3], "the strides");
        if (view.strides.size() != view.shape.size()) {
            Fail("has shape " + ShapeText(view.shape) + " but strides " + ShapeText(view.strides));
        }
        return view;
    }

    const DType* NamedDType(const PickleValue& call) const {
        if (call.size() < 7 || !call[6].Is(Kind::kGlobal)) Fail(DescribePickle(call) + " names no dtype");
        const std::string& name = call[6].text;
        const DType* dtype = name.starts_with("torch.") ? FindDTypeByTorch(name.substr(6)) : nullptr;
        if (dtype == nullptr) Fail("has dtype '" + name + "', which no kernel takes");
        return dtype;
    }

    // Persistent id: ("storage", class, key, device, element count[, view of older versions: None]).
    void LoadStorage(const PickleValue& value, const DType* dtype, View& view) const {
        if (!value.Is(Kind::kPersistent) || !value[0].Is(Kind::kTuple)) {
            Fail("holds " + DescribePickle(value) + " where a storage is expected");
        }
        const PickleValue& id = value[0];
        const bool known = (id.size() == 5 || (id.size() == 6 && id[5].Is(Kind::kNone))) && id[0].Is(Kind::kString) &&
                           id[0].text == "storage" && id[1].Is(Kind::kGlobal) && id[2].Is(Kind::kString);
        if (!known) Fail("has a storage of an unknown form");
        const DType& unit = StorageDType(id[1].text);
        view.dtype = dtype != nullptr ? dtype : &unit;
        const ZipEntry* entry = FindEntry(folder_ + "/data/" + id[2].text);
        if (entry == nullptr) Fail("has no data for storage '" + id[2].text + "'");
        const int64_t count = Size(id[4], "the storage size");
        if (static_cast<uint64_t>(count) != entry->data.size() / static_cast<size_t>(unit.bits / 8) ||
            entry->data.size() % static_cast<size_t>(unit.bits / 8) != 0) {
            Fail("has " + std::to_string(entry->data.size()) + " bytes in storage '" + id[2].text + "', expected " +
                 Count(static_cast<size_t>(count), "element") + " of " + std::string(unit.torch));
        }
        view.storage = entry->data;
    }

    const DType& StorageDType(const std::string& name) const {
        if (name == "torch.storage.UntypedStorage" || name == "torch.UntypedStorage") return *FindDType("uint8");
        for (const StorageType& storage : kStorages) {
            if (storage.name == name) return *FindDTypeByTorch(storage.torch);
        }
        Fail("has storage '" + name + "', which no kernel takes");
    }

    int64_t Size(const PickleValue& value, const char* what) const {
        if (!value.Is(Kind::kInt) || value.integer < 0) {
            Fail("gives " + DescribePickle(value) + " as " + what + ", expected an integer from 0");
        }
        return value.integer;
    }

    std::vector<int64_t> Sizes(const PickleValue& value, const char* what) const {
        if (!value.Is(Kind::kTuple)) Fail("gives " + DescribePickle(value) + " as " + what + ", expected a tuple");
        if (value.size() > kHighestRank) Fail("has rank " + std::to_string(value.size()));
        std::vector<int64_t> sizes;
        for (const PickleValue& item : *value.items) sizes.push_back(Size(item, what));
        return sizes;
    }

    // Every element's place lies in the storage.
    void CheckRange(const View& view, uint64_t dense_size, size_t element) const {
        int64_t last = view.offset;
        bool overflow = false;
        for (size_t i = 0; i < view.shape.size(); ++i) {
            int64_t span = 0;
            overflow = overflow || __builtin_mul_overflow(view.shape[i] - 1, view.strides[i], &span) ||
                       __builtin_add_overflow(last, span, &last);
        }
        if (overflow || static_cast<uint64_t>(last) >= view.storage.size() / element) {
            Fail("needs elements beyond its storage of " + std::to_string(view.storage.size() / element));
        }
        if (dense_size > view.storage.size() && dense_size > kLargestExpansion) {
            Fail("expands to " + std::to_string(dense_size) + " bytes");
        }
    }

    const std::string& path_;
    std::vector<ZipEntry> entries_;
    std::string folder_;
    std::string_view pickle_;
};

bool IsContiguous(const View& view) {
    int64_t expected = 1;
    for (size_t i = view.shape.size(); i-- > 0;) {
        if (view.shape[i] != 1 && view.strides[i] != expected) return false;
        expected *= view.shape[i];
    }
    return true;
}

// Fills `size` bytes with copies of the first `block` of them, which are there.
void Repeat(uint8_t* start, size_t block, size_t size) {
    for (size_t done = block; done < size;) {
        const size_t next = std::min(done, size - done);
        std::memcpy(start + done, start, next);
        done += next;
    }
}

// Row-major walk over the dimensions from `d` on; what is the same along a dimension is gathered once. Returns the end.
uint8_t* CopyStrided(const View& view, size_t d, const char* from, size_t element, uint8_t* out) {
    if (d == view.shape.size()) {
        std::memcpy(out, from, element);
        return out + element;
    }
    const auto count = static_cast<size_t>(view.shape[d]);
    const size_t step = static_cast<size_t>(view.strides[d]) * element;
    if (step == 0) {
        const auto block = static_cast<size_t>(CopyStrided(view, d + 1, from, element, out) - out);
        Repeat(out, block, block * count);
        return out + block * count;
    }
    for (size_t i = 0; i < count; ++i) out = CopyStrided(view, d + 1, from + i * step, element, out);
    return out;
}

TensorBytes Loader::Gather(const View& view) const {
    const uint64_t size = DenseBytes(*view.dtype, view.shape);
    const auto element = static_cast<size_t>(view.dtype->bits / 8);
    if (size == 0) return {};
    CheckRange(view, size, element);
    TensorBytes bytes = TensorBytes::Uninitialized(size);
    if (IsContiguous(view)) {
        std::memcpy(bytes.data(), view.storage.data() + static_cast<size_t>(view.offset) * element, size);
    } else {
        const char* const first = view.storage.data() + static_cast<size_t>(view.offset) * element;
        CopyStrided(view, 0, first, element, bytes.data());
    }
    return bytes;
}

}  // namespace

Tensor ParseTorchFile(std::string_view content, const std::string& path) {
    Loader loader(content, path);
    View view = loader.Load();
    try {
        TensorBytes bytes = loader.Gather(view);
        return Tensor{{}, view.dtype, std::move(view.shape), std::move(bytes)};
    } catch (const Error& error) {
        if (!error.place().file.empty()) throw;
        ThrowInput(path, error.message(), kTorchRemedy);  // a shape whose size overflows
    }
}

Tensor ReadTorchFile(const FileSystem& files, const std::string& path) {
    return ParseTorchFile(files.Read(path), path);
}

}  // namespace pto
