#include "privacy/mask.h"

#include <algorithm>

#include "base/fold.h"
#include "base/hash.h"
#include "base/text.h"
#include "privacy/plain_text.h"

namespace parley::privacy {
namespace {

constexpr std::size_t kShown = 4;
constexpr std::size_t kMinForPartial = 8;  // letters and digits
constexpr std::size_t kHashLength = 12;

bool overlap(const Span& a, const Span& b) { return a.begin < b.end && b.begin < a.end; }
bool lies_in(const Span& inner, const Span& outer) { return outer.begin <= inner.begin && inner.end <= outer.end; }

// Reads the rest of a mask after its label: the visible part and the closing brace. Returns npos if it is not a mask.
std::size_t end_after_label(std::string_view text, std::size_t at) {
  if (at >= text.size()) return std::string_view::npos;
  if (text[at] == '}') return at + 1;
  if (text[at] == '#') {
    const std::string_view hash = text.substr(at + 1, kHashLength);
    const bool is_hash = hash.size() == kHashLength && std::all_of(hash.begin(), hash.end(), [](char c) {
                           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                         });
    at += 1 + kHashLength;
    return is_hash && at < text.size() && text[at] == '}' ? at + 1 : std::string_view::npos;
  }
  if (text.substr(at, 4) != ":...") return std::string_view::npos;
  at += 4;
  for (std::size_t shown = 0; shown < kShown; ++shown) {
    if (at >= text.size() || !base::is_letter_or_digit(base::next_code_point(text, at))) return std::string_view::npos;
  }
  return at < text.size() && text[at] == '}' ? at + 1 : std::string_view::npos;
}

// Returns the last letters and digits of a value as written, or an empty string if the value is too short.
std::string shown_part(std::string_view value) {
  std::vector<Span> all;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t begin = at;
    if (base::is_letter_or_digit(base::next_code_point(value, at))) all.push_back({begin, at});
  }
  std::string shown;
  if (all.size() < kMinForPartial) return shown;
  for (std::size_t i = all.size() - kShown; i < all.size(); ++i) {
    shown += value.substr(all[i].begin, all[i].end - all[i].begin);
  }
  return shown;
}

std::vector<Span> masks_in(std::string_view text, const std::vector<PrivatePlace>& places,
                           std::vector<std::string_view> labels) {
  std::vector<Span> masks;
  if (text.find('{') == std::string_view::npos) return masks;
  for (const PrivatePlace& place : places) labels.push_back(place.label);
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at)) {
    const std::size_t end = end_of_mask(text, at, labels);
    if (end != std::string_view::npos) masks.push_back({at, end});
    at = end != std::string_view::npos ? end : at + 1;
  }
  return masks;
}

class Masker {
 public:
  Masker(std::string_view text, std::vector<PrivatePlace> places, std::string_view key,
         const std::vector<std::string_view>& labels)
      : text_(text), places_(std::move(places)), key_(key), labels_(labels) {}

  std::string run() {
    widen_to_code_points();
    cut_at_masks();
    drop_kept_places();
    put_in_order();
    return write();
  }

 private:
  std::string_view written(const PrivatePlace& place) const {
    return text_.substr(place.span.begin, place.span.end - place.span.begin);
  }
  std::string_view value(const PrivatePlace& place) const {
    return place.value.empty() ? written(place) : std::string_view(place.value);
  }

  void widen_to_code_points() {
    for (PrivatePlace& place : places_) {
      place.span.end = std::min(place.span.end, text_.size());
      place.span.begin = std::min(place.span.begin, place.span.end);
      if (place.span.begin == place.span.end) continue;
      while (place.span.begin > 0 && base::is_continuation_byte(text_[place.span.begin])) --place.span.begin;
      while (place.span.end < text_.size() && base::is_continuation_byte(text_[place.span.end])) ++place.span.end;
    }
    drop_empty();
  }

  void drop_empty() {
    places_.erase(std::remove_if(places_.begin(), places_.end(),
                                 [](const PrivatePlace& place) { return place.span.begin >= place.span.end; }),
                  places_.end());
  }

  // A place that partly overlaps a mask is cut at the mask. A place that contains a whole mask replaces it.
  void cut_at_masks() {
    const std::vector<Span> masks = masks_in(text_, places_, labels_);
    if (masks.empty()) return;
    for (PrivatePlace& place : places_) {
      auto mask = std::lower_bound(masks.begin(), masks.end(), place.span.begin,
                                   [](const Span& one, std::size_t begin) { return one.end <= begin; });
      for (; mask != masks.end() && mask->begin < place.span.end; ++mask) {
        if (lies_in(place.span, *mask)) {
          place.span.end = place.span.begin;
        } else if (mask->begin < place.span.begin) {
          place.span.begin = mask->end;
        } else if (mask->end > place.span.end) {
          place.span.end = mask->begin;
        }
      }
    }
    drop_empty();
  }

