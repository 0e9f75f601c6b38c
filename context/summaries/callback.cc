#include <utility>

#include "parley/summaries.h"

namespace parley {
namespace {

class CallbackSummarizer : public Summarizer {
 public:
  explicit CallbackSummarizer(std::function<Result<std::string>(const SummaryRequest&)> callback)
      : callback_(std::move(callback)) {}
  Result<std::string> summarise(const SummaryRequest& request) override { return callback_(request); }

 private:
  const std::function<Result<std::string>(const SummaryRequest&)> callback_;
};

}  // namespace

std::shared_ptr<Summarizer> create_callback_summarizer(
    std::function<Result<std::string>(const SummaryRequest&)> callback) {
  return std::make_shared<CallbackSummarizer>(std::move(callback));
}

}  // namespace parley
