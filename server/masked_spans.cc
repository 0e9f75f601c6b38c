#include "server/masked_spans.h"

#include <optional>

#include "server/ascii.h"

namespace parley::server {
namespace {

class SpanMover {
 public:
  SpanMover(const std::string& text, const Mask& mask) : text_(text), mask_(mask), masked_(mask(text)) {}

  Value moved(const Value& value, bool is_span) const {
    if (const Value::Array* items = value.if_array()) {
      if (is_span) return moved_span(*items);
      Value::Array out;
      for (const Value& item : *items) out.push_back(moved(item, false));
      return out;
    }
    const Value::Object* members = value.if_object();
    if (!members) return value;
    Value::Object out;
    for (const auto& [name, member] : *members) out[name] = moved(member, name == "span");
    return out;
  }

 private:
  Value moved_span(const Value::Array& ends) const {
    const auto begin = ends.size() == 2 ? moved_place(ends[0]) : std::nullopt;
    const auto end = ends.size() == 2 ? moved_place(ends[1]) : std::nullopt;
    if (!begin || !end) return Value::Array{0, 0};
    return Value::Array{*begin, *end};
  }

  // A place is behind the mask of the text before it. Unset: the place is inside of a masked value.
  std::optional<std::int64_t> moved_place(const Value& place) const {
    double at = 0;
    if (!place.get_number(at) || at < 0 || at > static_cast<double>(text_.size())) return std::nullopt;
    const std::string before = mask_(text_.substr(0, static_cast<std::size_t>(at)));
    if (!starts_with(masked_, before)) return std::nullopt;
    return static_cast<std::int64_t>(before.size());
  }

  const std::string& text_;
  const Mask& mask_;
  const std::string masked_;
};

}  // namespace

Value with_masked_spans(const Value& value, const std::string& text, const Mask& mask) {
  return mask ? SpanMover(text, mask).moved(value, false) : value;
}

}  // namespace parley::server
