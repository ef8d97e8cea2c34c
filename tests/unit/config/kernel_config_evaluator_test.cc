#include "generator/config/kernel_config_evaluator.h"

#include <gmock/gmock.h>

#include <map>

#include "base/error.h"
#include "generator/config/remedy.h"

namespace pto::gen {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

EvaluationContext Context(std::map<std::string, std::string> environment = {}) {
    EvaluationContext context;
    context.module_path = "/b/d/kernel_config.py";
    context.environment = [environment](const std::string& name) -> std::optional<std::string> {
        const auto found = environment.find(name);
        return found == environment.end() ? std::nullopt : std::optional<std::string>(found->second);
    };
    context.canonical = [](const std::string& path) { return "/real" + path; };
    return context;
}

std::string Show(const Value& value);

std::string ShowItems(const Value& value) {
    std::string text;
    for (const Value& item : Items(value)) text += (text.empty() ? "" : ",") + Show(item);
    return text;
}

// 'string', 3, True, P(path), [list], (tuple), {key,value}, <symbol>.
std::string Show(const Value& value) {
    switch (value.kind) {
        case ValueKind::kString:
            return "'" + value.text + "'";
        case ValueKind::kInteger:
            return std::to_string(value.number);
        case ValueKind::kPath:
            return "P(" + value.text + ")";
        case ValueKind::kList:
            return "[" + ShowItems(value) + "]";
        case ValueKind::kTuple:
            return "(" + ShowItems(value) + ")";
        case ValueKind::kDict:
            return "{" + ShowItems(value) + "}";
        case ValueKind::kSymbol:
            return "<" + value.text + ">";
        case ValueKind::kFloat:
            return value.text;
        default:
            return Describe(value);
    }
}

// Value of X after `text`, or the whole text of the error.
std::string ValueOfX(const std::string& text, const EvaluationContext& context = Context()) {
    try {
        const PythonSource source("c.py", text, kRecompile);
        const EvaluatedModule module = EvaluateModule(source, context);
        const auto found = module.names.find("X");
        return found == module.names.end() ? "no X" : Show(found->second);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput);
        return error.what();
    }
}

struct Construct {
    std::string text;
    std::string expected;
};

class AcceptedConstruct : public ::testing::TestWithParam<Construct> {};

TEST_P(AcceptedConstruct, HasPythonsValue) {
    EXPECT_EQ(ValueOfX(GetParam().text), GetParam().expected);
}

const std::string kPath = "from pathlib import Path\n";

INSTANTIATE_TEST_SUITE_P(
    Literals, AcceptedConstruct,
    ::testing::Values(Construct{"X = 0", "0"}, Construct{"X = 1_000", "1000"}, Construct{"X = 0x1F", "31"},
                      Construct{"X = 0X_ff", "255"}, Construct{"X = 0b101", "5"}, Construct{"X = 0o17", "15"},
                      Construct{"X = 00", "0"}, Construct{"X = -7", "-7"}, Construct{"X = +-+7", "-7"},
                      Construct{"X = 9223372036854775807", "9223372036854775807"}, Construct{"X = True", "True"},
                      Construct{"X = False", "False"}, Construct{"X = None", "None"}, Construct{"X = 1e-5", "1e-5"},
                      Construct{"X = .5", ".5"}, Construct{"X = 'it'", "'it'"}, Construct{"X = \"it's\"", "'it's'"},
                      Construct{"X = '''a\nb'''", "'a\nb'"}, Construct{"X = \"\"\"a\"b\"\"\"", "'a\"b'"},
                      Construct{R"(X = 'a\tb\n\\\'\"\a\b\f\r\v')", "'a\tb\n\\'\"\a\b\f\r\v'"},
                      Construct{R"(X = '\x41\u00e9\U0001F600\101\60')",
                                "'A\xC3\xA9\xF0\x9F\x98\x80"
                                "A0'"},
                      Construct{R"(X = '\d\q')", "'\\d\\q'"}, Construct{R"(X = r'\d\x')", "'\\d\\x'"},
                      Construct{R"(X = u'z')", "'z'"}, Construct{"X = 'a\\\nb'", "'ab'"},
                      Construct{"X = 'a' \"b\" 'c'", "'abc'"}, Construct{"X = ('a'\n     'b')", "'ab'"},
                      Construct{"X = ''", "''"}, Construct{"X = '\xC3\xA9'", "'\xC3\xA9'"}));

