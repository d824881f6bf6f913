// FixedVector: a vector that lives where it is declared and never allocates.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <type_traits>

namespace castellan {

template <typename T, std::size_t kCapacity>
class FixedVector {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    using value_type = T;

    FixedVector() {}  // NOLINT(cppcoreguidelines-pro-type-member-init,modernize-use-equals-default)

    void push_back(T value) {
        assert(size_ < kCapacity);
        items_[size_++] = value;
    }
    void clear() { size_ = 0; }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t index) { return items_[index]; }
    const T& operator[](std::size_t index) const { return items_[index]; }

    T* begin() { return items_.data(); }
    T* end() { return items_.data() + size_; }
    const T* begin() const { return items_.data(); }
    const T* end() const { return items_.data() + size_; }

  private:
    // In a union nothing is initialised, not even by T's own default: lists of moves are made at
    // every node, and writing all their moves once more would cost a seventh of the search.
    union {
        std::array<T, kCapacity> items_;
    };
    std::size_t size_ = 0;
};

}  // namespace castellan
