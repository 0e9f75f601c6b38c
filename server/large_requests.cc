#include "server/large_requests.h"

#include <malloc.h>

namespace parley::server {

// The default threshold is the same at first, but glibc raises it to the size of the largest block that was freed.
LargeRequests::LargeRequests() { mallopt(M_MMAP_THRESHOLD, static_cast<int>(kLarge)); }

LargeRequests::Running::Running(LargeRequests& all, std::size_t body_bytes)
    : all_(all), is_large_(body_bytes >= kLarge) {
  if (is_large_) ++all_.running_;
}

LargeRequests::Running::~Running() {
  if (is_large_ && --all_.running_ == 0) malloc_trim(0);
}

}  // namespace parley::server
