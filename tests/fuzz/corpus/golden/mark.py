__outputs__ = ["y"]
RTOL = 1e-3\
