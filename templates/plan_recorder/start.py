"""First of the recorder's texts: makes modules of the others, which come as pairs of name and text before '--'."""

import sys
import types

if sys.path and sys.path[0] == "":
    del sys.path[0]  # the working directory must not shadow the standard library


def load_parts(words):
    package = types.ModuleType("plan_recorder")
    package.__path__ = []
    sys.modules["plan_recorder"] = package
    while words[0] != "--":
        name, text = words.pop(0), words.pop(0)
        module = types.ModuleType(f"plan_recorder.{name}")
        sys.modules[module.__name__] = module
        exec(compile(text, f"plan_recorder/{name}.py", "exec"), module.__dict__)
    return words[1:]


arguments = load_parts(sys.argv[1:])
sys.modules["plan_recorder.recorder"].main(*arguments)
