#include "engine/scratch_folder.h"

#include <filesystem>
#include <utility>

#include <unistd.h>

namespace parley::engine {

Result<ScratchFolder> ScratchFolder::make(const std::string& beside) {
  std::string path = beside + "/parley-XXXXXX";
  if (!::mkdtemp(path.data())) {
    return Unexpected(ErrorCode::kStoreUnavailable, "no folder for a database could be made in the scratch folder");
  }
  return ScratchFolder(std::move(path));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

}  // namespace parley::engine
