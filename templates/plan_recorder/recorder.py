"""Runs orchestration/host_orch.py once, with modules that record instead of running, and writes what it did.

The report is JSON with "status": "ok", "missing" (this interpreter lacks a module that the source imports) or "failed".
"""

import importlib.util
import inspect
import json
import os
import sys
import traceback
import types

from plan_recorder.arguments import CallConfig
from plan_recorder.domain import ByName
from plan_recorder.inputs import InputFile, Parameters
from plan_recorder.modules import install
from plan_recorder.orchestrator import Callbacks, Orchestrator, Program
from plan_recorder.plan_text import plan_text
from plan_recorder.storage import Ledger, Refusal, listed
from plan_recorder.surroundings import Surroundings
from plan_recorder.tensor import Tensor

MODULE = "host_orch"
ENTRY_MARK = "_pypto_distributed_entry"
RECOMPILE = "compile the program again with ir.compile()"


class Tensors(dict):
    """`tensors`: names of intermediates are the keys they were first put under."""

    def __setitem__(self, key, value):
        self._name(key, value)
        super().__setitem__(key, value)

    def _name(self, name, value):
        if isinstance(value, Tensor):
            value.storage.name = value.storage.name or name
        elif isinstance(value, (list, tuple)):
            for i, item in enumerate(value):
                self._name(f"{name}[{i}]", item)

    def __missing__(self, key):
        raise Refusal(f"uses tensor '{key}', which is neither a parameter nor made before", "correct the name")


class Source:
    """host_orch.py, and where in it (or in a module beside it) things happen."""

    def __init__(self, root, name):
        self.root = os.path.abspath(root)
        self.name = name
        self.path = os.path.join(self.root, name)
        self.modules_before = set(sys.modules)
        self.surroundings = Surroundings({self.path})

    def line(self):
        """Of the call that is being made."""
        frame = sys._getframe()
        while frame is not None and frame.f_code.co_filename != self.path:
            frame = frame.f_back
        return frame.f_lineno if frame is not None else 0

    def place_of(self, error):
        """The innermost file of the user's and its line; the source without a line if there is none."""
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if frame.filename == self.path or frame.filename in self.local_modules():
                return frame.filename, frame.lineno
        return self.path, 0

    def local_modules(self):
        files = [getattr(module, "__file__", None) for name, module in sys.modules.items() if self._is_new(name)]
        return sorted(f for f in files if isinstance(f, str) and f.startswith(self.root + os.sep) and f != self.path)

    def watch(self, inputs_path):
        """What it reads and looks for decides what the plan is, as the source does."""
        self.surroundings.own_files.add(os.path.abspath(inputs_path))
        self.surroundings.watch()

    def reads(self):
        hidden = os.path.join(self.root, ".pto-ninja") + os.sep
        report = self.surroundings.report()
        report["files"] = [path for path in report["files"] if not path.startswith(hidden)]
        files = {path for path in report["files"] if os.path.isfile(path)}
        return {"reads": sorted((files | set(self.local_modules())) - {self.path}), "surroundings": report}

    def _is_new(self, name):
        return name not in self.modules_before

    def load(self):
        with open(self.path, "rb") as file:
            code = compile(file.read(), self.path, "exec")
        module = types.ModuleType(MODULE)
        module.__file__ = self.path
        sys.modules[MODULE] = module
        exec(code, module.__dict__)
        return module

    def entry(self, module):
        functions = [value for value in vars(module).values() if isinstance(value, types.FunctionType)]
        own = [function for function in functions if function.__module__ == MODULE]
        entries = list(dict.fromkeys(function for function in own if getattr(function, ENTRY_MARK, False)))
        if len(entries) == 1:
            return entries[0]
        found = "no function" if not entries else listed([function.__name__ for function in entries])
        raise Refusal(f"marks {found} with {ENTRY_MARK}, expected exactly one", RECOMPILE)


def missing_program(names, root):
    def refuse(name):
        where = os.path.join("next_levels", str(name))
        if os.path.isdir(os.path.join(root, where)):
            return Refusal(f"dispatches program '{name}', but {where}/kernel_config.py does not exist", RECOMPILE)
        return Refusal(f"dispatches program '{name}', expected one of next_levels/: {listed(sorted(names))}", RECOMPILE)

    return refuse


def call_allocations(module, tensors, world_size):
    """Older emitters' function takes the tensors alone."""
    allocate = getattr(module, "_alloc_intermediates", None)
    if allocate is None:
        return
    parameters = inspect.signature(allocate).parameters.values()
    if any(p.name == "world_size" or p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters):
        allocate(tensors, world_size=world_size)
    else:
        allocate(tensors)


def range_remedy(request):
    if not request["override"]:
        return "correct host_orch.py"
    return f"the program was compiled for {request['recorded_devices']} devices: generate without {request['override']}"


def record(source, request, inputs_path):
    ledger = Ledger(range_remedy(request))
    install(ledger)
    inputs = InputFile(inputs_path) if inputs_path else None
    parameters = Parameters(request["params"], inputs, ledger, os.path.join(source.root, "distributed_meta.json"))
    sys.path += [os.path.dirname(source.path), source.root]
    module = source.load()
    entry = source.entry(module)
    world_size = len(request["device_ids"])
    tensors = Tensors(parameters.values)
    call_allocations(module, tensors, world_size)
    orch = Orchestrator(world_size, source.line, ledger.range_remedy)
    config = CallConfig()
    config.aicpu_thread_num = request["aicpu_thread_num"]
    programs = {p["name"]: Program(p["name"], p["signature"]) for p in request["programs"]}
    entry(
        orch,
        None,
        config,
        tensors=tensors,
        callables=ByName(programs, missing_program(programs, source.root)),
        sub_ids=Callbacks(),
        _keep=[],
        world_size=world_size,
    )
    if Refusal.first is not None:
        raise Refusal.first
    if not orch.dispatches:
        raise Refusal("dispatches nothing", RECOMPILE)
    return plan_text(source.name, entry.__name__, request["device_ids"], parameters, ledger, orch)


def describe(error):
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def failure(source, error):
    """The report of what the source, or the recorder for it, raised."""
    file, line = source.place_of(error)
    report = {"status": "failed", "file": file, "line": line, "column": 0, "text": "", "remedy": "correct host_orch.py"}
    if isinstance(error, Refusal):
        place = {"file": error.file, "line": 0} if error.file else {}
        return {**report, **place, "message": str(error), "remedy": error.remedy}
    if isinstance(error, SyntaxError):
        place = {"file": error.filename or file, "line": error.lineno or 0, "column": error.offset or 0}
        return {**report, **place, "text": (error.text or "").rstrip("\n"), "message": f"syntax error: {error.msg}"}
    if isinstance(error, ModuleNotFoundError) and not found(error.name):
        return {**report, "status": "missing", "modules": [{"module": error.name, "reason": ""}]}
    return {**report, "message": f"raised {describe(error)}"}


def found(name):
    try:
        return not name or importlib.util.find_spec(name.split(".")[0]) is not None
    except (ImportError, ValueError):
        return False


def main(root, request_path, inputs_path, plan_path, report_path):
    sys.dont_write_bytecode = True
    with open(request_path, encoding="utf-8") as file:
        request = json.load(file)
    source = Source(root, request["source"])
    source.watch(inputs_path)
    sys.argv = [source.path]
    try:
        text = record(source, request, inputs_path)
        with open(plan_path, "w", encoding="utf-8") as file:
            file.write(text)
        report = {"status": "ok", **source.reads()}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too
        report = failure(source, error)
    with open(report_path, "w", encoding="utf-8") as file:
        json.dump(report, file)
