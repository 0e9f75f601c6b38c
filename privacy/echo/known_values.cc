#include "privacy/echo/known_values.h"

#include <algorithm>

#include "base/boundaries.h"
#include "base/text.h"
#include "privacy/echo/alnum_text.h"
#include "privacy/echo/decoded_text.h"
#include "privacy/encodings.h"
#include "privacy/plain_text.h"

namespace parley::privacy {
namespace {

constexpr std::size_t kMinForWord = 3;  // letters and digits
constexpr std::size_t kMinAnywhere = 6;
constexpr std::size_t kMinEncoded = 6;  // bytes of the value
constexpr std::size_t kUsualGap = 3;    // blanks and punctuation marks allowed between two symbols
constexpr std::size_t kMaxForms = 0xFFFF;
constexpr int kDeepestView = 2;
constexpr std::size_t kHashed = 3;  // number of leading bytes by which a form is found

bool is_common(std::string_view symbols) {
  constexpr std::array<std::string_view, 12> kWords = {"yes", "true", "false", "none", "null", "not",
                                                       "the", "and",  "all",   "any",  "one",  "other"};
  return std::find(kWords.begin(), kWords.end(), symbols) != kWords.end();
}

std::size_t count_symbols(const AlnumText& symbols) { return base::count_code_points(symbols.all()); }

bool has_letter_escape(std::string_view text) {
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 2)) {
    if (at + 1 < text.size() && std::string_view("bfnrtux").find(text[at + 1]) != std::string_view::npos) return true;
  }
  return false;
}

bool is_blank_text(std::string_view text) { return base::trim(text).empty(); }

bool is_blank_or_edge(std::string_view text, std::size_t at) {
  return at >= text.size() || static_cast<unsigned char>(text[at]) <= ' ';
}

bool is_base64_mark(char c) { return c == '+' || c == '/'; }

// Characters that JSON or URLs escape.
bool is_escaped_mark(char c) { return c == '"' || c == '\\' || c == '/' || c == '\'' || c == '+'; }

// Requires `spans` to be ordered and free of overlaps.
bool overlaps_one(const std::vector<Span>& spans, const Span& span) {
  const auto next = std::lower_bound(spans.begin(), spans.end(), span.begin,
                                     [](const Span& one, std::size_t begin) { return one.end <= begin; });
  return next != spans.end() && next->begin < span.end;
}

}  // namespace

KnownValues::KnownValues(std::vector<KnownValue> values) : values_(std::move(values)) {
  constexpr std::size_t kFormsOfText = 6;
  std::size_t texts_in_all = 0, bytes = 0;
  for (const KnownValue& value : values_) {
    texts_in_all += value.texts.size();
    for (const std::string& text : value.texts) bytes += text.size();
  }
  forms_.reserve(texts_in_all * kFormsOfText);
  symbols_.reserve(bytes * (kFormsOfText + 1));
  labels_.reserve(values_.size());
  for (std::uint32_t i = 0; i < values_.size(); ++i) {
    const std::string_view label = values_[i].label;
    if (std::find(labels_.begin(), labels_.end(), label) == labels_.end()) labels_.push_back(label);
    const std::vector<std::string>& texts = values_[i].texts;
    for (auto text = texts.begin(); text != texts.end(); ++text) {
      if (std::find(texts.begin(), text, *text) == text) add_text(*text, i);
    }
  }
}

void KnownValues::add_text(std::string_view text, std::uint32_t value) {
  if (is_blank_text(text)) return;
  has_escaped_values_ = has_escaped_values_ || std::any_of(text.begin(), text.end(), is_escaped_mark);
  const AlnumText symbols(text);
  const std::size_t count = count_symbols(symbols);
  if (count < kMinForWord || is_common(symbols.all())) {
    return add_exact(text, value);
  }
  const auto number = plain_number(text);
  const bool is_long_number = number && number->whole.size() + number->fraction.size() >= kMinForWord;
  if (is_long_number) add_number(*number, value);
  // A decimal point does not count as punctuation between digits: 1234.5 is not 12345.
  if (!number || number->fraction.empty()) {
    add_symbols(text, symbols, count >= kMinAnywhere, value);
  } else if (!is_long_number) {
    add_exact(text, value);
  }
  add_encoded(text, value);
}

void KnownValues::add_exact(std::string_view text, std::uint32_t value) {
  exact_.push_back({base::trim(text), value});
  has_escaped_values_ = has_escaped_values_ || exact_.back().text.find(' ') != std::string_view::npos;
}

