// Tested by tests/context/summaries/extractive_summary_test.cc.
#include "context/summaries/extractive_summary.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "context/summaries/cut_text.h"

namespace parley {
namespace context {
namespace {

constexpr std::string_view kQuestion = "Open question: ";
constexpr std::string_view kKnown = "Known: ";
constexpr std::string_view kDecided = "Decided: ";
constexpr std::string_view kResult = "Result of ";
constexpr std::string_view kUser = "User: ";
constexpr std::string_view kBefore = "Before: ";
constexpr std::size_t kShortestCut = 24;  // bytes; a shorter piece of a line is useless

using Lines = std::vector<std::string>;

std::string labelled(std::string_view label, std::string_view text) {
  return std::string(label).append(context::on_one_line(text));
}

std::string labelled(std::string_view label, std::string_view name, std::string_view between, std::string_view value) {
  return labelled(label, std::string(name).append(between).append(value));
}

constexpr std::array kLabels = {kQuestion, kKnown, kDecided, kResult, kUser, kBefore};

bool has_label(std::string_view line) {
  const std::string_view text = base::trim(line);
  return std::any_of(kLabels.begin(), kLabels.end(),
                     [&](std::string_view label) { return text.substr(0, label.size()) == label; });
}

struct Former {
  std::string before;  // everything that is not a user's verbatim message
  Lines said;
};

// Splits a former summary. A former recap's facts are dropped, because the current ones replace them. Lines that do not
// come from a recap are kept unchanged.
Former take_apart(std::string_view summary) {
  Former former;
  while (!summary.empty()) {
    const std::size_t end = std::min(summary.find('\n'), summary.size());
    const std::string_view line = base::trim(summary.substr(0, end));
    summary.remove_prefix(std::min(end + 1, summary.size()));
    const auto is = [&](std::string_view label) { return line.substr(0, label.size()) == label; };
    if (line.empty() || is(kQuestion) || is(kKnown) || is(kDecided) || is(kResult)) continue;
    if (is(kUser)) {
      former.said.emplace_back(line);
      continue;
    }
    if (!former.before.empty()) former.before += ' ';
    former.before += is(kBefore) ? line.substr(kBefore.size()) : line;
  }
  return former;
}

Lines newest_said(Lines said, const std::vector<Message>& messages, std::size_t count) {
  for (const Message& message : messages) {
    if (message.role == Role::kUser) said.push_back(labelled(kUser, message.text));
  }
  const auto excess = std::max<std::ptrdiff_t>(std::ssize(said) - static_cast<std::ptrdiff_t>(count), 0);
  said.erase(said.begin(), said.begin() + excess);
  return said;
}

// The lines of each part of the recap. The last line of a part is the most important.
struct Parts {
  Lines question, known, decided, said, results, before;
};

Parts parts_of(const SummaryRequest& request, std::size_t user_messages) {
  Parts parts;
  const SummaryFacts& facts = request.facts;
  if (!facts.open_question.empty()) parts.question.push_back(labelled(kQuestion, facts.open_question));
  for (const auto& [name, value] : facts.params) parts.known.push_back(labelled(kKnown, name, " = ", value));
  for (const std::string& decision : facts.decisions) parts.decided.push_back(labelled(kDecided, decision));
  for (const auto& [tool, text] : facts.results) parts.results.push_back(labelled(kResult, tool, ": ", text));
  Former former = take_apart(request.former);
  parts.said = newest_said(std::move(former.said), request.messages, user_messages);
  if (!former.before.empty()) parts.before.push_back(labelled(kBefore, former.before));
  return parts;
}

// Keeps the lines that fit into `room`, beginning with the last, and shortens them if necessary. No line takes more
// than `longest` bytes.
void fit(Lines& lines, std::size_t& room, std::size_t longest) {
  for (std::size_t i = lines.size(); i-- > 0;) {
    std::string& line = lines[i];
    const std::size_t most = std::min(room == 0 ? 0 : room - 1, longest);
    if (line.size() > most) line = most < kShortestCut ? "" : context::cut_middle(line, most);
    if (!line.empty()) room -= line.size() + 1;
  }
}

void append_lines(std::string& text, const Lines& lines) {
  for (const std::string& line : lines) {
    if (line.empty()) continue;
    if (!text.empty()) text += '\n';
    text += line;
  }
}

class RecapSummarizer : public Summarizer {
 public:
  explicit RecapSummarizer(int user_messages) : user_messages_(static_cast<std::size_t>(std::max(user_messages, 0))) {}
  Result<std::string> summarise(const SummaryRequest& request) override {
    return context::recap(request, user_messages_);
  }

 private:
  const std::size_t user_messages_;
};

}  // namespace

std::string recap(const SummaryRequest& request, std::size_t user_messages) {
  Parts parts = parts_of(request, user_messages);
  const std::array<Lines*, 6> by_weight = {&parts.question, &parts.known,   &parts.decided,
                                           &parts.said,     &parts.results, &parts.before};
  const std::array<Lines*, 6> as_written = {&parts.before,  &parts.said,  &parts.decided,
                                            &parts.results, &parts.known, &parts.question};
  std::size_t room = request.max_bytes + 1;  // + 1: the last line needs no line break
  for (Lines* lines : by_weight) fit(*lines, room, std::max(request.max_bytes / 2, kShortestCut));
  std::string text;
  for (const Lines* lines : as_written) append_lines(text, *lines);
  return text;
}

std::string without_recap_labels(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;  // with the line break
    const std::string_view line = text.substr(0, end);
    if (has_label(line)) out += "- ";
    out += line;
    text.remove_prefix(end);
  }
  return out;
}

std::string last_user_messages(const SummaryRequest& request, std::size_t user_messages, std::size_t max_bytes) {
  Lines said = newest_said(take_apart(request.former).said, request.messages, user_messages);
  std::size_t room = max_bytes + 1;
  fit(said, room, max_bytes);
  std::string text;
  append_lines(text, said);
  return text;
}

}  // namespace context

std::shared_ptr<Summarizer> create_recap_summarizer(int user_messages) {
  return std::make_shared<context::RecapSummarizer>(user_messages);
}

}  // namespace parley