INSTANTIATE_TEST_SUITE_P(FormatStrings, AcceptedConstruct,
                         ::testing::Values(Construct{"A = '../common'\nX = f'{A}/host'", "'../common/host'"},
                                           Construct{"A = 7\nX = f'a{A}{A}b'", "'a77b'"},
                                           Construct{"A = 'y'\nX = 'x' f\"{A}\" 'z'", "'xyz'"},
                                           Construct{"X = f''", "''"}, Construct{"A = 1\nX = f'{{A}}{A}'", "'{A}1'"},
                                           Construct{"X = rf'''a'''", "'a'"},
                                           Construct{"_a1 = 'b'\nX = [F'{_a1}', 'c']", "['b','c']"}));

INSTANTIATE_TEST_SUITE_P(Arithmetic, AcceptedConstruct,
                         ::testing::Values(Construct{"X = (16 * 4) // 2 + 1", "33"}, Construct{"X = 7 // 2", "3"},
                                           Construct{"X = -7 // 2", "-4"}, Construct{"X = 7 // -2", "-4"},
                                           Construct{"X = -8 // 2", "-4"}, Construct{"X = 10 - 2 - 3", "5"},
                                           Construct{"X = 2 + 3 * 4", "14"}, Construct{"X = 'a' + 'b'", "'ab'"},
                                           Construct{"X = [1] + [2, 3]", "[1,2,3]"}, Construct{"X = 5 // -1", "-5"},
                                           Construct{"X = int('12') + int(3)", "15"},
                                           Construct{"X = str(12)", "'12'"}));

INSTANTIATE_TEST_SUITE_P(
    Displays, AcceptedConstruct,
    ::testing::Values(Construct{"X = []", "[]"}, Construct{"X = {}", "{}"}, Construct{"X = ()", "()"},
                      Construct{"X = (1,)", "(1)"}, Construct{"X = [1, 2,]", "[1,2]"},
                      Construct{"X = {'a': 1, 'b': [2],}", "{'a',1,'b',[2]}"}, Construct{"X = {'a', 'b'}", "('a','b')"},
                      Construct{"X = [\n\t1, # one\n\n\t2,\n]  # end", "[1,2]"},
                      Construct{"A = {'k': [4, 5]}\nX = A['k'][-1]", "5"}, Construct{"A = B = 3\nX = A + B", "6"}));

INSTANTIATE_TEST_SUITE_P(
    Paths, AcceptedConstruct,
    ::testing::Values(Construct{kPath + "X = Path(__file__).parent", "P(/b/d)"},
                      Construct{kPath + "X = Path(__file__).resolve().parent", "P(/real/b/d)"},
                      Construct{kPath + "A = Path(__file__).parent\nX = A.parent.parent / \"x\" / 'k'", "P(/x/k)"},
                      Construct{kPath + "X = str(Path(__file__).parent / '..' / \"..\" / 'k')", "'/b/d/../../k'"},
                      Construct{kPath + "X = Path('a', 'b//c/./d')", "P(a/b/c/d)"},
                      Construct{kPath + "X = 'a' / Path('b')", "P(a/b)"},
                      Construct{kPath + "X = Path('a') / '/abs'", "P(/abs)"},
                      Construct{kPath + "X = Path().parent", "P(.)"}, Construct{kPath + "X = Path('/').parent", "P(/)"},
                      Construct{kPath + "X = Path(__file__).parents[1]", "P(/b)"},
                      Construct{kPath + "X = Path('a/b.tar.gz').stem", "'b.tar'"},
                      Construct{kPath + "X = Path('a/b.c').name", "'b.c'"},
                      Construct{kPath + "X = Path('a').joinpath('b', 'c').as_posix()", "'a/b/c'"},
                      Construct{kPath + "X = Path(__file__).absolute()", "P(/b/d/kernel_config.py)"},
                      Construct{"import pathlib\nX = pathlib.Path('a')", "P(a)"},
                      Construct{"import pathlib as p\nX = p.Path('a')", "P(a)"},
                      Construct{"from pathlib import (Path as Q,)\nX = Q('a')", "P(a)"},
                      Construct{"import os.path\nX = os.path.join(os.path.dirname(__file__), 'k')", "'/b/d/k'"},
                      Construct{"import os\nX = os.path.abspath('/b')", "'/real/b'"}));