void KnownValues::add_symbols(std::string_view text, const AlnumText& symbols, bool anywhere, std::uint32_t value) {
  Form form{};
  form.value = value;
  form.kind = anywhere ? Kind::kAnywhere : Kind::kWord;
  std::size_t widest = 0;
  for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
    const std::size_t gap = symbols.gap_after(i);
    widest = std::max(widest, gap);
    if (!anywhere && gap > 0 && i + 1 < 32) form.detail |= 1U << (i + 1);
  }
  // Twice the widest gap, because quotes may have backslashes before them.
  form.gap = static_cast<std::uint16_t>(std::clamp<std::size_t>(2 * widest, kUsualGap, 0xFFFF));
  form.before = text.substr(0, symbols.begin_of(0));
  form.after = text.substr(symbols.end_of(symbols.size() - 1));
  add_form(form, symbols.all());
}

void KnownValues::add_number(const PlainNumber& number, std::uint32_t value) {
  Form form{};
  form.value = value;
  form.kind = Kind::kNumber;
  form.detail = static_cast<std::uint32_t>(numbers_.size());
  numbers_.push_back(number);
  add_form(form, number.whole + number.fraction);
}

void KnownValues::add_encoded(std::string_view text, std::uint32_t value) {
  if (text.size() < kMinEncoded) return;
  Form form{};
  form.value = value;
  form.gap = kUsualGap;
  form.kind = Kind::kHex;
  add_form(form, hex_of(text));
  form.kind = Kind::kBase64;
  for (const std::size_t before : {0U, 1U, 2U}) {
    std::string symbols = base64_core(text, before);  // also contains + and /, which are dropped below
    form.is_partly_before = before > 0 || is_base64_mark(symbols.front());
    form.is_partly_after = is_partly_after(text, before) || is_base64_mark(symbols.back());
    std::size_t size = 0, gap = 0, widest = 0;
    for (const char c : symbols) {
      const bool is_mark = is_base64_mark(c);
      gap = is_mark ? gap + 1 : 0;
      widest = std::max(widest, gap);
      if (!is_mark) symbols[size++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c;
    }
    symbols.resize(size);
    form.gap = static_cast<std::uint16_t>(std::clamp<std::size_t>(widest, kUsualGap, 0xFFFF));
    if (size >= kMinAnywhere) add_form(form, symbols);
  }
}

// Skips duplicates: the canonical text of a value and the user's text often have the same symbols.
void KnownValues::add_form(Form form, std::string_view symbols) {
  if (forms_.size() >= kMaxForms) return;
  std::uint16_t& first = buckets_[bucket_of(symbols.data())];
  for (std::uint16_t next = first; next != 0; next = forms_[next - 1U].next) {
    Form& one = forms_[next - 1U];
    if (one.value != form.value || one.kind != form.kind || one.detail != form.detail ||
        std::string_view(symbols_).substr(one.begin, one.size) != symbols) {
      continue;
    }
    one.gap = std::max(one.gap, form.gap);
    return;
  }
  form.begin = static_cast<std::uint32_t>(symbols_.size());
  form.size = static_cast<std::uint32_t>(symbols.size());
  form.next = first;
  symbols_ += symbols;
  forms_.push_back(form);
  first = static_cast<std::uint16_t>(forms_.size());
}

std::size_t KnownValues::bucket_of(const char* symbols) {
  static_assert(kHashed == 3);
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(symbols[i])); };
  return (byte(0) * 37 + byte(1) * 5 + byte(2) * 131) % kBuckets;
}

std::vector<Echo> KnownValues::find(std::string_view text) const {
  std::vector<Echo> echoes;
  if (forms_.empty() && exact_.empty()) return echoes;
  std::vector<Place> places;
  find_in(DecodedText(text), 0, places);
  if (places.empty()) return echoes;
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.value != b.value ? a.value < b.value : a.span.begin < b.span.begin;
  });
  for (const Place& place : places) {
    const KnownValue& value = values_[place.value];
    const bool same = !echoes.empty() && echoes.back().value.data() == value.texts.front().data();
    if (same && place.span.begin < echoes.back().span.end) {
      echoes.back().span.end = std::max(echoes.back().span.end, place.span.end);
    } else {
      echoes.push_back({place.span, value.label, value.texts.front()});
    }
  }
  std::stable_sort(echoes.begin(), echoes.end(),
                   [](const Echo& a, const Echo& b) { return a.span.begin < b.span.begin; });
  return echoes;
}

void KnownValues::find_in(const DecodedText& view, int depth, std::vector<Place>& out) const {
  const AlnumText symbols(view.text(), labels_);
  find_forms(view, symbols, out);
  find_exact(view, symbols, out);
  if (!symbols.has_escapes() || depth == kDeepestView) return;
  DecodedText decoded{std::string_view()};
  // A quote is not a symbol, with or without a backslash. A text whose only escapes are quotes therefore needs no
  // decoding.
  const bool has_json = has_escaped_values_ || has_letter_escape(view.text());
  const bool has_url = has_escaped_values_ || view.text().find('%') != std::string_view::npos;
  if (has_json && view.decode_json(decoded)) find_in(decoded, depth + 1, out);
  if (has_url && view.decode_url(decoded)) find_in(decoded, depth + 1, out);
  if (view.decode_html(decoded)) find_in(decoded, depth + 1, out);
}

