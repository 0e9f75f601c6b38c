// Recycled is a container whose memory serves the next Recycled of the same type on the thread.
//
// Reading a message needs a few short lists again and again. Allocating them each time costs more than filling them.
// When a Recycled is destroyed, it clears its container and leaves the memory to the thread. A thread keeps a few
// containers of each type, none with more than kLargest bytes, until the thread ends.
//
// Copying copies the elements. A moved-from Recycled is valid and has unspecified contents. Objects with static or
// thread storage must not own a Recycled, because the thread's containers may be destroyed first.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace parley::base {

template <class Container>
class Recycled {
 public:
  Recycled() {
    Stock& stock = of_thread();
    if (stock.size > 0) container_ = std::move(stock.containers[--stock.size]);
  }
  ~Recycled() {
    Stock& stock = of_thread();
    const bool has_memory = container_.capacity() > Container().capacity();
    if (stock.size == kMost || !has_memory || container_.capacity() > kLargest / kElement) return;
    container_.clear();
    stock.containers[stock.size++] = std::move(container_);
  }
  Recycled(const Recycled& other) : container_(other.container_) {}
  Recycled(Recycled&& other) noexcept : container_(std::move(other.container_)) {}
  Recycled& operator=(const Recycled& other) = default;
  Recycled& operator=(Recycled&& other) noexcept = default;

  Container& operator*() { return container_; }
  const Container& operator*() const { return container_; }
  Container* operator->() { return &container_; }
  const Container* operator->() const { return &container_; }

 private:
  static constexpr std::size_t kMost = 8;
  static constexpr std::size_t kLargest = std::size_t{16} << 10;
  struct Element {
    typename Container::value_type value;
  };
  static constexpr std::size_t kElement = sizeof(Element);

  // An array, because a container of the standard library could throw when a Recycled is destroyed.
  struct Stock {
    std::array<Container, kMost> containers;
    std::size_t size = 0;
  };
  static Stock& of_thread() {
    thread_local Stock stock;
    return stock;
  }

  Container container_;
};

}  // namespace parley::base
