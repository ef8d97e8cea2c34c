extern"C"AICORE
void g();extern  "C"
__global__	 AICORE  void f(){} extern "C" { AICORE void h(); }
