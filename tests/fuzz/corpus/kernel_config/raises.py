raise ImportError(f"needs {thing}") from None
