// Tested by tests/context/summaries/answer_check_test.cc.
#include "context/summaries/answer_check.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/fold.h"
#include "base/text.h"

namespace parley::context {
namespace {

constexpr std::string_view kMarks[] = {"<|", "|>", "[inst]", "<<sys>>", "</s>", "<system>", "# system", "\nsystem:"};
constexpr std::string_view kVerbs[] = {"ignore", "disregard", "forget"};
constexpr std::size_t kNear = 40;  // maximum distance in bytes between the verb and "instructions"

bool has_control_characters(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t' && c != '\r') || byte == 0x7F;
  });
}

bool has_marks_of_a_prompt(const std::string& folded) {
  return std::any_of(std::begin(kMarks), std::end(kMarks),
                     [&](std::string_view mark) { return folded.find(mark) != std::string::npos; });
}

bool talks_to_a_model(const std::string& folded) {
  for (const std::string_view verb : kVerbs) {
    for (std::size_t at = folded.find(verb); at != std::string::npos; at = folded.find(verb, at + 1)) {
      if (folded.substr(at, verb.size() + kNear).find("instructions") != std::string::npos) return true;
    }
  }
  return false;
}

}  // namespace

SummaryRefusal check_wording(std::string_view text) {
  if (base::trim(text).empty()) return SummaryRefusal::kEmpty;
  if (base::find_invalid_utf8(text) != std::string_view::npos || has_control_characters(text)) {
    return SummaryRefusal::kGarbage;
  }
  const std::string folded = '\n' + base::fold(text);
  if (has_marks_of_a_prompt(folded) || talks_to_a_model(folded)) return SummaryRefusal::kInstructions;
  return SummaryRefusal::kNone;
}

}  // namespace parley::context
