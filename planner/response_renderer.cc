#include "planner/response_renderer.h"

#include <algorithm>
#include <charconv>

#include "base/hash.h"
#include "base/locale.h"

namespace parley::planner {
namespace {

using Piece = config::Template::Piece;
using Branch = config::Template::Branch;

// The number of texts whose last variant is stored. If a bot uses more texts, a variant may be repeated at once.
constexpr std::size_t kMaxStoredVariants = 64;

std::string_view text_at(const Value& object, std::string_view path) {
  const Value* value = object.at_path(path);
  const std::string* text = value ? value->if_string() : nullptr;
  return text ? std::string_view(*text) : std::string_view();
}

bool is_missing(const Value* value) { return !value || value->is_null(); }

std::string_view language_of(std::string_view tag) { return tag.substr(0, tag.find('-')); }

// Returns the session's locale if it has the language of the bot, such as "en-GB" for a bot in "en-US". Otherwise
// returns the bot's locale.
std::shared_ptr<const base::Locale> locale_of(const config::BotDefinition& bot, const SessionState& state) {
  if (state.locale.empty() || state.locale == bot.locale->tag()) return bot.locale;
  auto locale = base::Locale::find(state.locale);
  return locale && language_of(locale->tag()) == language_of(bot.locale->tag()) ? locale : bot.locale;
}

// Returns the date or the time of a timestamp ("2026-03-02T17:00") if `format` is "date" or "time". Otherwise returns
// the value.
Value part_of(const Value& value, std::string_view format) {
  constexpr std::size_t kDay = 10;
  const std::string* text = value.if_string();
  if (!text || text->size() <= kDay || (*text)[kDay] != 'T') return value;
  if (format == "date") return text->substr(0, kDay);
  return format == "time" ? Value(text->substr(kDay + 1)) : value;
}

bool is_structured(const Value& value) { return value.if_object() || value.if_array(); }

// Gets the number that selects a plural form: the value itself, or the length of a list. Returns false if the value is
// neither.
bool get_count(const Value* value, double& count) {
  if (!value) return false;
  if (const Value::Array* values = value->if_array()) count = static_cast<double>(values->size());
  return value->if_array() || value->get_number(count);
}

bool is_number_of_item(const Piece& piece) { return piece.of_item && piece.placeholder == config::kItemNumber; }

// Whether an `if` counts the value as missing.
bool is_empty(const Value* value) {
  if (is_missing(value)) return true;
  const Value::Array* items = value->if_array();
  const std::string* text = value->if_string();
  return (items && items->empty()) || (text && text->empty());
}

const Branch* branch_named(const Piece& piece, std::string_view key) {
  for (const Branch& branch : piece.branches) {
    if (branch.key == key) return &branch;
  }
  return nullptr;
}

// Whether a placeholder is a whole value of the param's type, and not a member of one: the param itself, the item of a
// loop over it, or its first or last item.
bool is_value_of_param(const config::Param& param, std::string_view path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) return true;
  const std::string_view member = path.substr(dot + 1);
  return param.list && (member == "first" || member == "last");
}

// Marks around the values of a text that may be rephrased: control characters of ASCII for the start and the end of a
// text. The bot's own texts have no control characters.
constexpr char kValueBegins = '\x02', kValueEnds = '\x03';

// Returns the text without the marks, and appends the places of the values between them.
std::string unmarked(const std::string& marked, const std::vector<std::string>& names,
                     std::vector<config::ValuePlace>& places) {
  std::string out;
  std::size_t begin = 0, next = 0;
  for (const char c : marked) {
    if (c == kValueBegins) {
      begin = out.size();
    } else if (c == kValueEnds) {
      places.push_back({{begin, out.size()}, names[next++]});
    } else {
      out += c;
    }
  }
  return out;
}

// Returns a number below `below` that depends only on the seed, so that a replay selects the same variants.
std::size_t draw(const std::string& seed, std::size_t below) {
  const std::string hex = base::fingerprint(seed).substr(0, 8);
  std::uint32_t number = 0;
  std::from_chars(hex.data(), hex.data() + hex.size(), number, 16);
  return number % below;
}

}  // namespace

ResponseRenderer::ResponseRenderer(const config::BotDefinition& bot, SessionState& state, const Value& context,
                                   DisclosedValues* disclosed)
    : bot_(bot),
      state_(state),
      known_(state, context),
      channel_(text_at(context, "channel")),
      disclosed_(disclosed),
      locale_(locale_of(bot, state)) {}

