// Tested by tests/intents/translation_test.cc.
#include "config/translation.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/fold.h"
#include "base/locale.h"
#include "base/text.h"
#include "config/bot_texts.h"
#include "config/by_id.h"
#include "config/intent_names.h"
#include "config/reader_parts.h"
#include "config/template.h"
#include "config/translated_texts.h"
#include "config/unknown_name.h"
#include "config/yaml_writer.h"

namespace parley::config {
namespace {

// Returns a regex that matches exactly `text`.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x80 && !base::is_word_byte(c) && c != ' ') out += '\\';
    out += c;
  }
  return out;
}

// Whether a translation can differ: a text of placeholders and punctuation alone is the same in every language.
bool has_letters(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  });
}

bool has_words(const Template& text) {
  return std::any_of(text.pieces.begin(), text.pieces.end(), [](const Template::Piece& piece) {
    return !piece.branches.empty() || has_letters(piece.literal);
  });
}

// Returns a form that is equal for names that users say in the same way: ignores case, width and accents, and takes
// "hot_dog" for "hot dog".
std::string spoken(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return base::fold(name);
}

// Whether `word` is already the value's name or a synonym.
bool is_known_by(const EntityValue& value, const std::string& word) {
  const std::string plain = spoken(word), regex = spoken(escaped(word));
  return spoken(value.canonical.value) == plain ||
         std::any_of(value.synonyms.begin(), value.synonyms.end(), [&](const Text& synonym) {
           const std::string known = spoken(synonym.value);
           return known == plain || known == regex;
         });
}

class Translation {
 public:
  Translation(const BotDefinition& bot, int file, const Text& locale, Diagnostics& findings)
      : bot_(bot), file_(file), locale_(locale), findings_(findings), out_(bot) {
    if (out_.knowledge) {
      out_.knowledge->passages = std::move(out_.knowledge->translations[locale.value]);
      out_.knowledge->translations.clear();
    }
  }

  Translated read(DocumentSource& documents) {
    Node root;
    if (!documents.read(file_, findings_, root)) return {};
    out_.locale = base::Locale::find(locale_.value);
    read_root(root);
    translate();
    for (Text& text : texts_of(bot_)) {
      if (!find(text.value) && same_names_.count(text.value) == 0) missing_.push_back(std::move(text));
    }
    for (const Intent& intent : out_.intents) {
      if (!findings_.has_errors()) check_intent_names(intent, findings_);
    }
    if (!findings_.has_errors()) warn();
    out_.index();
    return {std::move(out_), std::move(missing_)};
  }

 private:
  void read_root(const Node& root) {
    Fields fields(root, "a translation", findings_);
    std::int64_t version = 0;
    std::vector<TranslatedText> texts;
    std::vector<TranslatedIntent> intents;
    std::vector<TranslatedEntity> entities;
    const auto as_own_header = [this](const Node& node, Diagnostics&) { return as_header(node); };
    fields.required("parley", as_format_version, version);
    bool is_ours = false;
    fields.required("translation", as_own_header, is_ours);
    fields.optional("texts", list_of(as_translated_text), texts);
    fields.optional("intents",
                    named(IdentifierKind::kIdentifier, "a map from intents to translations", read_translated_intent),
                    intents);
    fields.optional("entities",
                    named(IdentifierKind::kIdentifier, "a map from entities to translations", read_translated_entity),
                    entities);
    fields.optional("rules", named(IdentifierKind::kIdentifier, "a map from names to templates", read_template_rule),
                    out_.rules);
    fields.optional("skip_words", list_of(as_text), out_.skip_words);
    const auto as_commands = [](const Node& node, Diagnostics& findings) { return read_commands(node, {}, findings); };
    fields.optional("commands", as_commands, out_.commands);
    for (TranslatedText& text : texts) add_text(std::move(text));
    for (TranslatedIntent& intent : intents) apply(std::move(intent));
    for (TranslatedEntity& entity : entities) apply(std::move(entity));
  }