INSTANTIATE_TEST_SUITE_P(
    Names, AcceptedConstruct,
    ::testing::Values(Construct{"from task_interface import ArgDirection as D\nX = [D.IN, D.OUT]",
                                "[<task_interface.ArgDirection.IN>,<task_interface.ArgDirection.OUT>]"},
                      Construct{
                          "from simpler.task_interface import ArgDirection as D  # pyright: ignore[x]\nX = D.INOUT",
                          "<simpler.task_interface.ArgDirection.INOUT>"},
                      Construct{"A = 1; X = A;", "1"}, Construct{"X: int = 4", "4"},
                      Construct{"X: dict[str, int] = {}", "{}"}, Construct{"X: int", "no X"},
                      Construct{"from __future__ import annotations\nX = 1", "1"},
                      Construct{"import a, b as c\nX = [a, c]", "[<a>,<b>]"}, Construct{"pass\n...\nX = 1", "1"}));

INSTANTIATE_TEST_SUITE_P(
    Layout, AcceptedConstruct,
    ::testing::Values(Construct{"", "no X"}, Construct{"\n\n", "no X"}, Construct{"# only a comment", "no X"},
                      Construct{"\"\"\"Doc \xE2\x80\x94 string.\"\"\"\nX = 1\n", "1"},
                      Construct{"X = 1\r\n\r\n# c\r\n", "1"}, Construct{"# a\rX = 2\r", "2"},
                      Construct{"\xEF\xBB\xBFX = 1", "1"}, Construct{"X = 1 + \\\n    2", "3"},
                      Construct{"\tX = 1",
                                "c.py:1:2: found an indented line, expected a value; correct it, or recompile the "
                                "program with ir.compile()\n    \tX = 1\n    \t^"},
                      Construct{"\f\nX = 1", "1"}));

INSTANTIATE_TEST_SUITE_P(Conditions, AcceptedConstruct,
                         ::testing::Values(Construct{"X = 1 == 1", "True"}, Construct{"X = 'a' != 'b'", "True"},
                                           Construct{"X = 2 < 1", "False"}, Construct{"X = 2 >= 2", "True"},
                                           Construct{"X = 1 in (1, 2)", "True"},
                                           Construct{"X = 'z' not in ['a']", "True"},
                                           Construct{"X = 'k' in {'k': 1}", "True"},
                                           Construct{"X = 'b' in 'abc'", "True"}, Construct{"X = None is None", "True"},
                                           Construct{"X = 1 is not None", "True"}, Construct{"X = not 0", "True"},
                                           Construct{"X = '' or 'b'", "'b'"}, Construct{"X = 1 and 0 and 2", "0"},
                                           Construct{"X = not 1 == 2", "True"}));

TEST(Guard, PassesWhenItsConditionIsFalse) {
    const std::string guard =
        "P = 'a5'\nif P not in ('a5', 'a2a3'):\n    # why\n    raise RuntimeError(f\"bad {P}\")\n\nX = 1\n";
    EXPECT_EQ(ValueOfX(guard), "1");
    EXPECT_EQ(ValueOfX("if False: raise ValueError('x')\nX = 1"), "1");
    EXPECT_EQ(ValueOfX("if 0:\n  raise E from None\nX = 1"), "1");
}

TEST(Guard, RefusesWithTheFilesOwnWords) {
    EXPECT_EQ(
        ValueOfX("P = 'b'\nif P not in ('a',):\n    raise RuntimeError('unknown ' + P)\n"),
        "c.py:2:1: the file refuses itself: RuntimeError: unknown b; set what it asks for, or recompile the program "
        "with ir.compile()\n    if P not in ('a',):\n    ^");
    EXPECT_EQ(
        ValueOfX("if True: raise ValueError(f'bad {P}')"),
        "c.py:1:1: the file refuses itself: ValueError: f'bad {P}'; set what it asks for, or recompile the program "
        "with ir.compile()\n    if True: raise ValueError(f'bad {P}')\n    ^");
}

struct Refused {
    std::string text;
    std::string place;
    std::string construct;
};

class UnsupportedPython : public ::testing::TestWithParam<Refused> {};

TEST_P(UnsupportedPython, NamesPlaceAndConstruct) {
    try {
        const PythonSource source("c.py", GetParam().text, kRecompile);
        EvaluateModule(source, Context());
        FAIL() << "accepted: " << GetParam().text;
    } catch (const UnsupportedConstruct& error) {
        const std::string text = error.what();
        EXPECT_EQ(text.substr(0, text.find('\n')),
                  "c.py:" + GetParam().place + ": unsupported: " + GetParam().construct +
                      "; write the values out, or recompile the program with ir.compile()");
    }
}

