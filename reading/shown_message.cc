#include "reading/shown_message.h"

#include <algorithm>
#include <utility>

#include "base/boundaries.h"
#include "base/fold.h"
#include "base/text.h"

namespace parley::reading {
namespace {

// A text in which case, blanks and typographic marks do not differ, with the source of each byte.
struct PlainText {
  std::string text;
  std::vector<Span> sources;
};

PlainText plain(std::string_view original) {
  PlainText out;
  for (std::size_t at = 0; at < original.size();) {
    const std::size_t begin = at;
    const char32_t c = base::next_code_point(original, at);
    const std::size_t size = out.text.size();
    if (c == '\n' || c == '\r' || c == '\t') {
      out.text += ' ';
    } else {
      base::append_plain(out.text, c, base::LetterCase::kFolded);
    }
    const bool repeats_blank = size > 0 && out.text[size - 1] == ' ' && out.text.substr(size) == " ";
    if (repeats_blank) out.text.pop_back();
    out.sources.resize(out.text.size(), Span{begin, at});
  }
  return out;
}

std::optional<Span> find_plain(std::string_view text, std::string_view words) {
  const PlainText in = plain(text);
  const std::string wanted(base::trim(plain(words).text));
  if (wanted.empty()) return std::nullopt;
  for (std::size_t at = in.text.find(wanted); at != std::string::npos; at = in.text.find(wanted, at + 1)) {
    const std::size_t end = at + wanted.size();
    const bool begins = !base::letter_before(in.text, at) || !base::letter_at(in.text, at);
    const bool ends = !base::letter_before(in.text, end) || !base::letter_at(in.text, end);
    if (begins && ends) return Span{in.sources[at].begin, in.sources[end - 1].end};
  }
  return std::nullopt;
}

}  // namespace

void ShownMessage::replace(Span span, std::string mask) {
  shown_.append(original_, copied_, span.begin - copied_);
  masks_.push_back({{shown_.size(), shown_.size() + mask.size()}, span});
  shown_ += mask;
  copied_ = span.end;
}

void ShownMessage::end() {
  shown_.append(original_, copied_, std::string::npos);
  copied_ = original_.size();
}

std::optional<Span> ShownMessage::find(std::string_view words) const {
  if (const auto shown = find_plain(shown_, words)) return to_original(*shown);
  return find_plain(original_, words);
}

bool ShownMessage::are_masks(std::string_view words) const {
  const auto shown = find_plain(shown_, words);
  return shown && has_only_masks(*shown);
}

bool ShownMessage::has_only_masks(Span shown) const {
  if (masks_.empty()) return false;
  auto mask = masks_.begin();
  for (std::size_t at = shown.begin; at < shown.end;) {
    while (mask != masks_.end() && mask->shown.end <= at) ++mask;
    if (mask != masks_.end() && mask->shown.begin <= at) {
      at = mask->shown.end;
      continue;
    }
    if (base::letter_at(shown_, at)) return false;
    base::next_code_point(shown_, at);
  }
  return true;
}

Span ShownMessage::to_original(Span shown) const {
  const auto position = [&](std::size_t at, bool is_end) {
    std::size_t shown_end = 0, original_end = 0;
    for (const Mask& mask : masks_) {
      const bool is_inside =
          is_end ? at > mask.shown.begin && at <= mask.shown.end : at >= mask.shown.begin && at < mask.shown.end;
      if (is_inside) return is_end ? mask.original.end : mask.original.begin;
      if (mask.shown.end > at) break;
      shown_end = mask.shown.end;
      original_end = mask.original.end;
    }
    return original_end + (at - shown_end);
  };
  return {position(shown.begin, false), position(shown.end, true)};
}

}  // namespace parley::reading