  // Reads `translation: {of: BOT, locale: de}`. Reports E307 when the file belongs to another bot or language.
  std::optional<bool> as_header(const Node& node) {
    Text of, locale;
    Fields fields(node, "the translation", findings_);
    if (fields.required("of", as_text, of) && of.value != bot_.id) {
      findings_.error("E307", of.mark, of.value,
                      "this file translates the bot " + quoted(of.value) + ", not " + quoted(bot_.id),
                      "write 'of: " + bot_.id + "', or use the translation of this bot");
    }
    header_ = node.mark;
    if (fields.required("locale", as_text, locale) && locale.value != locale_.value) {
      findings_.error("E307", locale.mark, locale.value,
                      "the bot reads this file for " + quoted(locale_.value) + ", not for " + quoted(locale.value),
                      "write 'locale: " + locale_.value + "', or rename the file");
    }
    return true;
  }

  void add_text(TranslatedText text) {
    const Text from = text.from;
    const auto [place, is_new] = texts_.emplace(from.value, std::move(text));
    if (is_new) return;
    findings_.error("E202", from.mark, from.value, "duplicate text " + quoted(from.value),
                    "the first is on line " + std::to_string(place->second.from.mark.line));
  }

  void apply(TranslatedIntent translated) {
    Intent* intent = find_by_id(out_.intents, translated.id.value);
    if (!intent) return report_unknown("E206", "intent", translated.id, ids_of(bot_.intents), "intents", findings_);
    known_intents_.insert(translated.id.value);
    if (translated.match) {
      intent->rules = std::move(translated.match->rules);
      intent->sentences = std::move(translated.match->sentences);
    }
    if (translated.examples) intent->examples = std::move(*translated.examples);
    apply(std::move(translated.answers), intent->answers, translated.id);
    for (TranslatedParam& one : translated.params) {
      Param* param = find_by_id(intent->params, one.id.value);
      if (!param) {
        report_unknown("E203", "param", one.id, ids_of(intent->params), "params", findings_);
        continue;
      }
      if (one.mapping) param->mapping = std::move(*one.mapping);
      apply(std::move(one.answers), param->answers, one.id);
    }
  }

  // Replaces the questions of the answers, in order.
  void apply(std::vector<Answer> translated, std::vector<Answer>& answers, const Text& owner) {
    if (translated.size() > answers.size()) {
      findings_.error("E313", owner.mark, owner.value,
                      quoted(owner.value) + " has " + std::to_string(answers.size()) + " 'answers', and here are " +
                          std::to_string(translated.size()),
                      "list the questions of each answer, in the order of the bot file");
      return;
    }
    for (std::size_t i = 0; i < translated.size(); ++i) {
      answers[i].examples = std::move(translated[i].examples);
      answers[i].regexes = std::move(translated[i].regexes);
    }
  }

  void apply(TranslatedEntity translated) {
    Entity* entity = find_by_id(out_.entities, translated.id.value);
    if (!entity) {
      return report_unknown("E204", "entity", translated.id, ids_of(bot_.entities), "entities", findings_);
    }
    Names values;
    for (const EntityValue& value : entity->values) values.push_back(value.canonical.value);
    for (auto& [name, synonyms] : translated.values) {
      const auto value = std::find(values.begin(), values.end(), name.value);
      if (value == values.end()) {
        report_unknown("E203", "value", name, values, "values", findings_);
      } else {
        note_same_name(name.value, synonyms);
        entity->values[static_cast<std::size_t>(value - values.begin())].synonyms = std::move(synonyms);
      }
    }
    const auto needs = [&](const char* key, bool is_given, bool has) {
      if (!is_given || has) return true;
      findings_.error("E313", translated.id.mark, translated.id.value,
                      "the entity " + quoted(translated.id.value) + " has no " + quoted(key) + " to translate",
                      "translate only keys that the entity has in the bot file");
      return false;
    };
    if (!needs("patterns", !translated.patterns.empty(), !entity->patterns.empty()) ||
        !needs("template", !translated.templates.empty(), !entity->templates.empty())) {
      return;
    }
    if (!translated.patterns.empty()) entity->patterns = std::move(translated.patterns);
    if (!translated.templates.empty()) entity->templates = std::move(translated.templates);
    if (!translated.examples.empty()) entity->examples = std::move(translated.examples);
  }

