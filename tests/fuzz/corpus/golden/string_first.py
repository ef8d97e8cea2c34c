"""def generate_input
    """not closed
