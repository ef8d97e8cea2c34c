from pathlib import Path, PurePosixPath
P = Path("a", "b") / ".." / "/c" / "d.e.f"
N = [P.parent, P.parents[0], P.name, P.stem, P.as_posix(), P.joinpath("x", "y"), P.absolute(), str(P)]
Q = "/" / PurePosixPath(".") / "//x//./y/"
R = Path().resolve().parents
