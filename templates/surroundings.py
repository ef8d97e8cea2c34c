"""What Python code of the user's depends on besides its own text, as far as it can be seen: files it reads and looks
for, folders it lists, environment variables. What cannot be seen is at least noticed.

One watcher for each process; it is part of the programs that run golden.py, debug/run.py and host_orch.py.
"""

import sys

if sys.path and sys.path[0] == "":
    del sys.path[0]  # the working directory must not shadow the standard library

import os
import site
import stat

# Events of things that read what this process does not see.
UNTRACKED_EVENTS = {
    "subprocess.Popen": "starts programs",
    "os.system": "starts programs",
    "os.posix_spawn": "starts programs",
    "os.spawn": "starts programs",
    "os.exec": "starts programs",
    "pty.spawn": "starts programs",
    "os.fork": "starts processes",
    "os.forkpty": "starts processes",
    "ctypes.dlopen": "calls C libraries",
    "socket.connect": "uses the network",
    "sqlite3.connect": "reads a database",
}
LISTING_EVENTS = ("os.listdir", "os.scandir")


def fspath(path):
    """Absolute, or nothing for what is no path."""
    try:
        return os.path.abspath(os.fsdecode(path))
    except (TypeError, ValueError):
        return None


def reads(mode, flags):
    """Whether an opened file's content from before counts; "r+" and "a+" read too."""
    if isinstance(mode, str):
        return "r" in mode or ("a" in mode and "+" in mode) or not set(mode) & set("wax")
    writes_only = isinstance(flags, int) and flags & os.O_ACCMODE == os.O_WRONLY
    return not writes_only and not (isinstance(flags, int) and flags & os.O_TRUNC)


class Environ(os._Environ):
    """os.environ itself, once its class is this one."""

    names = set()

    def __getitem__(self, key):
        Environ.names.add(os.fsdecode(key))
        return super().__getitem__(key)

    def __iter__(self):
        keys = list(super().__iter__())
        Environ.names.update(os.fsdecode(key) for key in keys)
        return iter(keys)


class Surroundings:
    def __init__(self, own_files=()):
        self.own_files = set(own_files)
        self.opened = set()
        self.listed = set()
        self.sought = set()
        self.untracked = set()
        self.asleep = False  # while we ask for ourselves
        self.modules_before = set(sys.modules)
        roots = [sys.prefix, sys.base_prefix, sys.exec_prefix, os.path.dirname(os.__file__), "/proc", "/sys", "/dev"]
        roots += site.getsitepackages() if hasattr(site, "getsitepackages") else []
        both = [place(root) for root in roots for place in (os.path.abspath, os.path.realpath)]
        self.roots = tuple({os.path.join(root, "") for root in both})

    def watch(self):
        self.modules_before = set(sys.modules)
        self._watch_stat()
        for environ in (os.environ, os.environb):
            environ.__class__ = Environ
        Environ.names.clear()
        sys.addaudithook(self._on_event)

    def _watch_stat(self):
        """A file that is looked for and not there; the import system has a way of its own."""
        real = os.stat

        def watched(path, *arguments, **named):
            try:
                return real(path, *arguments, **named)
            except FileNotFoundError:
                if not self.asleep:
                    self.sought.add(path)
                raise

        os.stat = watched

    def _on_event(self, event, arguments):
        if self.asleep:
            return
        if event == "open" and len(arguments) > 2:
            if reads(arguments[1], arguments[2]):
                self.opened.add(arguments[0])
        elif event in LISTING_EVENTS and not isinstance(arguments[0], int):
            if "importlib" not in sys._getframe(1).f_code.co_filename:
                self.listed.add("." if arguments[0] is None else arguments[0])
        elif event in UNTRACKED_EVENTS and not self._is_foreign_library(event, arguments):
            self.untracked.add(UNTRACKED_EVENTS[event])

    def _is_foreign_library(self, event, arguments):
        """Packages load their own libraries late."""
        path = arguments[0] if event == "ctypes.dlopen" and arguments else None
        return isinstance(path, str) and os.sep in path and self._is_foreign(os.path.abspath(path))

    def _is_foreign(self, path):
        # The interpreter's own files may be links that lead out of its folders.
        return path.startswith(self.roots) or os.path.realpath(path).startswith(self.roots)

    def _own(self, paths):
        found = {fspath(path) for path in paths if not isinstance(path, int)} - {None}
        own = (path for path in found if path not in self.own_files and not path.endswith(".pyc"))
        return [path for path in own if not self._is_foreign(path) and f"{os.sep}__pycache__" not in path]

    def _modules(self):
        items = [(name, getattr(module, "__file__", None)) for name, module in list(sys.modules.items())]
        return [path for name, path in items if name not in self.modules_before and isinstance(path, str)]

    def _mapped(self):
        """Files that a library has mapped without opening them in Python."""
        try:
            with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as file:
                rows = [line.rstrip("\n").split(None, 5) for line in file]
        except OSError:
            return []
        mapped = (row[5] for row in rows if len(row) == 6 and row[5].startswith("/"))
        return [path for path in mapped if ".so" not in path and not path.startswith(("/usr/", "/lib"))]

    def files(self):
        self.asleep = True
        paths = list(self.opened) + self._modules() + self._mapped()
        found = sorted(path for path in set(self._own(paths)) if os.path.isfile(path))
        self.asleep = False
        return found

    def report(self):
        """Goes into a report as it is; names that are no text are left out."""
        files = self.files()
        self.asleep = True
        absent = [path for path in set(self._own(list(self.opened) + list(self.sought))) if not os.path.exists(path)]
        folders = [path for path in set(self._own(self.listed)) if is_folder(path)]
        builds = [path for path in folders if os.path.exists(os.path.join(path, ".pto-ninja"))]
        self.asleep = False
        untracked = set(self.untracked) | ({"lists the compiled directory"} if builds else set())
        return {
            "files": texts(files) + texts(path for path in folders if path not in builds),
            "absent": texts(absent),
            "environment": texts(Environ.names),
            "untracked": sorted(untracked),
        }


def is_folder(path):
    try:
        return stat.S_ISDIR(os.stat(path).st_mode)
    except OSError:
        return False


def texts(items):
    return sorted(item for item in items if item.isprintable())
