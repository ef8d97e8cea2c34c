def generate_inputs(params):
    """not closed
