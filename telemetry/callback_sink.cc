// CallbackSink passes each event to a function of the embedding program.
//
// Tested by tests/telemetry/callback_sink_test.cc.
#include <utility>

#include "parley/telemetry.h"

namespace parley {
namespace telemetry {
namespace {

class CallbackSink final : public TelemetrySink {
 public:
  explicit CallbackSink(std::function<void(std::string_view)> callback) : callback_(std::move(callback)) {}

  Result<std::size_t> write(const std::vector<std::string>& lines) override {
    std::size_t written = 0;
    for (const std::string& line : lines) {
      try {
        callback_(line);
        ++written;
      } catch (...) {  // only this event is lost
      }
    }
    return written;
  }

  std::string where() const override { return "passed to a function of the embedding program"; }

 private:
  const std::function<void(std::string_view)> callback_;
};

}  // namespace
}  // namespace telemetry

std::shared_ptr<TelemetrySink> create_callback_sink(std::function<void(std::string_view line)> callback) {
  return std::make_shared<telemetry::CallbackSink>(std::move(callback));
}

}  // namespace parley