std::string ResponseRenderer::say(const config::TextVariants& text, std::string_view name, const Value& value) {
  name_ = name;
  value_ = &value;
  const config::Template& variant = select_variant(text);
  marks_values_ = text.may_be_rephrased;
  std::string out;
  out.reserve(variant.source.size());
  render(variant.pieces, out, missing_);
  if (std::exchange(marks_values_, false)) out = unmarked(out, std::exchange(value_names_, {}), places_);
  return out;
}

// Returns the indices of the variants whose placeholders all have values; all indices if there is no such variant.
std::vector<std::size_t> ResponseRenderer::usable(const config::TextVariants::Ways& ways) const {
  std::vector<std::size_t> whole, all;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    all.push_back(i);
    std::vector<std::string> missing;
    find_missing(ways[i].pieces, missing);
    if (missing.empty()) whole.push_back(i);
  }
  return whole.empty() ? all : whole;
}

const config::Template& ResponseRenderer::select_variant(const config::TextVariants& text) {
  const config::TextVariants::Ways& ways = text.on(channel_);
  if (ways.size() == 1) return ways.front();
  const std::vector<std::size_t> fit = usable(ways);
  const std::string key = base::fingerprint(ways.front().source).substr(0, 8);
  const std::string seed = state_.session + " " + key + " " + std::to_string(state_.turns);
  const auto last = state_.ways.find(key);
  const auto place =
      last == state_.ways.end() ? fit.end() : std::find(fit.begin(), fit.end(), static_cast<std::size_t>(last->second));
  const auto after = static_cast<std::size_t>(place - fit.begin()) + 1;
  const std::size_t way = place == fit.end() ? fit[draw(seed, fit.size())]
                          : fit.size() == 1  ? fit.front()
                                             : fit[(after + draw(seed, fit.size() - 1)) % fit.size()];
  if (last == state_.ways.end() && state_.ways.size() == kMaxStoredVariants) state_.ways.erase(state_.ways.begin());
  state_.ways[key] = static_cast<std::int64_t>(way);
  return ways[way];
}

void ResponseRenderer::find_missing(const std::vector<Piece>& pieces, std::vector<std::string>& missing) const {
  for (const Piece& piece : pieces) {
    if (piece.placeholder.empty()) continue;
    if (is_number_of_item(piece)) continue;
    const Value* value = find(piece);
    if (piece.format == config::kEach) {
      find_missing_in_each(piece, value, missing);
    } else if (!piece.branches.empty()) {
      find_missing(branch_of(piece, value).pieces, missing);
    } else if (is_missing(value)) {
      missing.push_back(piece.placeholder);
    }
  }
}

void ResponseRenderer::render(const std::vector<Piece>& pieces, std::string& out,
                              std::vector<std::string>& missing) const {
  for (const Piece& piece : pieces) {
    out += piece.literal;
    if (!piece.placeholder.empty()) render(piece, out, missing);
  }
}

// A missing value renders as an empty text.
void ResponseRenderer::render(const Piece& piece, std::string& out, std::vector<std::string>& missing) const {
  if (is_number_of_item(piece)) {
    return append_value("number", locale_->say(Value(static_cast<std::int64_t>(item_->number)), "number"), out);
  }
  const Value* value = find(piece);
  if (piece.format == config::kEach) return render_each(piece, value, out, missing);
  if (!piece.branches.empty()) return render(branch_of(piece, value).pieces, out, missing);
  if (is_missing(value)) missing.push_back(piece.placeholder);
  if (!value) return;
  const config::Param* of = param(piece);
  std::string text;
  if (double count = 0; piece.format == config::kCount) {
    text = get_count(value, count) ? locale_->say(Value(count), "number") : value->to_text();
  } else if (piece.format == config::kPlain) {
    text = value->to_text();
  } else {
    const bool has_type = of && is_value_of_param(*of, piece.placeholder);
    text = piece.format.empty() ? format_value(*value, has_type ? of->type.value : std::string(), of && of->in_past)
                                : locale_->say(part_of(*value, piece.format), piece.format, piece.style);
  }
  if (is_structured(*value) && text == value->to_text()) text = format_record(*value);
  const bool may_be_private = of && (of->sensitive || config::has_private_params(bot_.redaction));
  if (may_be_private && disclosed_) disclosed_->emplace_back(of->id.value, text);
  append_value(piece.placeholder, std::move(text), out);
}

// Marks the value in a text that may be rephrased. The value then loses characters that would be marks.
void ResponseRenderer::append_value(const std::string& name, std::string text, std::string& out) const {
  if (!marks_values_) {
    out += text;
    return;
  }
  std::erase_if(text, [](char c) { return c == kValueBegins || c == kValueEnds; });
  out.append(1, kValueBegins).append(text).append(1, kValueEnds);
  value_names_.push_back(name);
}