  void drop_kept_places() {
    std::vector<PrivatePlace> kept;
    for (PrivatePlace& place : places_) {
      if (place.left != Masking::kKeep) continue;
      kept.push_back(place);
      place.span.end = place.span.begin;
    }
    if (kept.empty()) return;
    for (PrivatePlace& place : places_) {
      const bool is_kept = std::any_of(kept.begin(), kept.end(), [&](const PrivatePlace& one) {
        return lies_in(place.span, one.span) &&
               (place.span == one.span || letters_and_digits(value(place)) == letters_and_digits(value(one)));
      });
      if (is_kept) place.span.end = place.span.begin;
    }
    drop_empty();
  }

  void put_in_order() {
    std::stable_sort(places_.begin(), places_.end(), [](const PrivatePlace& a, const PrivatePlace& b) {
      return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end > b.span.end;
    });
  }

  // Copies the text and writes one cluster of overlapping places at a time.
  std::string write() {
    std::size_t at = 0;
    for (std::size_t first = 0; first < places_.size();) {
      std::size_t last = first;
      Span cluster = places_[first].span;
      while (++last < places_.size() && places_[last].span.begin < cluster.end) {
        cluster.end = std::max(cluster.end, places_[last].span.end);
      }
      copy(at, cluster.begin);
      write_cluster(first, last);
      at = cluster.end;
      first = last;
    }
    copy(at, text_.size());
    return std::move(out_);
  }

  void write_cluster(std::size_t first, std::size_t last) {
    std::vector<const PrivatePlace*> by_length;
    for (std::size_t i = first; i < last; ++i) by_length.push_back(&places_[i]);
    std::stable_sort(by_length.begin(), by_length.end(), [](const PrivatePlace* a, const PrivatePlace* b) {
      return a->span.end - a->span.begin > b->span.end - b->span.begin;
    });
    std::vector<const PrivatePlace*> winners;  // ordered by position, without overlaps
    for (const PrivatePlace* place : by_length) {
      const auto next =
          std::lower_bound(winners.begin(), winners.end(), place->span.end,
                           [](const PrivatePlace* one, std::size_t end) { return one->span.begin < end; });
      if (next == winners.begin() || (*std::prev(next))->span.end <= place->span.begin) winners.insert(next, place);
    }
    for (const PrivatePlace* winner : winners) {
      // The four visible characters may be the whole of another value, which must stay hidden.
      const bool hides_part = winner->left == Masking::kPartial &&
                              std::any_of(by_length.begin(), by_length.end(), [&](const PrivatePlace* other) {
                                return other->left != Masking::kPartial && overlap(other->span, winner->span);
                              });
      write_mask(*winner, hides_part ? Masking::kMask : winner->left);
    }
  }

  void write_mask(const PrivatePlace& place, Masking left) {
    if (left == Masking::kDrop) {
      has_dropped_ = true;
      return;
    }
    has_dropped_ = false;
    out_.append("{").append(place.label);
    if (left == Masking::kPartial) {
      if (const std::string shown = shown_part(value(place)); !shown.empty()) out_.append(":...").append(shown);
    } else if (left == Masking::kHash && !key_.empty()) {
      out_.append("#").append(base::keyed_hash(letters_and_digits(value(place)), key_), 0, kHashLength);
    }
    out_.append("}");
  }

  void copy(std::size_t begin, std::size_t end) {
    if (begin == end) return;
    if (has_dropped_ && text_[begin] == ' ' && (out_.empty() || out_.back() == ' ')) ++begin;
    has_dropped_ = false;
    out_.append(text_.substr(begin, end - begin));
  }

  std::string_view text_;
  std::vector<PrivatePlace> places_;
  std::string_view key_;
  const std::vector<std::string_view>& labels_;
  std::string out_;
  bool has_dropped_ = false;
};

}  // namespace

std::size_t end_of_mask(std::string_view text, std::size_t at, const std::vector<std::string_view>& labels) {
  if (at >= text.size() || text[at] != '{') return std::string_view::npos;
  for (const std::string_view label : labels) {
    if (text.substr(at + 1, label.size()) != label) continue;
    const std::size_t end = end_after_label(text, at + 1 + label.size());
    if (end != std::string_view::npos) return end;
  }
  return std::string_view::npos;
}

std::size_t end_of_any_mask(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongestLabel = 64;
  if (at >= text.size() || text[at] != '{') return std::string_view::npos;
  std::size_t end = at + 1;
  while (end < text.size() && end - at <= kLongestLabel &&
         ((text[end] >= 'a' && text[end] <= 'z') || text[end] == '_')) {
    ++end;
  }
  return end > at + 1 ? end_after_label(text, end) : std::string_view::npos;
}

std::string masked(std::string_view text, std::vector<PrivatePlace> places, std::string_view key,
                   const std::vector<std::string_view>& labels) {
  if (places.empty()) return std::string(text);
  return Masker(text, std::move(places), key, labels).run();
}

}  // namespace parley::privacy