  // A synonym that equals the name of its value says that the name is the same in this language. The name then needs no
  // translation, and the synonym adds nothing.
  void note_same_name(const std::string& name, std::vector<Text>& synonyms) {
    const auto is_same = [&](const Text& synonym) { return spoken(synonym.value) == spoken(name); };
    const auto end = std::remove_if(synonyms.begin(), synonyms.end(), is_same);
    if (end == synonyms.end()) return;
    synonyms.erase(end, synonyms.end());
    same_names_.insert(name);
  }

  // ---- texts

  void translate() {
    for_each_text(out_, [this](Template& text) { translate(text); });
    for (Intent& intent : out_.intents) {
      if (const Text* to = find(intent.name.value)) intent.name = *to;
      for (Param& param : intent.params) {
        if (const Text* to = find(param.name.value)) param.name = *to;
      }
    }
    for (Entity& entity : out_.entities) {
      for (EntityValue& value : entity.values) {
        const Text* to = find(value.canonical.value);
        if (!to) continue;
        value.name = to->value;
        if (!is_known_by(value, to->value)) add_name(entity, value, *to);
      }
    }
  }

  // Users can say the value by its translated name, unless another value has that name.
  void add_name(const Entity& entity, EntityValue& value, const Text& to) {
    const auto owner = std::find_if(entity.values.begin(), entity.values.end(),
                                    [&](const EntityValue& other) { return is_known_by(other, to.value); });
    if (owner == entity.values.end()) {
      value.synonyms.push_back({escaped(to.value), to.mark});
      return;
    }
    findings_.warning("W513", to.mark, to.value,
                      quoted(to.value) + " is already a name or synonym of " + quoted(owner->canonical.value) +
                          ", so it cannot mean " + quoted(value.canonical.value),
                      "translate " + quoted(value.canonical.value) + " with another word, or remove the synonym there");
  }

  void translate(Template& text) {
    const Text* to = find(text.source);
    if (!to) return;
    Template translated = parse_template(*to, Formats::kAllowed, findings_);
    std::set<std::string> known;
    for_each_placeholder(text.pieces, [&](const Template::Piece& piece) { known.insert(piece.placeholder); });
    for_each_placeholder(translated.pieces, [&](const Template::Piece& piece) {
      if (known.count(piece.placeholder) != 0) return;
      const std::string hint = known.empty() ? "the original text has no placeholders"
                                             : did_you_mean_or_list(piece.placeholder, {known.begin(), known.end()});
      findings_.error("E203", findings_.inside(*to, piece.index), piece.placeholder,
                      "unknown placeholder " + quoted(piece.placeholder) + ": the original text does not have it",
                      hint);
    });
    std::set<std::string> lost = known;
    for_each_placeholder(translated.pieces, [&](const Template::Piece& piece) { lost.erase(piece.placeholder); });
    if (!lost.empty()) incomplete_.emplace_back(*to, *lost.begin());
    text = std::move(translated);
  }

  const Text* find(const std::string& from) {
    const auto found = texts_.find(from);
    if (found == texts_.end()) return nullptr;
    used_.insert(from);
    return found->second.to ? &*found->second.to : nullptr;
  }

  // ---- warnings