INSTANTIATE_TEST_SUITE_P(
    Statements, UnsupportedPython,
    ::testing::Values(
        Refused{"X = 1\nfor i in [1]:\n  pass", "2:1", "for statement"},
        Refused{"while 1: pass", "1:1", "while statement"}, Refused{"def f(): pass", "1:1", "function definition"},
        Refused{"class A: pass", "1:1", "class definition"}, Refused{"with a: pass", "1:1", "with statement"},
        Refused{"try:\n  pass", "1:1", "try statement"}, Refused{"@a\ndef f(): pass", "1:1", "decorator"},
        Refused{"async def f(): pass", "1:1", "async statement"}, Refused{"del X", "1:1", "del statement"},
        Refused{"assert 1", "1:1", "assert statement"}, Refused{"global X", "1:1", "global statement"},
        Refused{"from . import x", "1:6", "relative import"},
        Refused{"from os import *", "1:16", "import of every name of a module"},
        Refused{"X = 1\nX += 1", "2:3", "augmented assignment"},
        Refused{"X = {}\nX['a'] = 1", "2:1", "assignment to something other than a name"},
        Refused{"A, B = 1, 2", "1:1", "assignment to several names"},
        Refused{"X = 1, 2", "1:6", "tuple without parentheses"},
        Refused{"print('x')", "1:1", "expression used as a statement"},
        Refused{"if 1:\n    X = 2", "1:1", "if statement that does more than raise an exception"},
        Refused{"if 0:\n    raise E\n    X = 1", "1:1", "if statement that does more than raise an exception"},
        Refused{"if 0:\n    raise E\nelse:\n    X = 1", "3:1", "else branch of an if statement"}));

INSTANTIATE_TEST_SUITE_P(
    Expressions, UnsupportedPython,
    ::testing::Values(
        Refused{"X = f'a{b!r}'", "1:5", "f-string with more than names in its braces"},
        Refused{"X = 'a' f'{1}'", "1:9", "f-string with more than names in its braces"},
        Refused{"X = f'{a.b}'", "1:5", "f-string with more than names in its braces"},
        Refused{"X = f'{a:>3}'", "1:5", "f-string with more than names in its braces"},
        Refused{"X = f'{}'", "1:5", "f-string with more than names in its braces"},
        Refused{"X = f'{a'", "1:5", "f-string with more than names in its braces"},
        Refused{"X = f'a}'", "1:5", "f-string with more than names in its braces"},
        Refused{"X = f'a\\n'", "1:5", "f-string with more than names in its braces"},
        Refused{"A = [1]\nX = f'{A}'", "2:5", "str() of a list"}, Refused{"X = b'a'", "1:5", "bytes literal"},
        Refused{"X = '\\N{DASH}'", "1:5", "named character in a string"},
        Refused{"X = [i for i in Y]", "1:8", "comprehension"}, Refused{"X = (1 for i in Y)", "1:8", "comprehension"},
        Refused{"X = {1: 2 for i in Y}", "1:11", "comprehension"}, Refused{"X = lambda: 1", "1:5", "lambda expression"},
        Refused{"X = 1 if 2 else 3", "1:7", "conditional expression"},
        Refused{"X = (y := 1)", "1:8", "assignment expression"}, Refused{"X = 2 ** 3", "1:7", "operator '**'"},
        Refused{"X = 2 % 3", "1:7", "operator '%'"}, Refused{"X = 2 | 3", "1:7", "operator '|'"},
        Refused{"X = ~3", "1:5", "operator '~'"}, Refused{"X = [*A]", "1:6", "unpacking with '*'"},
        Refused{"X = {**A}", "1:6", "unpacking with '*'"}, Refused{"X = dict(a=1)", "1:11", "keyword argument"},
        Refused{"X = 1 < 2 < 3", "1:11", "chained comparison"}, Refused{"A = [1]\nX = A[0:1]", "2:8", "slice"},
        Refused{"X = str([1])", "1:5", "str() of a list"},
        Refused{"X = 4 / 2", "1:9", "'/' between the number 4 and the number 2"},
        Refused{"X = 'a' * 3", "1:11", "'*' between the string 'a' and the number 3"},
        Refused{"X = -'a'", "1:5", "'-' before the string 'a'"},
        Refused{"X = [1] == [1]", "1:12", "'==' between a list and a list"},
        Refused{"X = 'a'.format(1)", "1:9", "method 'format' of the string 'a'"},
        Refused{"import subprocess\nX = subprocess.run(1)", "2:5", "call of 'subprocess.run' with 1 argument"},
        Refused{"import os\nX = os.getcwd()", "2:5", "call of 'os.getcwd' with 0 arguments"},
        Refused{kPath + "X = Path('a').exists()", "2:15", "method 'exists' of the path 'a'"},
        Refused{kPath + "X = Path('a').suffixes", "2:15", "attribute 'suffixes' of the path 'a'"}));

