// Runs every case and writes what each computed to the file given as argument: `case label bytes` lines.
#include "case_support.h"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    Out().file = std::fopen(argv[1], "w");
    if (Out().file == nullptr) return 2;
    for (const Case& one : Cases()) {
        Out().case_name = one.name;
        Out().seed = 1;
        one.run();
    }
    return std::fclose(Out().file) == 0 ? 0 : 1;
}
