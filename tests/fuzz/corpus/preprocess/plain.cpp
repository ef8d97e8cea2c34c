#include "pto/pto-inst.hpp"
#include <cstdint>
using namespace pto;

template <typename T>
static AICORE inline T least(T a, T b) { return a < b ? a : b; }

extern "C" __global__ AICORE void scale(__gm__ float* v1, Tensor* v2, float v3) {
  set_ffts_base_addr(v4);
  GlobalTensor<float> v5(v1);  // a Tensor
  TLOAD(v6, v5);
}
AICORE void second(int32_t v1);
