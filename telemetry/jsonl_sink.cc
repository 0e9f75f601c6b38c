// JsonLinesSink writes events to a file. It writes as many as possible in one call and never writes a partial event.
//
// Tested by tests/telemetry/jsonl_sink_test.cc and jsonl_processes_test.cc.
#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "parley/telemetry.h"
#include "telemetry/rotating_file.h"

namespace parley {
namespace telemetry {
namespace {

constexpr std::int64_t kMinFileBytes = 4096;
constexpr int kMaxRotatedFiles = 99;

// Replaces line breaks by blanks. JSON allows them only between tokens, where a blank is equivalent.
void append_line(std::string& buffer, const std::string& line) {
  const std::size_t begin = buffer.size();
  buffer += line;
  std::replace(buffer.begin() + static_cast<std::ptrdiff_t>(begin), buffer.end(), '\n', ' ');
  buffer += '\n';
}

class JsonLinesSink final : public TelemetrySink {
 public:
  JsonLinesSink(RotatingFile file, std::string path, JsonLinesOptions options)
      : file_(std::move(file)), path_(std::move(path)), options_(options) {
    if (!file_.is_plain() || options_.max_bytes == 0) options_.max_bytes = std::numeric_limits<std::int64_t>::max();
  }

  Result<std::size_t> write(const std::vector<std::string>& lines) override {
    const std::lock_guard lock(mutex_);
    if (auto locked = file_.lock(); !locked) return Unexpected(locked.error());
    std::size_t written = 0;
    auto done = write_locked(lines, written);
    file_.unlock();
    if (!done && written == 0) return Unexpected(done.error());
    return written;
  }

  std::string where() const override {
    return file_.is_plain() ? "in " + path_ + " and the older files next to it" : "written to " + path_;
  }

 private:
  Result<void> write_locked(const std::vector<std::string>& lines, std::size_t& written) {
    std::string buffer;
    std::size_t in_buffer = 0;
    const auto flush = [&]() -> Result<void> {
      auto appended = file_.append(buffer);
      if (appended) written += in_buffer;
      buffer.clear();
      in_buffer = 0;
      return appended;
    };
    for (const std::string& line : lines) {
      if (!fits(line, 0)) continue;  // larger than any file may be
      // Again, if another process has filled the new file meanwhile.
      while (!fits(line, file_.size() + static_cast<std::int64_t>(buffer.size()))) {
        if (auto done = flush(); !done) return done;
        if (auto moved = file_.move_aside(options_.keep); !moved) return moved;
      }
      append_line(buffer, line);
      ++in_buffer;
    }
    return flush();
  }

  bool fits(const std::string& line, std::int64_t after) const {
    return static_cast<std::int64_t>(line.size()) < options_.max_bytes - after;
  }

  std::mutex mutex_;
  RotatingFile file_;
  const std::string path_;
  JsonLinesOptions options_;
};

}  // namespace
}  // namespace telemetry

Result<std::shared_ptr<TelemetrySink>> open_jsonl_sink(const std::string& path, JsonLinesOptions options) {
  if (options.max_bytes != 0 && options.max_bytes < telemetry::kMinFileBytes) {
    return Unexpected(ErrorCode::kInvalidRequest, "telemetry: max_bytes must be 0 or at least 4096");
  }
  if (options.keep < 0 || options.keep > telemetry::kMaxRotatedFiles) {
    return Unexpected(ErrorCode::kInvalidRequest, "telemetry: keep must be 0 to 99");
  }
  auto file = telemetry::RotatingFile::open(path);
  if (!file) return Unexpected(file.error());
  return std::shared_ptr<TelemetrySink>(std::make_shared<telemetry::JsonLinesSink>(std::move(*file), path, options));
}

}  // namespace parley
