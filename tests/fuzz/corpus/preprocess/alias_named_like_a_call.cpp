v7);
  __ubuf__ float* v5 = v4.data();
  MGATHER(v5, v6, v7, v4);
  __ubuf__ float* v8 = v1.data();
  __gm__ float* v9 = (__gm__ floatMGATHER<*) v2;
  __cbuf__ int32_t* v10 = v3.data();
  MGATHER<pto::Coalesce::Row>(v5, v6, v7);
  __ubuf__ float* v5 = v4.data();
  MGATHER(v5, v6, v7, v4);
  __ubuf__ float* v8 = v1.data();
  __gm__ float* v4 = (__gm__ float*) v2;
  __cbuf_v10); MGATHER(v8, v9, v10);
}
