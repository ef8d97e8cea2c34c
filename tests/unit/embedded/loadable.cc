// A library that stays in a process once it was loaded: the static of a template's function is a unique symbol.
template <typename T>
int* Kept() {
    static int value = 0;
    return &value;
}

extern "C" int LoadableNumber() {
    return *Kept<int>() + LOADABLE_NUMBER;
}