class Mistake : public ::testing::TestWithParam<Construct> {};

// What is advised where nothing better is known, behind the first line.
std::string WithUsualRemedy(std::string text) {
    const size_t end = text.find('\n');
    if (text.substr(0, end).find("; ") != std::string::npos) return text;
    return text.insert(end, "; correct it, or recompile the program with ir.compile()");
}

TEST_P(Mistake, IsReportedWhereItStands) {
    EXPECT_EQ(ValueOfX(GetParam().text), WithUsualRemedy(GetParam().expected));
}

INSTANTIATE_TEST_SUITE_P(
    Syntax, Mistake,
    ::testing::Values(
        Construct{"X = 'abc", "c.py:1:5: string is never closed\n    X = 'abc\n        ^"},
        Construct{"X = '''abc\n", "c.py:1:5: string is never closed\n    X = '''abc\n        ^"},
        Construct{"X = [1,\n2", "c.py:1:5: '[' is never closed\n    X = [1,\n        ^"},
        Construct{"X = [1\n)", "c.py:2:1: found ')', expected ']' for the bracket opened in line 1\n    )\n    ^"},
        Construct{"X = 1)", "c.py:1:6: ')' closes nothing\n    X = 1)\n         ^"},
        Construct{"X = $", "c.py:1:5: unexpected character '$'\n    X = $\n        ^"},
        Construct{std::string("X = \0", 5), "c.py:1:5: unexpected character '?'\n    X = ?\n        ^"},
        Construct{"X =\n", "c.py:1:4: found the end of the line, expected a value\n    X =\n       ^"},
        Construct{
            "X",
            "c.py:1:1: unsupported: expression used as a statement; write the values out, or recompile the program "
            "with ir.compile()\n    X\n    ^"},
        Construct{"X = {'a' 1}", "c.py:1:10: found '1', expected ':' after the key\n    X = {'a' 1}\n             ^"},
        Construct{"X = [1 2]", "c.py:1:8: found '2', expected ',' or ']'\n    X = [1 2]\n           ^"},
        Construct{"X = {'a': 1 'b': 2}",
                  "c.py:1:13: found ''b'', expected ',' or '}'\n    X = {'a': 1 'b': 2}\n                ^"},
        Construct{"X = 1 2", "c.py:1:7: found '2', expected the end of the statement\n    X = 1 2\n          ^"},
        Construct{"X = 0xZ", "c.py:1:5: malformed number '0xZ'\n    X = 0xZ\n        ^"},
        Construct{"X = 007", "c.py:1:5: malformed number '007'\n    X = 007\n        ^"},
        Construct{"X = 1__0", "c.py:1:5: malformed number '1__0'\n    X = 1__0\n        ^"},
        Construct{"X = '\\x4'",
                  "c.py:1:5: malformed escape '\\x' in a string, expected 2 hexadecimal digits of a character\n"
                  "    X = '\\x4'\n        ^"},
        Construct{"X = '\\ud800'",
                  "c.py:1:5: malformed escape '\\u' in a string, expected 4 hexadecimal digits of a character\n"
                  "    X = '\\ud800'\n        ^"},
        Construct{"if 1:\n    raise E\n  X = 1",
                  "c.py:3:3: this indentation matches no enclosing block\n      X = 1\n      ^"},
        Construct{"import 1", "c.py:1:8: found '1', expected a name of a module\n    import 1\n           ^"}));