// Sets the item for the texts that are rendered during its life.
class ResponseRenderer::ItemScope {
 public:
  ItemScope(const ResponseRenderer& renderer, const Value* value, std::size_t number, const config::Param* of)
      : renderer_(renderer), item_{value, number, of, renderer.item_} {
    renderer.item_ = &item_;
  }
  ~ItemScope() { renderer_.item_ = item_.outer; }
  ItemScope(const ItemScope&) = delete;
  ItemScope& operator=(const ItemScope&) = delete;

 private:
  const ResponseRenderer& renderer_;
  Item item_;
};

void ResponseRenderer::render_each(const Piece& piece, const Value* list, std::string& out,
                                   std::vector<std::string>& missing) const {
  const Value::Array* items = list ? list->if_array() : nullptr;
  const Branch* otherwise = branch_named(piece, config::kElse);
  if (!items && !otherwise) missing.push_back(piece.placeholder);
  if (!items || items->empty()) {
    if (otherwise) render(otherwise->pieces, out, missing);
    return;
  }
  const config::Param* of = param(piece);
  const auto said = [&](const Branch& branch, const Value* item, std::size_t number) {
    const ItemScope scope(*this, item, number, of);
    std::string text;
    render(branch.pieces, text, missing);
    return text;
  };
  std::vector<std::string> texts;
  const std::size_t count = std::min(items->size(), static_cast<std::size_t>(piece.at_most));
  for (std::size_t i = 0; i < count; ++i)
    texts.push_back(said(*branch_named(piece, config::kMain), &(*items)[i], i + 1));
  const Branch* more = branch_named(piece, config::kMore);
  if (more && count < items->size()) texts.push_back(said(*more, nullptr, items->size() - count));
  const Branch* separator = branch_named(piece, config::kSeparator);
  if (!separator) {
    out += locale_->all_of(texts);
    return;
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) render(separator->pieces, out, missing);
    out += texts[i];
  }
}

void ResponseRenderer::find_missing_in_each(const Piece& piece, const Value* list,
                                            std::vector<std::string>& missing) const {
  const Value::Array* items = list ? list->if_array() : nullptr;
  const Branch* otherwise = branch_named(piece, config::kElse);
  if (otherwise && (!items || items->empty())) find_missing(otherwise->pieces, missing);
  if (!items && !otherwise) missing.push_back(piece.placeholder);
  if (!items) return;
  for (std::size_t i = 0; i < items->size() && i < static_cast<std::size_t>(piece.at_most); ++i) {
    const ItemScope scope(*this, &(*items)[i], i + 1, nullptr);
    find_missing(branch_named(piece, config::kMain)->pieces, missing);
  }
}

// Returns the branch for a value, or the branch "other". A select may have a branch "null" for a missing value. An `if`
// without the branch for a missing value says nothing.
const Branch& ResponseRenderer::branch_of(const Piece& piece, const Value* value) const {
  if (piece.format == config::kIf) {
    static const Branch kNothing;
    const Branch* branch = branch_named(piece, is_empty(value) ? config::kElse : config::kMain);
    return branch ? *branch : kNothing;
  }
  std::string exact = is_missing(value) ? "null" : value->to_text(), key;
  if (double count = 0; piece.format != config::kSelect && get_count(value, count)) {
    exact = "=" + Value(static_cast<std::int64_t>(count)).to_text();
    key = locale_->plural(count, piece.format == config::kOrdinalPlural);
  }
  const Branch* chosen = nullptr;
  for (const std::string& wanted : {exact, key, std::string("other")}) {
    for (const Branch& branch : piece.branches) {
      if (!chosen && branch.key == wanted) chosen = &branch;
    }
  }
  return *chosen;
}

const Value* ResponseRenderer::find(const Piece& piece) const {
  const std::string_view path = piece.placeholder;
  const std::size_t dot = path.find('.');
  const std::string_view rest = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  if (piece.of_item) return item_ && item_->value ? known_.part_of(*item_->value, rest) : nullptr;
  if (name_.empty() && value_ && value_->if_object()) {
    const Value* member = value_->find(path.substr(0, dot));
    return member ? known_.part_of(*member, rest) : known_.find(path);
  }
  if (name_.empty() || path.substr(0, dot) != name_) return known_.find(path);
  return known_.part_of(*value_, rest);
}

const config::Param* ResponseRenderer::param(const Piece& piece) const {
  if (piece.of_item) return item_ ? item_->of : nullptr;
  const bool is_additional = name_.empty() && value_ && value_->find(piece.placeholder);
  if (state_.frames.empty() || is_additional) return nullptr;
  const config::Intent* intent = bot_.find_intent(state_.frames.back().intent);
  return intent ? intent->find_param_behind(piece.placeholder.substr(0, piece.placeholder.find('.'))) : nullptr;
}

}  // namespace parley::planner
