AICORE void a(){} using namespace pto;　#include <cstdint>Tensoré éTensor Tensor̀
