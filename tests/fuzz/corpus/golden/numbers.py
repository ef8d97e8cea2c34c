def generate_inputs(params):
    x = torch.full((99999999999, 99999999999), 1e400)
    return [("x", x)]
__outputs__ = ["\N{BULLET}\xff"]
