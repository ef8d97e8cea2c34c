"""orch: turns the submits of the source into the dispatches of the plan."""

import operator

from plan_recorder.arguments import CORRECT, HostTensor, TaskArgs, WindowTensor
from plan_recorder.dependencies import Producers, clash
from plan_recorder.domain import Domain
from plan_recorder.storage import WITH_PYPTO, Guarded, Refusal, listed


class Program(Guarded):
    """A handle in `callables`."""

    _label = "callables[name]"

    def __init__(self, name, signature):
        self.name = name
        self.signature = signature  # "IN", "OUT", "INOUT", "SCALAR"; empty: not recorded


class Callback(Guarded):
    """A handle in `sub_ids`."""

    _label = "sub_ids[name]"

    def __init__(self, name):
        self.name = name


class Callbacks(dict):
    def __missing__(self, name):
        return Callback(name)


def disagreement(program, args):
    """How the arguments differ from the program's recorded signature; empty if they do not."""
    wanted = [word for word in program.signature if word != "SCALAR"]
    if not wanted:
        return ""
    # More are fine: the tokens that keep a rank's dispatches in order come last, and the program never looks at them.
    if len(args.tensors) < len(wanted):
        return f"{len(args.tensors)} tensors, its signature has {len(wanted)}"
    scalars = len(program.signature) - len(wanted)
    if scalars and scalars != len(args.scalars):
        return f"{len(args.scalars)} scalars, its signature has {scalars}"
    for i, (word, (_, tag)) in enumerate(zip(wanted, args.tensors)):
        reads_only = word == "IN" and tag in ("OUTPUT", "OUTPUT_EXISTING")
        if reads_only or (word in ("OUT", "INOUT") and tag == "INPUT"):
            return f"tensor {i + 1} as {tag}, its signature has {word} there"
    return ""


class Orchestrator(Guarded):
    """orch: turns submits into the dispatches of the plan."""

    _label = "orch"

    def __init__(self, world_size, line_of_source, range_remedy=CORRECT):
        worker = type("Worker", (Guarded,), {"_label": "orch._worker"})
        self._worker = worker()
        self.world_size = world_size
        self.dispatches = []
        self.domains = []
        self._line = line_of_source
        self._range_remedy = range_remedy  # for a rank that is not there
        self._next_rank = 0
        self._producers = Producers()

    def allocate_domain(self, *, name, workers, window_size, buffers=()):
        ranks = [operator.index(worker) for worker in workers]
        window = operator.index(window_size)
        problem = self._domain_problem(name, ranks, window, buffers)
        if problem:
            raise Refusal(f"domain '{name}' {problem}", CORRECT)
        outside = [rank for rank in ranks if not 0 <= rank < self.world_size]
        if outside:
            text = f"domain '{name}' has worker {outside[0]}, expected one from 0 to {self.world_size - 1}"
            raise Refusal(text, self._range_remedy)
        self.domains.append(Domain(len(self.domains), str(name), ranks, window, list(buffers)))
        return self.domains[-1]

    def _domain_problem(self, name, ranks, window, buffers):
        names = [spec.name for spec in buffers]
        total = sum(spec.nbytes for spec in buffers)
        if not ranks or len(set(ranks)) != len(ranks):
            return f"has workers {ranks}, expected at least one and each once"
        if len(set(names)) != len(names):
            return f"has two buffers of one name: {listed(names)}"
        if window < 1 or total > window:
            return f"has buffers of {total} bytes in a window of {window}"
        if any(domain.name == name and not domain.released for domain in self.domains):
            return "is allocated twice"
        return ""

    def release_domain(self, domain):
        domain.release()

    def submit_sub(self, callback, *_):
        name = getattr(callback, "name", callback)
        text = f"calls the host callback '{name}' (sub_workers/{name}.py), which only the pypto runtime can run"
        raise Refusal(text, WITH_PYPTO)

    submit_sub_group = submit_sub

    def submit_next_level(self, program, args, config=None, *, worker=None):
        if not isinstance(program, Program) or not isinstance(args, TaskArgs):
            raise Refusal("submits something else than a program of `callables` and a TaskArgs", CORRECT)
        rank = self._rank(worker)
        problem = disagreement(program, args)
        if problem:
            raise Refusal(f"gives program '{program.name}' {problem}", CORRECT)
        index = len(self.dispatches)
        arguments = [(tag, tensor.footprint()) for tensor, tag in args.tensors]
        self._check_arguments(program, args, arguments, rank)
        self.dispatches.append(
            {
                "program": program.name,
                "rank": rank,
                "line": self._line(),
                "tensors": list(args.tensors),
                "scalars": list(args.scalars),
                "config": dict(config.given) if config is not None else {},
                "depends_on": self._producers.submit(index, arguments),
            }
        )
        self._mark(args, f"dispatch {index} ('{program.name}')")

    def _rank(self, worker):
        """Without a rank, or with the -1 of older emitters, they are handed out in turn."""
        if worker is None or (not isinstance(worker, bool) and operator.index(worker) == -1):
            self._next_rank += 1
            return (self._next_rank - 1) % self.world_size
        rank = operator.index(worker)
        if isinstance(worker, bool) or not 0 <= rank < self.world_size:
            text = f"submits to rank {worker}, expected one from 0 to {self.world_size - 1}"
            raise Refusal(text, self._range_remedy)
        return rank

    @staticmethod
    def _check_arguments(program, args, arguments, rank):
        both = clash(arguments)
        if both:
            raise Refusal(
                f"tensors {both[0] + 1} and {both[1] + 1} of program '{program.name}' share bytes that it writes",
                "give them disjoint ranges or order them as separate dispatches",
            )
        for i, (tensor, tag) in enumerate(args.tensors):
            where = f"tensor {i + 1} of program '{program.name}'"
            if isinstance(tensor, WindowTensor) and tensor.buffer.context.rank != rank:
                owner = tensor.buffer.context.rank
                raise Refusal(f"{where} lies in the window of rank {owner}, but runs on rank {rank}", CORRECT)
            written = tag in ("INOUT", "OUTPUT_EXISTING")
            if isinstance(tensor, HostTensor) and written and not tensor.tensor.storage.shared:
                raise Refusal(f"{where} is written, but not in shared memory", "call share_memory_() on it")

    @staticmethod
    def _mark(args, dispatch):
        for tensor, tag in args.tensors:
            if isinstance(tensor, HostTensor):
                tensor.tensor.storage.used_by = dispatch
                if tag not in ("INPUT", "NO_DEP"):
                    tensor.tensor.storage.written_by = dispatch


def submit_chip(orch, program, args, config, worker=None):
    return orch.submit_next_level(program, args, config, worker=worker)
