#include "config/diagnostics.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "config/source.h"

namespace parley::config {
namespace {

constexpr std::size_t kMaxFindings = 1000;
constexpr std::size_t kMaxWord = 60;

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

std::string one_line(std::string_view text, std::size_t max_bytes = std::string_view::npos) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (out.size() >= max_bytes) return out + "...";
    const char32_t c = base::next_code_point(text, at);
    base::append_code_point(out, is_control(c) ? U'?' : c);
  }
  return out;
}

}  // namespace

void Diagnostics::error(const char* code, const Mark& mark, std::string_view word, const std::string& message,
                        const std::string& hint) {
  add(Severity::kError, code, mark, word, message, hint);
}

void Diagnostics::warning(const char* code, const Mark& mark, std::string_view word, const std::string& message,
                          const std::string& hint) {
  add(Severity::kWarning, code, mark, word, message, hint);
}

void Diagnostics::add(Severity severity, const char* code, const Mark& mark, std::string_view word,
                      const std::string& message, const std::string& hint) {
  if (full(severity)) return;
  ++(severity == Severity::kError ? errors_ : warnings_);
  const std::string& file = files_[static_cast<std::size_t>(mark.file)].name;
  list_.push_back(
      {mark,
       {severity, code, file, mark.line, mark.column, one_line(word, kMaxWord), one_line(message), one_line(hint)}});
}

Mark Diagnostics::inside(const Mark& mark, std::string_view word) const {
  const std::string& bytes = *files_[static_cast<std::size_t>(mark.file)].bytes;
  if (word.empty() || mark.offset >= bytes.size()) return mark;
  std::size_t end = bytes.size();
  if (bytes[mark.offset] == '\'' || bytes[mark.offset] == '"') end = closing_quote(bytes, mark.offset);
  const std::size_t found = std::string_view(bytes).substr(0, end).find(word, mark.offset);
  return found == std::string_view::npos ? mark : count_on(mark, bytes, found);
}

Mark Diagnostics::inside(const Text& text, std::size_t index) const {
  const std::string& bytes = *files_[static_cast<std::size_t>(text.mark.file)].bytes;
  return count_on(text.mark, bytes, source_offset(bytes, text.mark.offset, text.value, index));
}

std::string Diagnostics::place_of(const Mark& mark, const Mark& from) const {
  const std::string line = "on line " + std::to_string(mark.line);
  return mark.file == from.file ? line : line + " of " + files_[static_cast<std::size_t>(mark.file)].name;
}

bool Diagnostics::full(Severity severity) const {
  return (severity == Severity::kError ? errors_ : warnings_) >= kMaxFindings;
}

std::vector<Diagnostic> Diagnostics::take() {
  const auto place = [](const Finding& f) {
    return std::tie(f.mark.file, f.mark.line, f.mark.column, f.diagnostic.code, f.diagnostic.message);
  };
  std::stable_sort(list_.begin(), list_.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
  const auto same = [&](const auto& a, const auto& b) { return place(a) == place(b); };
  list_.erase(std::unique(list_.begin(), list_.end(), same), list_.end());
  std::vector<Diagnostic> out;
  out.reserve(list_.size());
  for (Finding& finding : list_) out.push_back(std::move(finding.diagnostic));
  list_.clear();
  return out;
}

std::string quoted(std::string_view word) { return std::string("'").append(one_line(word, kMaxWord)).append("'"); }

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string lowered = base::lower_ascii(word);
  int nearest = word.size() <= 3 ? 1 : word.size() <= 7 ? 2 : 3;
  const std::string* best = nullptr;
  for (const std::string& candidate : known) {
    const int distance = base::edit_distance(lowered, base::lower_ascii(candidate), nearest);
    if (distance > nearest || (best && distance == nearest)) continue;
    nearest = distance;
    best = &candidate;
  }
  return best ? "did you mean " + quoted(*best) + "?" : std::string();
}

std::string did_you_mean_or_list(std::string_view word, const std::vector<std::string>& known) {
  std::string hint = did_you_mean(word, known);
  if (!hint.empty() || known.empty()) return hint;
  for (const std::string& candidate : known) hint += (hint.empty() ? "one of: " : ", ") + candidate;
  return hint;
}

}  // namespace parley::config