void KnownValues::find_exact(const DecodedText& view, const AlnumText& symbols, std::vector<Place>& out) const {
  const std::string_view text = view.text();
  for (const Exact& exact : exact_) {
    const bool has_symbols = AlnumText(exact.text).size() > 0;
    for (std::size_t at = text.find(exact.text); at != std::string_view::npos; at = text.find(exact.text, at + 1)) {
      const Span span{at, at + exact.text.size()};
      const bool is_alone = has_symbols
                                ? is_token_border(text, span.begin) && is_token_border(text, span.end)
                                : (at == 0 || is_blank_or_edge(text, at - 1)) && is_blank_or_edge(text, span.end);
      if (is_alone && !overlaps_one(symbols.masks(), span)) {
        out.push_back({view.original_span(span.begin, span.end), exact.value});
      }
    }
  }
}

void KnownValues::find_forms(const DecodedText& view, const AlnumText& symbols, std::vector<Place>& out) const {
  if (forms_.empty() || symbols.size() < kHashed) return;
  const std::string_view all = symbols.all();
  std::vector<Gaps> gaps;  // per form; empty until a form matches
  for (std::size_t at = 0; at + kHashed <= all.size(); ++at) {
    for (std::uint16_t next = buckets_[bucket_of(all.data() + at)]; next != 0;) {
      const Form& form = forms_[next - 1U];
      next = form.next;
      if (all.compare(at, form.size, std::string_view(symbols_).substr(form.begin, form.size)) != 0) continue;
      if (gaps.empty()) gaps.resize(forms_.size());
      if (!allows_gaps(form, at, symbols, gaps[static_cast<std::size_t>(&form - forms_.data())])) continue;
      if (const auto span = place_of(form, at, view.text(), symbols)) {
        out.push_back({view.original_span(span->begin, span->end), form.value});
      }
    }
  }
}

// Returns the span at `begin` if `number` stands there. Normalizes non-ASCII digits before it reads them.
std::optional<Span> KnownValues::place_of_number(const PlainNumber& number, std::size_t begin, std::string_view text) {
  constexpr std::size_t kMaxLength = 128;
  if (base::is_digit(text[begin])) return number_at(text, begin, number);
  const std::string_view piece = text.substr(begin, kMaxLength);
  const PlainText plain(piece);
  const auto span = number_at(plain.text(), 0, number);
  if (!span) return std::nullopt;
  return Span{begin, begin + plain.original_span(0, span->end).end};
}

// Whether a form whose symbols match at `at` allows the gaps between them. `gaps` keeps earlier results, so that a
// value like "aaaaaa", which may match everywhere, examines each gap only once.
bool KnownValues::allows_gaps(const Form& form, std::size_t at, const AlnumText& symbols, Gaps& gaps) {
  if (form.kind == Kind::kNumber) return true;
  const std::size_t last = at + form.size - 1;
  if (form.kind == Kind::kWord) {
    for (std::size_t i = at; i < last; ++i) {
      const std::size_t gap = symbols.gap_after(i);
      if (gap > form.gap || (gap > 0 && (form.detail >> (i - at + 1) & 1U) == 0)) return false;
    }
    return true;
  }
  for (std::size_t i = std::max(at, gaps.examined_to); i < last; ++i) {
    if (symbols.gap_after(i) > form.gap) gaps.after_last_wide = i + 1;
  }
  gaps.examined_to = std::max(last, gaps.examined_to);
  return gaps.after_last_wide <= at;
}

// Returns the span of a match if the characters around it allow it.
std::optional<Span> KnownValues::place_of(const Form& form, std::size_t at, std::string_view text,
                                          const AlnumText& symbols) const {
  Span span{symbols.begin_of(at), symbols.end_of(at + form.size - 1)};
  if (form.kind == Kind::kNumber) return place_of_number(numbers_[form.detail], span.begin, text);
  if (form.kind == Kind::kWord && (!is_word_border(text, span.begin) || !is_word_border(text, span.end))) {
    return std::nullopt;
  }
  if (form.kind == Kind::kBase64) {
    if (form.is_partly_before && span.begin > 0 && is_base64(text[span.begin - 1])) --span.begin;
    if (form.is_partly_after && span.end < text.size() && is_base64(text[span.end])) ++span.end;
    while (span.end < text.size() && text[span.end] == '=') ++span.end;
    return span;
  }
  const std::size_t room = std::min(span.begin, form.before.size());
  if (room == form.before.size() && text.substr(span.begin - room, room) == form.before) span.begin -= room;
  if (text.substr(span.end, form.after.size()) == form.after) span.end += form.after.size();
  return span;
}

}  // namespace parley::privacy
