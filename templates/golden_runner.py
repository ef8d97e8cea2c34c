"""Runs a golden.py for the golden edge: its inputs and its expected values become two safetensors files.

Arguments: golden.py, inputs file, expected file, report file, "reference" or "inputs" (leave compute_golden alone).
With "tensors" more arguments follow, files of torch.save; their tensors go into the inputs file, named by position.
With "run_py" the first is PyPTO's debug/run.py, whose _inline_inputs makes the inputs; there are no expected values.
The report is JSON with "status": "ok", "missing" (this interpreter lacks modules) or "failed" (the user's code raised).
Nothing here needs torch or numpy; both are used if golden.py does.
"""

import sys

if sys.path and sys.path[0] == "":
    del sys.path[0]  # the working directory must not shadow the standard library

import ast
import ctypes
import importlib
import importlib.util
import inspect
import json
import os
import random
import struct
import traceback
import types

PARAMS = {"name": "Default"}
THREAD_CAP = 16
DEFAULT_TOLERANCE = 1e-5

# torch's and numpy's names (ml_dtypes adds bfloat16 and the float8 types to numpy) in safetensors headers. DTYPE_ROWS
# goes before this program.
DTYPES = {torch: safetensors for *_, torch, safetensors, _ in DTYPE_ROWS if torch}  # noqa: F821
CTYPES_KINDS = {"?": "bool", "f": "float32", "d": "float64"}
SIGNED_CODES = "bhilq"
UNSIGNED_CODES = "BHILQ"


class UserError(Exception):
    """Something in golden.py is wrong; `line` is 0 when no line is to blame, `type` names what was raised."""

    def __init__(self, message, line=0, column=0, text="", type=""):
        super().__init__(message)
        self.place = {"line": line, "column": column, "text": text}
        self.type = type


class MissingModules(Exception):
    def __init__(self, modules):
        super().__init__("missing modules")
        self.modules = modules


