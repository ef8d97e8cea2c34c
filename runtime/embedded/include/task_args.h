// Fixed-capacity storage for the arguments of a task or a program: tensors first, then scalars.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "arg_direction.h"
#include "tensor.h"
#include "tensor_create_info.h"

// One tensor argument: a tensor, or the request for one.
class TensorRef {
  public:
    TensorRef() {}  // left uninitialised: every list holds room for 32 or 256
    TensorRef(const TensorRef&) = delete;
    TensorRef& operator=(const TensorRef&) = delete;

    TensorRef& operator=(const Tensor* tensor) {
        tensor_ = tensor;
        create_info_ = nullptr;
        shapes = tensor->shapes;
        return *this;
    }
    TensorRef& operator=(const TensorCreateInfo* info) {
        tensor_ = nullptr;
        create_info_ = info;
        shapes = info->shapes;
        return *this;
    }

    const Tensor& ref() const { return *tensor_; }
    const TensorCreateInfo& create_info() const { return *create_info_; }
    bool refers_to(const Tensor* tensor) const { return tensor_ == tensor; }
    bool refers_to(const TensorCreateInfo* info) const { return create_info_ == info; }

    // Earlier versions of PyPTO read the arguments of a program without ref().
    template <typename T>
    T* data_as() const {
        return tensor_->data_as<T>();
    }
    const uint32_t* shapes;

  private:
    const Tensor* tensor_;
    const TensorCreateInfo* create_info_;
};

template <size_t MaxTensors, size_t MaxScalars>
struct TaskArgsStorage {
    TensorRef tensors_[MaxTensors];
    TensorArgType tags_[MaxTensors];
    uint64_t scalars_[MaxScalars];
    uint8_t scalar_dtypes_[MaxScalars];
    int32_t tensor_count_{0};
    int32_t scalar_count_{0};

    const TensorRef& tensor(int32_t i) const { return tensors_[i]; }
    TensorRef& tensor(int32_t i) { return tensors_[i]; }
    const uint64_t& scalar(int32_t i) const { return scalars_[i]; }
    uint64_t& scalar(int32_t i) { return scalars_[i]; }
    template <typename T>
    T scalar(int32_t i) const {
        return from_u64<T>(scalars_[i]);
    }
    TensorArgType tag(int32_t i) const { return tags_[i]; }
    const uint64_t* scalars() const { return scalars_; }
    const uint64_t* scalar_data() const { return scalars_; }
    const uint8_t* scalar_dtypes() const { return scalar_dtypes_; }
    int32_t tensor_count() const { return tensor_count_; }
    int32_t scalar_count() const { return scalar_count_; }

    void clear() {
        tensor_count_ = 0;
        scalar_count_ = 0;
    }
};
