// HandlerMemory holds one function that waits for its I/O thread, so that a worker can pass it on without memory. Only
// connection.h includes this file, because it is made for types of Boost.
//
// Tested by tests/server/out_of_memory_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <utility>

namespace parley::server {

// At most one function at a time may wait in it. A function that runs no longer needs it.
struct HandlerMemory {
  alignas(std::max_align_t) std::array<std::byte, 128> bytes;
};

// An allocator for one object, which takes other memory if the object is too large.
template <class T>
class HandlerAllocator {
 public:
  using value_type = T;
  explicit HandlerAllocator(HandlerMemory& memory) : memory_(&memory) {}
  template <class U>
  HandlerAllocator(const HandlerAllocator<U>& other) : memory_(other.memory_) {}

  T* allocate(std::size_t count) {
    const bool fits = count * sizeof(T) <= sizeof(HandlerMemory) && alignof(T) <= alignof(HandlerMemory);
    return static_cast<T*>(fits ? static_cast<void*>(memory_->bytes.data()) : ::operator new(count * sizeof(T)));
  }
  // The object may have been the last owner of the memory, so nothing is written there.
  void deallocate(T* object, std::size_t) {
    if (static_cast<void*>(object) != static_cast<void*>(memory_)) ::operator delete(object);
  }
  template <class U>
  bool operator==(const HandlerAllocator<U>& other) const {
    return memory_ == other.memory_;
  }

 private:
  template <class U>
  friend class HandlerAllocator;
  HandlerMemory* memory_;
};

// A function with the memory in which it waits.
template <class Act>
class HandlerIn {
 public:
  using allocator_type = HandlerAllocator<void>;
  HandlerIn(HandlerMemory& memory, Act act) : memory_(&memory), act_(std::move(act)) {}
  allocator_type get_allocator() const { return allocator_type(*memory_); }
  void operator()() { act_(); }

 private:
  HandlerMemory* memory_;
  Act act_;
};

}  // namespace parley::server
