RTOL = 1e-3; RTOL = 2
if True:
    ATOL = 1
class A: RTOL = 3
def generate_inputs(params):
    x = torch.load(_DATA_DIR / "in" / "../../x.pt", weights_only=True)
    return [("x", x), ("x", x)]
