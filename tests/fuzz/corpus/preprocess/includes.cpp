# include <cstdint>
#include <vector> // tensor.h
  #include tensor\h
#include"pto-inst
