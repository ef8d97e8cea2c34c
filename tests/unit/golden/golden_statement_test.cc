#include "generator/golden/golden_statement.h"

#include <gtest/gtest.h>

#include "generator/golden/golden_source.h"

namespace pto::gen {
namespace {

GoldenSource ParseModule(const std::string& text) {
    return ParseGoldenSource(text, "dir/golden.py");
}

struct HardModule {
    const char* text;
    const char* obstacle;
};

constexpr HardModule kHardImports[] = {
    {"from tol import RTOL, ATOL", "'RTOL' is imported"},
    {"from tol import (\n    RTOL,\n    ATOL,\n)", "'RTOL' is imported"},
    {"from math import pi as RTOL", "'RTOL' is imported"},
    {"from tol import loose as RTOL", "'RTOL' is imported"},
    {"from golden_common import __outputs__", "'__outputs__' is imported"},
    {"from golden_common import _DATA_DIR", "'_DATA_DIR' is imported"},
    {"from golden_common import generate_inputs", "'generate_inputs' is imported"},
    {"import math as ATOL", "'ATOL' is imported"},
    {"import numpy as torch", "'torch' is imported"},
    {"from os import path as Path", "'Path' is imported"},
    {"from pathlib import PurePath as Path", "'Path' is imported"},
    {"from sys import argv as __file__", "'__file__' is imported"},
    {"import tol", "what importing 'tol' does is not known"},
    {"import tol as t", "what importing 'tol' does is not known"},
    {"import math, tol.part", "what importing 'tol.part' does is not known"},
    {"from tol import a", "what importing 'tol' does is not known"},
    {"from . import tol", "a relative import is not known"},
    {"from .tol import a", "a relative import is not known"},
    {"from ...tol import a", "a relative import is not known"},
    {"from math import *", "'import *' may bind any name"},
};

constexpr HardModule kHardStatements[] = {
    {"RTOL = ATOL = 1e-2", "'RTOL' is computed"},
    {"X = RTOL = 1e-2", "'RTOL' is computed"},
    {"RTOL, ATOL = 1e-2, 1e-2", "'RTOL' is computed"},
    {"(RTOL) = 1e-2", "'RTOL' is computed"},
    {"[RTOL] = [1e-2]", "'RTOL' is computed"},
    {"RTOL: float = 1e-2", "'RTOL' is computed"},
    {"RTOL *= 10", "'RTOL' is computed"},
    {"(RTOL := 1e-2)", "'RTOL' is computed"},
    {"X = (ATOL := 1e-2)", "'ATOL' is computed"},
    {"X = [ATOL for ATOL in (1, 2)]", "'ATOL' is computed"},
    {"RTOL = (globals().update(ATOL=1), 2)[1]", "'RTOL' is computed"},
    {"RTOL = 1e-2 if flag() else 1", "'RTOL' is computed"},
    {"del RTOL", "'RTOL' is computed"},
    {"for RTOL in (1e-2,): pass", "'RTOL' is computed"},
    {"for i in (1,):\n    RTOL = 1e-2", "'for' starts a statement that has to be run"},
    {"with open('t') as RTOL: pass", "'RTOL' is computed"},
    {"try:\n    RTOL = 1e-2\nexcept OSError:\n    pass", "'try' starts a statement that has to be run"},
    {"while False:\n    RTOL = 1e-2", "'while' starts a statement that has to be run"},
    {"if True: RTOL = 1e-2", "'RTOL' is computed"},
    {"if True: pass; RTOL = 1e-2", "'if' starts a statement that has to be run"},
    {"if __name__ == '__main__':\n    pass\nelse:\n    RTOL = 1e-2", "'else' starts a statement that has to be run"},
    {"if __name__ != '__main__':\n    RTOL = 1e-2", "'if' starts a statement that has to be run"},
    {"match 1:\n    case RTOL:\n        pass", "'match' starts a statement that has to be run"},
    {"__outputs__.append('z')", "'__outputs__' is computed"},
    {"exec('RTOL = 1e-2')", "'exec' starts a statement that has to be run"},
    {"globals()['RTOL'] = 1e-2", "'globals' starts a statement that has to be run"},
    {"vars()['RTOL'] = 1e-2", "'vars' starts a statement that has to be run"},
    {"import sys\nsetattr(sys.modules[__name__], 'RTOL', 1e-2)", "'setattr' starts a statement that has to be run"},
    {"import sys\nsys.modules[__name__].RTOL = 1e-2", "'RTOL' is computed"},
    {"X = exec('RTOL = 1e-2')", "'X' starts a statement that has to be run"},
    {"X = f\"{exec('RTOL = 1e-2')}\"", "'X' starts a statement that has to be run"},
    {"f\"{exec('RTOL = 1e-2')}\"", "'f\"{exec('RTOL = 1e-2')}\"' starts a statement that has to be run"},
    {"X = (lambda: exec('RTOL = 1e-2'))()", "'X' starts a statement that has to be run"},
    {"X = np.pi", "'X' starts a statement that has to be run"},
    {"__file__ = '/elsewhere/golden.py'", "'__file__' is computed"},
    {"__name__ = '__main__'", "'__name__' starts a statement that has to be run"},
    {"torch.load = other", "'torch' starts a statement that has to be run"},
    {"\uff32\uff34\uff2f\uff2c = 1e-2", "'\uff32\uff34\uff2f\uff2c' starts a statement that has to be run"},
    {"# a note\rRTOL = 1e-2", "a line ends with a carriage return alone"},
};

constexpr HardModule kHardDefinitions[] = {
    {"class A:\n    exec('RTOL = 1e-2')", "'class' starts a statement that has to be run"},
    {"async def f():\n    pass", "'async' starts a statement that has to be run"},
    {"def f(x=exec('RTOL = 1e-2')):\n    pass", "the header of 'f' has to be run"},
    {"def f(x: exec('RTOL = 1e-2')):\n    pass", "the header of 'f' has to be run"},
    {"def f() -> exec('RTOL = 1e-2'):\n    pass", "the header of 'f' has to be run"},
    {"def f(x: np.ndarray):\n    pass", "the header of 'f' has to be run"},
    {"@exec\ndef f():\n    pass", "a decorator has to be run"},
    {"def RTOL():\n    pass", "'RTOL' is a function"},
    {"def torch():\n    pass", "'torch' is a function"},
    {"def __getattr__(name):\n    return 1", "'__getattr__' is a function"},
    {"def f():\n    global RTOL\n    RTOL = 1", "'global' rebinds names"},
    {"def f():\n    globals()['RTOL'] = 1", "'globals' may rebind names"},
    {"def f():\n    setattr(me, 'RTOL', 1)", "'setattr' may rebind names"},
    {"def f():\n    me.RTOL = 1", "'RTOL' is an attribute"},
    {"def f():\n    exec('global RTOL; RTOL = 1')", "'exec' may rebind names"},
    {"def f(): pass; global RTOL; RTOL = 1", "'global' rebinds names"},
};

// Nothing is known of names that such a file sets: what was read before or after counts for nothing.
void ExpectNothingUnderstood(const HardModule& module) {
    const std::string before = "__outputs__ = ['y']\nRTOL = 1e-3\nATOL = 1e-3\n";
    const std::string body = "def generate_inputs(params):\n    return [('y', 1)]\n";
    const std::string text = module.text;
    for (const std::string& whole : {before + text + "\n" + body, text + "\n" + before + body}) {
        const GoldenSource source = ParseModule(whole);
        EXPECT_EQ(source.obstacle, module.obstacle) << whole;
        EXPECT_FALSE(source.inputs || source.outputs || source.rtol || source.atol) << whole;
    }
}

TEST(GoldenStatement, ImportsOfUnknownEffectMakeTheFileAMatterForPython) {
    for (const HardModule& module : kHardImports) ExpectNothingUnderstood(module);
}

TEST(GoldenStatement, StatementsThatAreNotPlainBindingsDoToo) {
    for (const HardModule& module : kHardStatements) ExpectNothingUnderstood(module);
}

TEST(GoldenStatement, DefinitionsThatRunOrRebindDoToo) {
    for (const HardModule& module : kHardDefinitions) ExpectNothingUnderstood(module);
}

TEST(GoldenStatement, OtherEncodingsDoToo) {
    const std::string body = "def generate_inputs(params):\n    return [('y', 1)]\n";
    const GoldenSource latin = ParseModule("# -*- coding: latin-1 -*-\n" + body);
    EXPECT_EQ(latin.obstacle, "it is in another encoding than UTF-8");
    EXPECT_FALSE(latin.inputs || latin.rtol);
    EXPECT_EQ(ParseModule("#!/usr/bin/python3\n# vim: set fileencoding=latin-1 :\n" + body).obstacle, latin.obstacle);
    EXPECT_EQ(ParseModule("# vim: set fileencoding=utf-8 :\n" + body).obstacle, "");
    EXPECT_EQ(ParseModule(body + "# coding: latin-1\n").obstacle, "");
    EXPECT_EQ(ParseModule(body + '\0').obstacle, "there is a NUL byte");
}

TEST(GoldenStatement, UnderstandsWhatDoesNothingElse) {
    const std::string body = "def generate_inputs(params):\n    return [('y', 1)]\nATOL = 1e-2\n";
    for (const char* text : {
             "import numpy as np\nimport torch.nn.functional as F\nX = np.pi * 2",
             "from __future__ import annotations\nimport os, sys, math",
             "from typing import (Any,\n    Dict)\ndef f(a: Dict[str, Any], *b, c=3, **d) -> None:\n    return a(b)",
             "import torch\ntorch.manual_seed(0)\nimport random; random.seed(7)",
             "import numpy as np\nnp.random.seed(7)",
             "SHAPE = (2, 3)\nN: int = 4\nM = SHAPE[0] + N",
             "__all__ = ['compute_golden']",
             "import torch\n@torch.no_grad()\ndef compute_golden(tensors, params):\n    tensors['y'][:] = RTOL",
             "if __name__ == '__main__':\n    RTOL = 5\n    print(generate_inputs({}))",
             "if __name__ == '__main__': main(); RTOL = 5",
             "def f(): return 1; RTOL = 5",
             "pass",
             "'a note'",
         }) {
        const GoldenSource source = ParseModule(std::string(text) + "\n" + body);
        EXPECT_EQ(source.obstacle, "") << text;
        EXPECT_TRUE(source.inputs) << text;
        EXPECT_EQ(source.atol, 1e-2) << text;
        EXPECT_EQ(source.rtol, 1e-5) << text;
    }
}

}  // namespace
}  // namespace pto::gen