class Golden:
    """The user's module, and where things are in its text."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        with open(self.path, "rb") as file:
            self.text = file.read()
        try:
            self.tree = ast.parse(self.text, filename=self.path)
        except SyntaxError as error:
            text = (error.text or "").rstrip("\n")
            raise UserError(f"syntax error: {error.msg}", error.lineno or 0, error.offset or 0, text) from error
        self.name = os.path.basename(self.path)
        self.module = types.ModuleType(os.path.splitext(self.name)[0])
        self.module.__file__ = self.path

    def import_needed(self):
        """Imports what the top level imports, so that a missing module is told apart from an error of the user's."""
        missing = []
        for name in self._imported_names():
            if self._is_local(name):
                continue
            try:
                importlib.import_module(name)
            except Exception as error:  # a damaged installation may raise anything
                missing.append({"module": name, "reason": reason_of(error, name)})
        if missing:
            raise MissingModules(missing)

    def _imported_names(self):
        names = []
        for node in self.tree.body:
            if isinstance(node, ast.Import):
                names += [alias.name.split(".")[0] for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names.append(node.module.split(".")[0])
        return sorted(set(names))

    def _is_local(self, name):
        folder = os.path.dirname(self.path)
        return any(os.path.exists(os.path.join(folder, name + end)) for end in (".py", os.sep + "__init__.py"))

    def load(self):
        sys.modules[self.module.__name__] = self.module
        code = compile(self.tree, self.path, "exec")
        self.call(self.name, exec, code, self.module.__dict__)

    def function(self, name):
        function = getattr(self.module, name, None)
        if not callable(function):
            raise UserError(f"does not define {name}")
        return function

    def call(self, what, function, *arguments):
        """Calls into the user's code; whatever it raises becomes a UserError at the line of golden.py it came from."""
        try:
            return function(*arguments)
        except KeyboardInterrupt:
            raise
        except ModuleNotFoundError as error:
            name = (error.name or "").split(".")[0]
            if name and not can_find(name):
                raise MissingModules([{"module": name, "reason": ""}]) from error
            raise UserError(f"{what} raised {describe(error)}", self._line_of(error)) from error
        except BaseException as error:  # SystemExit too
            message = f"{what} raised {describe(error)}"
            raise UserError(message, self._line_of(error), type=type(error).__name__) from error

    def _line_of(self, error):
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.path]
        return lines[-1] if lines else 0

    def line_of_function(self, name):
        lines = [node.lineno for node in self.tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
        return lines[-1] if lines else 0

    def line_of_name(self, name):
        lines = [
            node.lineno
            for node in self.tree.body
            if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
        ]
        return lines[-1] if lines else 0

    def tolerance(self, name):
        value = getattr(self.module, name, DEFAULT_TOLERANCE)
        try:
            return repr(float(value))
        except (TypeError, ValueError) as error:
            raise UserError(f"{name} is {value!r}, expected a number", self.line_of_name(name)) from error

    def outputs(self):
        names = getattr(self.module, "__outputs__", [])
        if not isinstance(names, (list, tuple, set)) or not all(isinstance(name, str) for name in names):
            raise UserError(f"__outputs__ is {names!r}, expected a list of names", self.line_of_name("__outputs__"))
        return sorted(names) if isinstance(names, set) else list(names)


def describe(error):
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def can_find(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def reason_of(error, name):
    """Empty when the module is simply not installed."""
    not_found = isinstance(error, ModuleNotFoundError) and (error.name or "").split(".")[0] == name
    return "" if not_found else describe(error)


def torch_module():
    return sys.modules.get("torch")


def numpy_module():
    return sys.modules.get("numpy")


def is_torch_tensor(value):
    torch = torch_module()
    return torch is not None and isinstance(value, torch.Tensor)


def is_numpy(value, kind):
    numpy = numpy_module()
    return numpy is not None and isinstance(value, getattr(numpy, kind))


class Record:
    """One value as it goes into a file: dtype name, shape and a bytes-like object."""

    def __init__(self, name, value, line):
        self.name = name
        self.line = line
        self.scalar = not is_torch_tensor(value) and not is_numpy(value, "ndarray")
        self.shape = []
        if is_torch_tensor(value):
            self._take_torch(value)
        elif is_numpy(value, "ndarray") or is_numpy(value, "generic"):
            self._take_numpy(value)
        elif isinstance(value, ctypes._SimpleCData):
            self._take_ctypes(value)
        else:
            self._take_python(value)

    def _set_dtype(self, dtype):
        self.dtype = DTYPES.get(dtype)
        if self.dtype is None:
            raise UserError(f"'{self.name}' has dtype {dtype}, which no kernel takes", self.line)

    def _take_torch(self, tensor):
        torch = torch_module()
        if tensor.layout is not torch.strided or tensor.is_quantized:
            raise UserError(f"'{self.name}' is a {tensor.layout} tensor, expected a dense one", self.line)
        self._set_dtype(str(tensor.dtype).split(".")[-1])
        tensor = tensor.detach().cpu()
        if hasattr(tensor, "resolve_neg"):
            tensor = tensor.resolve_neg()
        self.owner = tensor.contiguous()  # keeps the memory below alive
        self.shape = list(tensor.shape)
        size = self.owner.numel() * self.owner.element_size()
        self.data = (ctypes.c_char * size).from_address(self.owner.data_ptr()) if size else b""

    def _take_numpy(self, value):
        array = numpy_module().asarray(value)
        self._set_dtype(array.dtype.name)
        if array.dtype.byteorder == ">":
            array = array.astype(array.dtype.newbyteorder("<"))
        self.shape = list(array.shape)
        self.data = array.tobytes()

    def _take_ctypes(self, value):
        code = type(value)._type_
        bits = 8 * ctypes.sizeof(value)
        name = CTYPES_KINDS.get(code)
        if isinstance(code, str) and code in SIGNED_CODES:
            name = f"int{bits}"
        elif isinstance(code, str) and code in UNSIGNED_CODES:
            name = f"uint{bits}"
        self._set_dtype(name or type(value).__name__)
        self.data = bytes(value)

    def _take_python(self, value):
        if isinstance(value, bool):
            self.dtype, self.data = "BOOL", struct.pack("<?", value)
        elif isinstance(value, int) and -(2**63) <= value < 2**64:
            self.dtype, code = ("I64", "<q") if value < 2**63 else ("U64", "<Q")
            self.data = struct.pack(code, value)
        elif isinstance(value, float):
            self.dtype, self.data = "F64", struct.pack("<d", value)
        else:
            found = f"the integer {value}" if isinstance(value, int) else f"of type {type(value).__name__}"
            raise UserError(f"'{self.name}' is {found}, expected a tensor or a number of 64 bits", self.line)


def write_safetensors(path, records):
    header = {}
    offset = 0
    for record in records:
        shape = list(record.shape)
        if record.dtype == "F4":  # the format counts single values, torch carriers of two
            shape[-1] *= 2
        end = offset + len(record.data)
        header[record.name] = {"dtype": record.dtype, "shape": shape, "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header, ensure_ascii=False).encode("utf-8")
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for record in records:
            file.write(record.data)


def named_inputs(golden):
    """The (name, value) pairs of generate_inputs, in order."""
    line = golden.line_of_function("generate_inputs")
    returned = golden.call("generate_inputs", golden.function("generate_inputs"), dict(PARAMS))
    try:
        pairs = list(returned.items() if isinstance(returned, dict) else returned)
    except TypeError as error:
        raise UserError(f"generate_inputs returned a {type(returned).__name__}, expected a list", line) from error
    for position, pair in enumerate(pairs):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2 or not isinstance(pair[0], str):
            raise UserError(f"generate_inputs returned no (name, value) pair at position {position}", line)
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"generate_inputs returned two values named '{name}'", line)
    return pairs


def copy_of(value):
    """Arguments of compute_golden share no memory, neither with each other nor with what was written."""
    if is_torch_tensor(value):
        return value.clone()
    if is_numpy(value, "ndarray"):
        return value.copy()
    if isinstance(value, ctypes._SimpleCData):
        return type(value)(value.value)
    return value


def run_reference(golden, pairs, outputs):
    tensors = {name: copy_of(value) for name, value in pairs}
    golden.call("compute_golden", golden.function("compute_golden"), tensors, dict(PARAMS))
    line = golden.line_of_function("compute_golden")
    for name in outputs:
        if name not in tensors:
            raise UserError(f"compute_golden removed '{name}'", line)
    return [Record(name, tensors[name], line) for name in outputs]


def prepare_libraries():
    """Same values on every run of an unseeded golden.py, and no more threads than a shared machine bears."""
    random.seed(0)
    torch = torch_module()
    if torch is not None:
        torch.manual_seed(0)
        torch.set_num_threads(min(THREAD_CAP, torch.get_num_threads()))
    numpy = numpy_module()
    if numpy is not None:
        numpy.random.seed(0)


def load(path):
    """The user's module, and what notes the files that it reads."""
    golden = Golden(path)
    sys.path.append(os.path.dirname(golden.path))
    golden.import_needed()
    prepare_libraries()
    surroundings = Surroundings({golden.path})
    surroundings.watch()
    golden.load()
    return golden, surroundings


def run_py(path, inputs_path):
    """The values of _inline_inputs, named as _user_compare names them; None is left open."""
    replace_absent_pypto()
    script, surroundings = load(path)
    line = script.line_of_function("_inline_inputs")
    returned = script.call("_inline_inputs", script.function("_inline_inputs"))
    if not isinstance(returned, (list, tuple)):
        raise UserError(f"_inline_inputs returned a {type(returned).__name__}, expected a list", line)
    names = positional_names(getattr(script.module, "_user_compare", None))
    if len(names) != len(returned):
        names = [str(position + 1) for position in range(len(returned))]
    records = [Record(name, value, line) for name, value in zip(names, returned) if value is not None]
    write_safetensors(inputs_path, records)
    return {
        "status": "ok",
        "inputs": names,
        "scalars": [record.name for record in records if record.scalar],
        "open": [name for name, value in zip(names, returned) if value is None],
        "reads": surroundings.files(),
        "surroundings": surroundings.report(),
    }


def run(golden_path, inputs_path, expected_path, report_path, mode):
    if mode == "run_py":
        return run_py(golden_path, inputs_path)
    golden, surroundings = load(golden_path)
    pairs = named_inputs(golden)
    line = golden.line_of_function("generate_inputs")
    records = [Record(name, value, line) for name, value in pairs]
    write_safetensors(inputs_path, records)
    outputs = golden.outputs()
    names = [name for name, _ in pairs]

    def report(**more):
        return {
            "status": "ok",
            "inputs": names,
            "scalars": [record.name for record in records if record.scalar],
            "outputs": outputs,
            "rtol": golden.tolerance("RTOL"),
            "atol": golden.tolerance("ATOL"),
            "data_dir": data_directory(golden),
            "reads": surroundings.files(),
            "surroundings": surroundings.report(),
            **more,
        }

    if mode != "reference" or not outputs or not set(outputs) <= set(names):
        return report()
    # Should the reference take the interpreter with it.
    write_report(report_path, report(failure=failure("compute_golden ended the interpreter")))
    try:
        write_safetensors(expected_path, run_reference(golden, pairs, outputs))
    except MissingModules as error:
        missing = ", ".join(f"'{item['module']}'" for item in error.modules)
        reason = failure(f"compute_golden needs {missing}, which no Python has", type="ModuleNotFoundError")
        return report(status="missing", modules=error.modules, failure=reason)
    except UserError as error:
        return report(failure=failure(str(error), error.place["line"], error.type))
    return report()


def failure(message, line=0, type=""):
    return {"message": message, "line": line, "type": type}


def data_directory(golden):
    """Where the module looks for its data, wherever that name came from."""
    try:
        return os.fspath(getattr(golden.module, "_DATA_DIR", ""))
    except TypeError:
        return ""


def read_tensors(paths, inputs_path):
    """What torch makes of files that are not in the format of today's torch.save."""
    try:
        import torch
    except Exception as error:  # a damaged installation may raise anything
        raise MissingModules([{"module": "torch", "reason": reason_of(error, "torch")}]) from error
    records = []
    for position, path in enumerate(paths):
        try:
            value = load_tensor(torch, path)
        except Exception as error:
            raise UserError(f"torch.load of '{path}' raised {describe(error)}") from error
        if not is_torch_tensor(value):
            raise UserError(f"'{path}' holds a {type(value).__name__}, expected one tensor")
        records.append(Record(str(position), value, 0))
    write_safetensors(inputs_path, records)
    return {"status": "ok"}


def load_tensor(torch, path):
    """The strict unpickler knows one protocol; others are read as golden.py, which is code as well, would read them."""
    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except Exception:
        return torch.load(path, map_location="cpu", **plain_load(torch))


def plain_load(torch):
    return {"weights_only": False} if "weights_only" in inspect.signature(torch.load).parameters else {}


def write_report(path, report):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(report, file)


def main(golden_path, inputs_path, expected_path, report_path, mode, *paths):
    sys.argv = [golden_path]
    sys.dont_write_bytecode = True
    try:
        if mode == "tensors":
            report = read_tensors(paths, inputs_path)
        else:
            report = run(golden_path, inputs_path, expected_path, report_path, mode)
    except MissingModules as error:
        report = {"status": "missing", "modules": error.modules}
    except UserError as error:
        report = {"status": "failed", "message": str(error), **error.place}
    write_report(report_path, report)


if __name__ == "__main__":
    main(*sys.argv[1:])