INSTANTIATE_TEST_SUITE_P(
    Values, Mistake,
    ::testing::Values(
        Construct{"_ROOT_DIR = 1\nX = _ROOT_DIRR",
                  "c.py:2:5: name '_ROOT_DIRR' is not defined; did you mean '_ROOT_DIR'?\n"
                  "    X = _ROOT_DIRR\n        ^"},
        Construct{"X = Y", "c.py:1:5: name 'Y' is not defined\n    X = Y\n        ^"},
        Construct{"X = 99999999999999999999",
                  "c.py:1:5: number '99999999999999999999' does not fit in 64 bits\n"
                  "    X = 99999999999999999999\n        ^"},
        Construct{"X = 9223372036854775807 + 1",
                  "c.py:1:27: the result of '+' does not fit in 64 bits\n"
                  "    X = 9223372036854775807 + 1\n                              ^"},
        Construct{"X = 1 // 0", "c.py:1:10: division by zero\n    X = 1 // 0\n             ^"},
        Construct{"X = [1][4]", "c.py:1:8: index 4 is out of range for 1 item\n    X = [1][4]\n           ^"},
        Construct{"X = {'a': 1}['b']", "c.py:1:13: the dict has no key 'b'\n    X = {'a': 1}['b']\n                ^"},
        Construct{"X = int('a')",
                  "c.py:1:5: int() of the string 'a', expected a decimal number of at most 64 bits\n"
                  "    X = int('a')\n        ^"},
        Construct{kPath + "X = Path(1)",
                  "c.py:2:5: found the number 1, expected a path or a string\n    X = Path(1)\n        ^"},
        Construct{"import os\nX = os.environ['NO']",
                  "c.py:2:15: environment variable 'NO' is not set; set it\n"
                  "    X = os.environ['NO']\n                  ^"}));

TEST(Mistakes, InANameThatLooksLikeNothingHasNoSuggestion) {
    EXPECT_EQ(ValueOfX("X = completely_different"),
              "c.py:1:5: name 'completely_different' is not defined; correct it, or recompile the program with "
              "ir.compile()\n    X = completely_different\n        ^");
}

TEST(Environment, IsReadAndRecorded) {
    const std::string text =
        "import os\nfrom os import environ\nX = [os.environ.get('A', 'da'), os.getenv('B', 'db'), "
        "environ.get('C'), os.environ['A'], os.environ.get('N', 3)]\n";
    EXPECT_EQ(ValueOfX(text, Context({{"A", "1"}})), "['1','db',None,'1',3]");
    const PythonSource source("c.py", text, kRecompile);
    const EvaluatedModule module = EvaluateModule(source, Context({{"A", "1"}}));
    EXPECT_THAT(module.environment_reads, ElementsAre(Pair("A", "1"), Pair("B", "db"), Pair("C", ""), Pair("N", "")));
    EXPECT_THAT(module.environment_unset, ElementsAre("B", "C", "N"));
    EXPECT_THAT(EvaluateModule(PythonSource("c.py", "X = 1"), Context()).environment_reads, IsEmpty());
}

std::string Repeated(const std::string& text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
}

TEST(Limits, DeepNestingIsRefused) {
    const std::string what = "expression is nested more than 64 levels deep";
    for (const char* open : {"(", "[", "{1:", "-", "not ", "f(", "a["}) {
        EXPECT_THAT(ValueOfX("X = " + Repeated(open, 20000)), ::testing::HasSubstr(what)) << open;
    }
    EXPECT_EQ(ValueOfX("X = " + Repeated("(", 60) + "1" + Repeated(")", 60)), "1");
    EXPECT_THAT(ValueOfX("X = []\n" + Repeated("X = [X]\n", 20000)),
                ::testing::HasSubstr("value is nested too deeply"));
}

TEST(Limits, LongChainsAreFine) {
    EXPECT_EQ(ValueOfX("X = 1" + Repeated(" + 1", 50000)), "50001");
    EXPECT_EQ(ValueOfX(kPath + "X = Path('/a')" + Repeated(".parent", 50000)), "P(/)");
}

TEST(Limits, DoublingIsStopped) {
    const std::string what = "this computes more data than a kernel configuration can need";
    EXPECT_THAT(ValueOfX("X = 'ab'\n" + Repeated("X = X + X\n", 100)), ::testing::HasSubstr(what));
    EXPECT_THAT(ValueOfX("X = [1]\n" + Repeated("X = X + X\n", 100)), ::testing::HasSubstr(what));
    EXPECT_THAT(ValueOfX(kPath + "X = Path('a/b')\n" + Repeated("X = X / X\n", 100)), ::testing::HasSubstr(what));
    // Shared, so small: 2 to the power of 90 leaves, but only 90 lists.
    EXPECT_EQ(ValueOfX("A = [1]\n" + Repeated("A = [A, A]\n", 90) + "X = 1"), "1");
}

}  // namespace
}  // namespace pto::gen
