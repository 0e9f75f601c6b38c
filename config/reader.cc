#include "config/reader.h"

#include <set>

#include "base/locale.h"
#include "base/time_zone.h"
#include "config/reader_parts.h"
#include "config/references.h"

namespace parley::config {
namespace {

constexpr std::int64_t kFormatVersion = 1;

std::optional<std::string> as_time_zone(const Node& node, Diagnostics& findings) {
  const auto name = as_text(node, findings);
  if (!name || base::TimeZone::find(name->value)) return name ? std::optional(name->value) : std::nullopt;
  const std::string hint = did_you_mean(name->value, base::time_zone_names());
  findings.error("E211", name->mark, name->value, "unknown time zone " + quoted(name->value),
                 hint.empty() ? base::time_zone_hint() : hint);
  return std::nullopt;
}

std::optional<Text> as_language(const Node& node, Diagnostics& findings) {
  auto tag = as_text(node, findings);
  const auto locale = tag ? base::Locale::find(tag->value) : nullptr;
  if (locale && locale->tag() == tag->value) return tag;
  if (tag) {
    findings.error("E214", tag->mark, tag->value, "unknown locale " + quoted(tag->value),
                   locale ? "write '" + locale->tag() + "'" : base::Locale::hint());
  }
  return std::nullopt;
}

std::optional<std::shared_ptr<const base::Locale>> as_locale(const Node& node, Diagnostics& findings) {
  const auto tag = as_text(node, findings);
  if (!tag) return std::nullopt;
  if (auto locale = base::Locale::find(tag->value)) return locale;
  findings.error("E214", tag->mark, tag->value, "unknown locale " + quoted(tag->value), base::Locale::hint());
  return std::nullopt;
}

struct Identity {
  std::string id;
  std::shared_ptr<const base::Locale> locale = base::Locale::find("en");
  std::vector<Text> languages;
  std::string time_zone = "UTC";
};

std::optional<Identity> as_identity(const Node& node, Diagnostics& findings) {
  Identity identity;
  Fields fields(node, "the bot", findings);
  fields.required("id", as_identifier, identity.id);
  fields.optional("locale", as_locale, identity.locale);
  fields.optional("languages", list_of(as_language), identity.languages);
  std::set<std::string> known = {identity.locale->tag()};
  for (const Text& language : identity.languages) {
    if (known.insert(language.value).second) continue;
    findings.error("E202", language.mark, language.value, "duplicate language " + quoted(language.value),
                   "list each language once, without the language of 'locale'");
  }
  fields.optional("time_zone", as_time_zone, identity.time_zone);
  return identity;
}

// Reads the keys of a bot file. Returns which lists could not be read.
Unread read_root(const Node& root, BotDefinition& bot, Diagnostics& findings) {
  Fields fields(root, "a bot file", findings);
  std::int64_t version = 0;
  Identity identity;
  fields.required("parley", as_format_version, version);
  fields.required("bot", as_identity, identity);
  bot.id = std::move(identity.id);
  bot.locale = std::move(identity.locale);
  bot.languages = std::move(identity.languages);
  bot.time_zone = std::move(identity.time_zone);

  const auto entities = named(IdentifierKind::kIdentifier, "a map from names to entities", read_entity);
  const auto tools = named(IdentifierKind::kIdentifier, "a map from names to tools", read_tool);
  Unread unread;
  unread.entities = !fields.optional("entities", entities, bot.entities) && fields.has("entities");
  fields.optional("rules", named(IdentifierKind::kIdentifier, "a map from names to templates", read_template_rule),
                  bot.rules);
  fields.optional("skip_words", list_of(as_text), bot.skip_words);
  unread.intents = !fields.required("intents", some(as_intent), bot.intents);
  unread.tools = !fields.optional("tools", tools, bot.tools) && fields.has("tools");
  fields.optional("redaction", as_redaction, bot.redaction);
  fields.optional("session", as_session, bot.session);
  fields.optional("memory", as_memory, bot.memory);
  fields.optional("likeness", as_likeness, bot.likeness);
  fields.optional("none", list_of(as_text), bot.none);
  fields.optional("on_start", as_on_start, bot.on_start);
  fields.optional("fallback", as_fallback, bot.fallback);
  fields.optional("replies", as_replies, bot.replies);
  fields.optional("commands", as_commands, bot.commands);
  fields.unsupported("include", "this version reads a bot from one file");
  fields.unsupported("translation",
                     "this file is a translation; check the bot that lists its language under 'languages'");
  return unread;
}

}  // namespace

std::optional<std::int64_t> as_format_version(const Node& node, Diagnostics& findings) {
  const auto version = read_whole(node, INT64_MIN, INT64_MAX, findings);
  if (version && *version != kFormatVersion) {
    findings.error("E312", node.mark, node.text, "format version " + node.text + " is not supported",
                   "this version of parley reads format version 1");
  }
  return version;
}

BotDefinition read_bot(Diagnostics& findings) {
  DocumentSource files;
  return read_bot(findings, files);
}

BotDefinition read_bot(Diagnostics& findings, DocumentSource& documents) {
  BotDefinition bot;
  bot.files = findings.files();
  bot.fallback = default_fallback();
  bot.replies = default_replies();
  Node root;
  if (!documents.read(0, findings, root)) return bot;
  const Unread unread = read_root(root, bot, findings);
  bot.index();
  check_references(bot, unread, findings);
  return bot;
}

}  // namespace parley::config