  void warn() {
    const std::string language = " to " + quoted(locale_.value);
    const std::string list = "'parley translate BOT --to " + locale_.value + "' lists all missing texts";
    std::size_t own = 0;  // built-in replies, which are in no file
    for (const Text& text : missing_) {
      if (text.mark.line == 0) {
        ++own;
      } else {
        findings_.warning("W514", header_, text.value, quoted(text.value) + " is not translated" + language,
                          "the text is " + findings_.place_of(text.mark, header_) + "; " + list);
      }
    }
    if (own > 0) {
      const std::string defaults =
          std::to_string(own) + (own == 1 ? " default reply" : " default replies") + " of parley";
      findings_.warning("W514", header_, {}, defaults + (own == 1 ? " is" : " are") + " not translated" + language,
                        list);
    }
    for (const Intent& intent : bot_.intents) {
      const bool has_words = !intent.rules.empty() || !intent.sentences.empty() || !intent.examples.empty();
      const Intent& translated = *find_by_id(out_.intents, intent.id.value);
      const bool has_no_words = translated.rules.empty() && translated.sentences.empty() && translated.examples.empty();
      if (!has_words || (known_intents_.count(intent.id.value) != 0 && !has_no_words)) continue;
      findings_.warning("W515", header_, intent.id.value,
                        "the intent " + quoted(intent.id.value) + " has no words in " + quoted(locale_.value) +
                            ", so only the bot's own words start it",
                        "add it under 'intents'; it is " + findings_.place_of(intent.id.mark, header_));
    }
    for (const auto& [text, placeholder] : incomplete_) {
      findings_.warning("W517", text.mark, text.value, "the translation leaves out {" + placeholder + "}",
                        "add the placeholder if the translation needs it");
    }
    for (const auto& [from, text] : texts_) {
      if (used_.count(from) != 0) continue;
      std::vector<std::string> known;
      for (const Text& text_of_bot : texts_of(bot_)) known.push_back(text_of_bot.value);
      const std::string hint = did_you_mean(from, known);
      findings_.warning("W516", text.from.mark, from, "the bot has no text " + quoted(from),
                        hint.empty() ? "remove this entry" : hint);
    }
  }

  const BotDefinition& bot_;
  int file_;
  const Text& locale_;
  Diagnostics& findings_;
  BotDefinition out_;
  std::map<std::string, TranslatedText> texts_;  // by `from`
  std::set<std::string> used_, known_intents_;
  std::set<std::string> same_names_;  // values whose name the translation lists as a synonym of itself
  Mark header_;                       // of `translation`: the place of what the file lacks
  std::vector<Text> missing_;
  std::vector<std::pair<Text, std::string>> incomplete_;  // translations that omit a placeholder
};

}  // namespace

std::string translation_name(std::string_view bot_file, std::string_view locale) {
  const std::size_t dot = bot_file.rfind('.');
  const std::size_t slash = bot_file.rfind('/');
  const bool has_ending = dot != std::string_view::npos && (slash == std::string_view::npos || dot > slash);
  const std::size_t end = has_ending ? dot : bot_file.size();
  return std::string(bot_file.substr(0, end)) + "." + std::string(locale) + std::string(bot_file.substr(end));
}

std::vector<Text> texts_of(const BotDefinition& bot) {
  std::vector<Text> texts;
  std::set<std::string> seen;
  const auto add = [&](const std::string& text, const Mark& mark) {
    if (!text.empty() && seen.insert(text).second) texts.push_back({text, mark});
  };
  for_each_text(bot, [&](const Template& text) {
    if (has_words(text)) add(text.source, text.mark);
  });
  for (const Intent& intent : bot.intents) {
    add(intent.name.value, intent.name.mark);
    for (const Param& param : intent.params) add(param.name.value, param.name.mark);
  }
  for (const Entity& entity : bot.entities) {
    for (const EntityValue& value : entity.values) {
      if (has_letters(value.canonical.value)) add(value.canonical.value, value.canonical.mark);
    }
  }
  return texts;
}

std::string empty_translation(const BotDefinition& bot, std::string_view locale) {
  return "parley: 1\ntranslation: {of: " + yaml_text(bot.id) + ", locale: " + yaml_text(locale) + "}\n";
}

std::string translation_file(const BotDefinition& bot, std::string_view locale, const std::vector<Text>& texts) {
  if (texts.empty()) return {};
  std::string out = empty_translation(bot, locale) + "texts:\n";
  for (const Text& text : texts) out += "  - from: " + yaml_text(text.value) + "\n    to:\n";
  return out;
}

Translated read_translation(const BotDefinition& bot, int file, const Text& locale, Diagnostics& findings,
                            DocumentSource& documents) {
  return Translation(bot, file, locale, findings).read(documents);
}

}  // namespace parley::config
