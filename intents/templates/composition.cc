#include "intents/templates/composition.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "config/by_id.h"
#include "intents/templates/compiler.h"
#include "intents/templates/matcher.h"
#include "intents/templates/slot_lists.h"
#include "intents/words.h"

namespace parley::intents {
namespace {

std::string_view head_of(std::string_view path) { return path.substr(0, path.find('.')); }
std::string_view rest_of(std::string_view path) { return path.substr(std::min(head_of(path).size() + 1, path.size())); }

class Composition : public Recogniser {
 public:
  Composition(const config::BotDefinition& bot, const config::Entity& entity, const Types& types,
              config::Diagnostics& findings)
      : entity_(entity), lists_(types) {
    Compiler compiler(bot, lists_, findings);
    program_ = compiler.compile(entity, parts_);
    texts_ = compiler.texts();
    if (!program_ || !entity.canonical) return;
    for (const config::Text& text : entity.templates) check_canonical(text, parts_of(text, bot), findings);
  }

  bool is_usable() const { return program_.has_value(); }

  void find(const Reading& reading, std::vector<Found>& out) const override {
    const Words words(reading.text);
    const Phrases none_skipped;
    Spots spots(lists_, words, reading);
    const Sentence sentence(words, spots, none_skipped);
    std::vector<Found> found;
    for (const Piece& piece : Matcher(sentence, lists_, texts_).pieces(*program_)) {
      const std::string_view piece_text = words.text().substr(piece.begin, piece.end - piece.begin);
      Words::Place place = words.place_of(piece_text);
      for (const SlotMatch& slot : piece.slots) {
        if (slot.begin == piece.begin && slot.wider_span.end > 0) place.begin = slot.wider_span.begin;
        if (slot.end == piece.end) place.end = std::max(place.end, slot.wider_span.end);
      }
      found.push_back({value_of(piece, piece_text), place.begin, place.end});
    }
    keep_longest(found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

 private:
  void check_canonical(const config::Text& text, const std::vector<Part>& parts, config::Diagnostics& findings) const {
    for (const config::Template::Piece& wanted : entity_.canonical->pieces) {
      const std::string name(head_of(wanted.placeholder));
      if (name.empty()) continue;
      std::vector<std::string> names;
      for (const Part& part : parts) names.push_back(part.name);
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      findings.error("E405", findings.inside({entity_.canonical->source, entity_.canonical->mark}, wanted.index), name,
                     "'canonical' names the part " + config::quoted(name) + ", which is missing from the template " +
                         config::quoted(text.value),
                     config::did_you_mean(name, names));
    }
  }

  // Returns null when the piece does not contain the part.
  const Value* part(const Piece& piece, std::string_view path) const {
    const auto slot = std::find_if(piece.slots.begin(), piece.slots.end(), [&](const SlotMatch& match) {
      return parts_[static_cast<std::size_t>(match.param)] == head_of(path);
    });
    return slot == piece.slots.end() ? nullptr : slot->value->at_path(rest_of(path));
  }

  Value value_of(const Piece& piece, std::string_view text) const {
    if (entity_.canonical) return canonical(piece);
    if (piece.slots.empty()) return Value(text);
    if (piece.slots.size() == 1) return *piece.slots.front().value;
    std::string all;
    for (const SlotMatch& slot : piece.slots) all += (all.empty() ? "" : " ") + slot.value->to_text();
    return Value(std::move(all));
  }

  // A single placeholder keeps the type of its part.
  Value canonical(const Piece& piece) const {
    const std::vector<config::Template::Piece>& wording = entity_.canonical->pieces;
    if (wording.size() == 1 && wording.front().literal.empty()) {
      if (const Value* only = part(piece, wording.front().placeholder)) return *only;
    }
    std::string out;
    for (const config::Template::Piece& each : wording) {
      out += each.literal;
      if (const Value* value = each.placeholder.empty() ? nullptr : part(piece, each.placeholder)) {
        out += value->to_text();
      }
    }
    return Value(std::move(out));
  }

  const config::Entity& entity_;
  SlotLists lists_;
  std::vector<std::string> parts_;
  std::vector<std::string> texts_;
  std::optional<Program> program_;
};

// Visits every rule once and stops below the maximum depth. `findings` only maps positions; its errors are reported
// elsewhere.
void collect(const Expression& expression, const config::Text& text, const config::BotDefinition& bot,
             std::set<std::string>& rules, config::Diagnostics& findings, std::vector<Part>& out,
             std::size_t depth = 0) {
  if (expression.kind == Expression::Kind::kSlot) {
    const std::string& type = expression.list.empty() ? expression.text : expression.list;
    out.push_back({expression.text, type, findings.inside(text, expression.at)});
  }
  const bool is_rule = expression.kind == Expression::Kind::kRule && depth < kMaxRuleDepth;
  if (is_rule && rules.insert(expression.text).second) {
    const config::TemplateRule* rule = config::find_by_id(bot.rules, expression.text);
    const auto parsed = rule ? parse_expression(rule->text, findings) : std::nullopt;
    if (parsed) collect(*parsed, rule->text, bot, rules, findings, out, depth + 1);
  }
  for (const Expression& item : expression.items) collect(item, text, bot, rules, findings, out, depth);
}

}  // namespace

std::vector<Part> parts_of(const config::Text& text, const config::BotDefinition& bot) {
  std::vector<Part> parts;
  std::set<std::string> rules;
  config::Diagnostics findings(bot.files);
  if (const auto expression = parse_expression(text, findings)) {
    collect(*expression, text, bot, rules, findings, parts);
  }
  return parts;
}

std::unique_ptr<const Recogniser> make_composition(const config::BotDefinition& bot, const config::Entity& entity,
                                                   const Types& types, config::Diagnostics& findings) {
  auto made = std::make_unique<Composition>(bot, entity, types, findings);
  return made->is_usable() ? std::move(made) : nullptr;
}

}  // namespace parley::intents
