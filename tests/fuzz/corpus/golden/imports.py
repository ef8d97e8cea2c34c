from tol import RTOL, ATOL as A
from helpers import *
import torch as t; __outputs__ = (["y"])
(RTOL) = A
def generate_inputs(params): return [("x", t.zeros((1 << 70,)))]
def compute_golden(tensors, params): raise NotImplementedError
