// FixedVector: a vector that lives where it is declared and never allocates.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace castellan {

template <typename T, std::size_t kCapacity>
class FixedVector {
  public:
    using value_type = T;

    // The storage stays uninitialised on purpose: a move list is built at every node.
    FixedVector() : size_{0} {}  // NOLINT(cppcoreguidelines-pro-type-member-init)

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
    std::array<T, kCapacity> items_;
    std::size_t size_;
};

}  // namespace castellan
