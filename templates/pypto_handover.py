"""Hands a built directory over to an installed PyPTO: its replay with our binaries, or its check of the dumped passes.

Follows handed_tensors.py in one program. Arguments: request file (JSON), report file. The report is JSON with "status": "ok", "missing" (modules that this
interpreter lacks), "refused" (PyPTO does not want to be imported, as with a runtime of another revision), "drift" (PyPTO lacks something that is
used of it), "mismatch" or "failed".
Written for PyPTO of 2026-08-21 and 2026-09.
"""

import contextlib
import importlib.util
import json
import os
import sys
import traceback

MODULES = ("torch", "pypto")


def load_config(directory):
    path = os.path.join(directory, "kernel_config.py")
    spec = importlib.util.spec_from_file_location("_kernel_config", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def copy_binary(source, target):
    """In one rename: another PyPTO may be reading."""
    with open(source, "rb") as file:
        content = file.read()
    temporary = f"{target}.{os.getpid()}.tmp"
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temporary)
    with open(temporary, "xb") as file:  # never what somebody else has put there
        file.write(content)
    os.replace(temporary, target)


def place_program(program, platform):
    """Puts the binaries of one chip program where PyPTO looks for them, with the stamp that makes it trust them."""
    from pathlib import Path

    from pypto.runtime import _binary_cache, device_runner
    from pypto.runtime.kernel_compiler import KernelCompiler

    directory = Path(program["directory"])
    cache = directory / "cache"
    config = load_config(program["directory"])
    compiler = KernelCompiler(platform=platform)
    pto_isa_root = device_runner.ensure_pto_isa_root()
    context = device_runner._current_binary_context(
        compiler, platform=platform, runtime_name=program["runtime"], pto_isa_root=pto_isa_root
    )
    if context is None:
        return False
    with _binary_cache.binary_context_lock(directory):
        _binary_cache.prepare_binary_context(directory, context)
        for kernel in config.KERNELS:
            target = device_runner._kernel_cache_file(
                cache, kernel, platform, pto_isa_root, program["runtime"], compiler
            )
            copy_binary(program["kernels"][str(kernel["func_id"])], str(target))
        stem = Path(config.ORCHESTRATION["source"]).stem
        copy_binary(program["orchestration"], str(cache / f"orch_{stem}.bin"))
        _binary_cache.record_binary_context(directory, context)
    return True


def replay(request, arguments):
    trusted = [place_program(program, request["platform"]) for program in request["programs"]]
    from pypto.runtime import RunConfig
    from pypto.runtime.debug import replay as pypto_replay

    if request["log_level"]:
        from pypto.runtime.log_config import configure_log

        configure_log(request["log_level"], sync_pypto=request["log_sync_pypto"])
    config = RunConfig(platform=request["platform"], device_id=request["device_id"], **request["diagnostics"])
    pypto_replay(
        request["directory"], *arguments.values, config=config, recompile=False, rebuild_from_pto=False, validate=False
    )
    return {"status": "ok", "trusted": all(trusted)}


def validate_ir(request, arguments):
    from pypto.debug import validate_pass_ir_codegen_results

    names = [argument["name"] for argument in request["arguments"]]
    tensors = {
        name: value
        for name, value, argument in zip(names, arguments.values, request["arguments"])
        if "tensor" in argument
    }
    try:
        validate_pass_ir_codegen_results(
            os.path.join(request["directory"], "passes_dump"), tensors, arguments.expected, **request["tolerances"]
        )
    except AssertionError as error:
        return {"status": "mismatch", "message": str(error)}
    return {"status": "ok", "trusted": True}


ACTIONS = {"replay": replay, "validate_ir": validate_ir}


def is_refusal(error):
    """Whether somebody wrote this ImportError; Python's own have the name of what they did not find."""
    return type(error) not in (ImportError, ModuleNotFoundError) or error.name is None


def refused(error):
    text = " ".join(str(error).split())
    return {"status": "refused", "message": f"{type(error).__name__}: {text}"}


def run(request):
    try:
        import pypto
    except ImportError as error:
        if is_refusal(error):
            return refused(error)
    except Exception:
        pass  # among the missing ones, with its text
    missing = missing_modules(MODULES)
    if missing:
        return {"status": "missing", "modules": missing}
    try:
        return ACTIONS[request["action"]](request, Arguments(request))
    except (ImportError, AttributeError) as error:
        if isinstance(error, ImportError) and is_refusal(error):
            return refused(error)
        frames = traceback.extract_tb(error.__traceback__)
        ours = frames[-1].filename == "<string>" or isinstance(error, ImportError)
        status = "drift" if ours else "failed"
        return {"status": status, "message": f"{type(error).__name__}: {error}"}
    except Exception as error:
        traceback.print_exc()
        return {"status": "failed", "message": f"{type(error).__name__}: {error}"}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        request = json.load(file)
    report = run(request)
    sys.stdout.flush()
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(report, file)


main()
