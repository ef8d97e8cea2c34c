"""Calls _user_compare of PyPTO's debug/run.py after a run; follows run_py.py and handed_tensors.py in one program.

Arguments: request file (JSON), report file. The report is JSON with "status": "ok"; "missing" (modules that this
interpreter lacks); "raised" (by _user_compare) or "broken" (the file cannot be run), both with "message" and "line", 0
where no line of run.py is to blame.
"""

import importlib.util
import json
import os
import sys
import traceback
import types


class Failed(Exception):
    def __init__(self, report):
        super().__init__(report["status"])
        self.report = report


def line_of(error, path):
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno or 0, ""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return (frames[-1].lineno, frames[-1].line or "") if frames else (0, "")


def describe(error, source_line):
    """An assertion without a text says what was asserted."""
    text = " ".join(str(error).split())
    if not text and isinstance(error, AssertionError):
        text = source_line
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def is_absent(name):
    try:
        return bool(name) and importlib.util.find_spec(name) is None
    except (ImportError, ValueError):
        return True


def call(status, path, function, *arguments):
    """Calls into the user's code; what it raises becomes a report, the end that it asks for without an error does not."""
    try:
        function(*arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if isinstance(error, SystemExit) and not error.code:
            return
        name = (getattr(error, "name", None) or "").split(".")[0]
        if isinstance(error, ModuleNotFoundError) and is_absent(name):
            raise Failed({"status": "missing", "modules": [{"module": name, "reason": ""}]}) from error
        line, text = line_of(error, path)
        raise Failed({"status": status, "message": describe(error, text), "line": line}) from error


def load(path):
    sys.path.append(os.path.dirname(path))
    module = types.ModuleType("run")
    module.__file__ = path
    sys.modules["run"] = module
    with open(path, "rb") as file:
        text = file.read()
    call("broken", path, lambda: exec(compile(text, path, "exec"), module.__dict__))
    return module


def run(request):
    missing = missing_modules(("torch",))
    if missing:
        return {"status": "missing", "modules": missing}
    replace_absent_pypto()
    try:
        module = load(request["source"])
        compare = getattr(module, "_user_compare", None)
        if not callable(compare):
            return {"status": "broken", "message": "does not define _user_compare", "line": 0}
        call("raised", request["source"], compare, *Arguments(request).values)
    except Failed as failed:
        return failed.report
    return {"status": "ok"}


def main():
    request_path, report_path = sys.argv[1:]
    with open(request_path, encoding="utf-8") as file:
        request = json.load(file)
    sys.argv = [request["source"]]
    report = run(request)
    sys.stdout.flush()
    with open(report_path, "w", encoding="utf-8") as file:
        json.dump(report, file)


main()
