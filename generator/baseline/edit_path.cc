#include "generator/baseline/edit_path.h"

#include <algorithm>
#include <climits>
#include <cstddef>

namespace pto::gen {
namespace {

// Half-open ranges of both sequences; a path leads from the upper left corner of this box to the lower right one, x
// counts elements of `before`, y of `after`, and diagonal k is where x - y = k.
struct Box {
    int left, right, top, bottom;

    int Width() const { return right - left; }
    int Height() const { return bottom - top; }
};

struct Point {
    int x, y;  // from the upper left corner of the box
};

constexpr int kNowhere = INT_MIN / 2;

// How far along each diagonal a path with a number of edits can come.
class Frontier {
  public:
    explicit Frontier(size_t lines) : reach_(2 * lines + 3), middle_(static_cast<int>(lines) + 1) {}

    int& operator[](int diagonal) { return reach_[static_cast<size_t>(diagonal + middle_)]; }

    // Takes the paths of `edits - 1` edits one edit further and then along all that is equal. `same` compares element x
    // of one sequence with y of the other; `reached` may stop it by returning true for a new end.
    template <typename Same, typename Reached>
    bool Advance(const Box& box, int edits, const Same& same, const Reached& reached) {
        (*this)[edits + 1] = (*this)[-edits - 1] = kNowhere;
        if (edits == 0) (*this)[1] = 0;
        for (int k = FirstDiagonal(box, edits); k <= std::min(edits, box.Width()); k += 2) {
            int x = std::max((*this)[k + 1], (*this)[k - 1] + 1);
            if (x < 0 || x > box.Width() || x - k > box.Height()) x = kNowhere;
            while (x >= 0 && x < box.Width() && x - k < box.Height() && same(x, x - k)) ++x;
            (*this)[k] = x;
            if (x >= 0 && reached(k, x)) return true;
        }
        return false;
    }

    Point Furthest(const Box& box, int edits) {
        Point best{kNowhere, kNowhere};
        for (int k = FirstDiagonal(box, edits); k <= std::min(edits, box.Width()); k += 2) {
            const Point point{(*this)[k], (*this)[k] - k};
            if (point.x >= 0 && (best.x < 0 || point.x + point.y > best.x + best.y)) best = point;
        }
        return best;
    }

  private:
    // Diagonals of paths with `edits` edits are as odd or even as that number.
    static int FirstDiagonal(const Box& box, int edits) {
        const int lowest = std::max(-edits, -box.Height());
        return lowest + ((lowest + edits) & 1);
    }

    std::vector<int> reach_;
    int middle_;
};

class Search {
  public:
    Search(const std::vector<int>& before, const std::vector<int>& after)
        : before_(before),
          after_(after),
          forward_(before.size() + after.size()),
          backward_(before.size() + after.size()),
          path_{std::vector<bool>(before.size()), std::vector<bool>(after.size())} {
        constexpr size_t kWork = 20'000'000;
        constexpr size_t kLeast = 64;
        constexpr size_t kMost = 1024;
        const size_t lines = before.size() + after.size() + 1;
        limit_ = static_cast<int>(std::clamp(kWork / lines, kLeast, kMost));
    }

    void Solve(Box box) {
        for (;;) {
            Trim(box);
            if (box.Width() == 0 || box.Height() == 0) break;
            const Point split = Split(box);
            Solve({box.left, box.left + split.x, box.top, box.top + split.y});
            box.left += split.x;
            box.top += split.y;
        }
        std::fill(path_.removed.begin() + box.left, path_.removed.begin() + box.right, true);
        std::fill(path_.added.begin() + box.top, path_.added.begin() + box.bottom, true);
    }

    EditPath Take() { return std::move(path_); }

  private:
    bool Same(int x, int y) const { return before_[static_cast<size_t>(x)] == after_[static_cast<size_t>(y)]; }

    void Trim(Box& box) const {
        while (box.left < box.right && box.top < box.bottom && Same(box.left, box.top)) ++box.left, ++box.top;
        while (box.left < box.right && box.top < box.bottom && Same(box.right - 1, box.bottom - 1)) {
            --box.right;
            --box.bottom;
        }
    }

    // A point on a shortest path, about half way. Paths grow from both corners until two of them meet; the backward
    // ones are those of the box turned around. After Trim such a point is no corner, as both halves have an edit in
    // them.
    Point Split(const Box& box) {
        const int delta = box.Width() - box.Height();
        Point meeting{};
        for (int edits = 0;; ++edits) {
            const auto from_start = [&](int x, int y) { return Same(box.left + x, box.top + y); };
            const bool met = forward_.Advance(box, edits, from_start, [&](int k, int x) {
                meeting = {x, x - k};
                return (delta & 1) != 0 && Meets(backward_, delta - k, edits - 1, box.Width() - x);
            });
            if (met) return meeting;
            const auto from_end = [&](int x, int y) { return Same(box.right - 1 - x, box.bottom - 1 - y); };
            const bool met_behind = backward_.Advance(box, edits, from_end, [&](int k, int x) {
                meeting = {box.Width() - x, box.Height() - (x - k)};
                return (delta & 1) == 0 && Meets(forward_, delta - k, edits, box.Width() - x);
            });
            if (met_behind) return meeting;
            if (edits >= limit_) return forward_.Furthest(box, edits);
        }
    }

    // Whether the other frontier, after `edits` edits, has come to `x` or beyond on its diagonal.
    static bool Meets(Frontier& other, int diagonal, int edits, int x) {
        return diagonal >= -edits && diagonal <= edits && other[diagonal] >= x;
    }

    const std::vector<int>& before_;
    const std::vector<int>& after_;
    Frontier forward_;
    Frontier backward_;
    EditPath path_;
    int limit_ = 0;
};

}  // namespace

EditPath FindEditPath(const std::vector<int>& before, const std::vector<int>& after) {
    Search search(before, after);
    search.Solve({0, static_cast<int>(before.size()), 0, static_cast<int>(after.size())});
    return search.Take();
}

}  // namespace pto::gen
