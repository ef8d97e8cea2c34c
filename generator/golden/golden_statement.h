// Which statements of a golden.py are understood without running them: those that bind names and do nothing else.
// Everything here is a list of what is known to be harmless; what is not on it is a matter for Python.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "generator/python/statement_lexer.h"

namespace pto::gen {

// Names that decide what is read of golden.py. Whatever binds one in a way that is not understood makes the file a
// matter for Python.
bool IsGuarded(std::string_view name);
bool Mentions(const PyLine& line, std::string_view name);
bool IsDocstring(const PyLine& line);
bool IsAssignment(const PyLine& line);  // NAME = ..., or any other one token

// The names that an import statement binds. Throws an Obstacle for modules that may do anything when they are imported
// (the user's own among them), and for imports that give a guarded name another meaning than torch, ctypes and
// pathlib's Path have.
std::vector<std::string> ParseImport(const PyLine& line);

// An expression from the token `begin` to `end` that computes nothing but values: no call, no walrus, no comprehension,
// of names that are `bound`.
bool IsHarmlessExpression(const PyLine& line, size_t begin, size_t end, const std::set<std::string>& bound);

// The name that a statement binds to a harmless expression, with or without an annotation; empty for any other.
std::string HarmlessBinding(const PyLine& line, const std::set<std::string>& bound);

bool IsSeeding(const PyLine& line);    // torch.manual_seed(0) and the like
bool IsMainGuard(const PyLine& line);  // if __name__ == "__main__":, whose body a module never runs

// What is in the way of taking a function as defined and not yet run: its decorators (none but torch.no_grad()), and
// what its header computes; empty: nothing.
std::string DecoratorObstacle(const PyLine& line);
std::string HeaderObstacle(const PyLine& line, const std::set<std::string>& bound);
// What in a function's body could bind names of the module when it is called; empty: nothing.
std::string BodyObstacle(const PyLine& line);

}  // namespace pto::gen
