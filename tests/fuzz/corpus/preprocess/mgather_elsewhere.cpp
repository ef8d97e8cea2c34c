  __ubuf__ float* d = dst.data();
  __gm__ float* t = (__gm__ float*) table;
  __cbuf__ int32_t* i = idx.data();
  __gm__ float* s = (__gm__ float*) scratch;
  use(s); MY_MGATHER(d, t, i); x=MGATHER(d,t ,	i, s);
