using namespace pto;
AICORE void f();Tensor
