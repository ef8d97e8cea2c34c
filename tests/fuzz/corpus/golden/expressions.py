RTOL = __import__("os").environ["T"]
__outputs__ = [x for x in "y"]
def generate_inputs(p):
    for i in range(3): pass
