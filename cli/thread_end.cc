// Registers the destructors of thread_local objects, in place of the function of the C++ library. That function ends
// the process if there is no memory for a destructor (glibc). With this one, the process goes on, and the object is not
// destroyed at the end of its thread.
//
// Tested by tests/server/memory_test.
#include <cstdlib>

#include <pthread.h>

namespace {

struct AtEnd {
  void (*destroy)(void*);
  void* object;
  AtEnd* next;
};

void destroy_all(void* first) {
  for (auto* one = static_cast<AtEnd*>(first); one;) {
    AtEnd* const next = one->next;
    one->destroy(one->object);
    std::free(one);
    one = next;
  }
}

pthread_key_t make_key() {
  pthread_key_t key{};
  if (pthread_key_create(&key, destroy_all) != 0) std::abort();  // at the start: the process has too many keys
  return key;
}

}  // namespace

// The compiler calls it. The destructors run in the reverse order.
extern "C" __attribute__((visibility("default"))) int __cxa_thread_atexit(  // NOLINT(bugprone-reserved-identifier)
    void (*destroy)(void*), void* object, void* /*library*/) noexcept {
  static const pthread_key_t key = make_key();
  auto* const made = static_cast<AtEnd*>(std::malloc(sizeof(AtEnd)));
  if (!made) return -1;
  *made = {destroy, object, static_cast<AtEnd*>(pthread_getspecific(key))};
  if (pthread_setspecific(key, made) == 0) return 0;
  std::free(made);
  return -1;
}
