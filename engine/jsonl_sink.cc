// Telemetry into a file: one event, one line, one write.
#include <cerrno>
#include <cstring>
#include <mutex>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parley/telemetry.h"

namespace parley {
namespace {

class JsonLinesSink final : public TelemetrySink {
 public:
  explicit JsonLinesSink(int file) : file_(file) {}
  ~JsonLinesSink() override { ::close(file_); }

  void emit(std::string_view line) override {
    const std::lock_guard lock(mutex_);
    buffer_.assign(line);
    buffer_ += '\n';
    std::string_view rest = buffer_;
    while (!rest.empty()) {
      const ssize_t written = ::write(file_, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return;  // the event is lost; the turn is not
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }

 private:
  std::mutex mutex_;
  const int file_;
  std::string buffer_;
};

}  // namespace

Result<std::shared_ptr<TelemetrySink>> open_jsonl_sink(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) {
    return Unexpected(ErrorCode::kFileUnreadable, "cannot write telemetry to '" + path + "': " + std::strerror(errno));
  }
  return std::shared_ptr<TelemetrySink>(std::make_shared<JsonLinesSink>(file));
}

}  // namespace parley
