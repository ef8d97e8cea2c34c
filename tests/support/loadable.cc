// A library that stays in a process once it was loaded: its constant is a unique symbol.
template <typename T>
struct Kept {
    static const int* Number() {
        static const int number = LOADABLE_NUMBER;
        return &number;
    }
};

extern "C" int LoadableNumber() {
    return *Kept<int>::Number() == 0 ? 0 : LOADABLE_NUMBER;
}
