// A folder of its own for databases that nobody keeps; it goes with its owner.
#pragma once

#include <string>
#include <utility>

#include "parley/result.h"

namespace parley::engine {

class ScratchFolder {
 public:
  // In the folder `beside`. kStoreUnavailable: none could be made there.
  static Result<ScratchFolder> make(const std::string& beside);
  ~ScratchFolder();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;

  const std::string& path() const { return path_; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;  // empty: it has been moved from
};

}  // namespace parley::engine
