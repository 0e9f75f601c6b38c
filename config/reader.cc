#include "config/reader.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/locale.h"
#include "base/time_zone.h"
#include "config/by_id.h"
#include "config/examples_file.h"
#include "config/reader_knowledge.h"
#include "config/reader_parts.h"
#include "config/references.h"
#include "config/unknown_name.h"

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

// Reports a file that is not a bot. Reading it as a bot would report each of its keys.
bool is_other_kind(const Node& root, Diagnostics& findings) {
  struct Kind {
    const char* key;
    const char* name;
    const char* hint;
  };
  constexpr Kind kKinds[] = {
      {"translation", "a translation", "check the bot that lists its language under 'languages'"},
      {"conversation", "a conversation", "run it with 'parley replay'"},
      {"conversations", "a file of conversations", "run it with 'parley replay'"},
  };
  for (const Kind& kind : kKinds) {
    for (const Node::Member& member : root.members) {
      if (member.key.value != kind.key) continue;
      findings.error("E201", member.key.mark, kind.key, std::string("this file is ") + kind.name + ", not a bot",
                     kind.hint);
      return true;
    }
  }
  return false;
}

// Reads the main file of a bot and the files that it includes. The intents of a file come before the intents of the
// files that it includes, in the order in which it names them, so that the order of intents is also that of their
// marks.
class BotReader {
 public:
  BotReader(BotDefinition& bot, Diagnostics& findings, DocumentSource& documents, const FileReader& reader,
            const FolderReader& folder_reader)
      : bot_(bot), findings_(findings), documents_(documents), files_(findings, reader, folder_reader) {}

  void read() {
    Node root;
    if (!documents_.read(0, findings_, root) || is_other_kind(root, findings_)) return;
    read_main(root);
    read_included();
    read_files_of_examples();
    check_languages_of_knowledge();
    if (knowledge_) bot_.knowledge = read_knowledge(*knowledge_, files_, documents_, findings_);
    if (!has_intents_ && !unread_.intents && root.kind == Node::Kind::kMap) {
      unread_.intents = true;
      findings_.error("E306", root.mark, {}, "missing key 'intents' in a bot file",
                      root.find("include") ? "add 'intents: ...' here or in an included file" : "add 'intents: ...'");
    }
    bot_.index();
    check_references(bot_, unread_, findings_);
  }

 private:
  void read_main(const Node& root) {
    Fields fields(root, "a bot file", findings_);
    std::int64_t version = 0;
    Identity identity;
    fields.required("parley", as_format_version, version);
    if (!fields.optional("bot", as_identity, identity) && !fields.has("bot")) {
      fields.missing("bot", "add 'bot: ...'; if this file is part of a bot, check the file that includes it");
    }
    bot_.id = std::move(identity.id);
    bot_.locale = std::move(identity.locale);
    bot_.languages = std::move(identity.languages);
    bot_.time_zone = std::move(identity.time_zone);
    read_shared(fields);
    fields.optional("redaction", as_redaction, bot_.redaction);
    fields.optional("session", as_session, bot_.session);
    fields.optional("memory", as_memory, bot_.memory);
    fields.optional("llm", as_llm, bot_.llm);
    fields.optional("understanding", as_model_reads, bot_.model_reads);
    if (!bot_.llm) {
      bot_.model_reads = ModelReads::kOff;
      if (!fields.has("llm")) fields.needs("understanding", "llm");
    }
    fields.optional("likeness", as_likeness, bot_.likeness);
    fields.optional("on_start", as_on_start, bot_.on_start);
    fields.optional("knowledge", as_knowledge_keys, knowledge_);
    if (knowledge_ && knowledge_->needs_model && !fields.has("llm")) check_model_of_knowledge();
    fields.optional("fallback", as_fallback, bot_.fallback);
  }

  // Reads the included files depth first, so that their indexes have the order of their intents.
  void read_included() {
    for (const Text& name : std::exchange(included_, {})) {
      const auto file = files_.read(name);
      Node root;
      if (!file || !documents_.read(*file, findings_, root)) {
        unread_ = {true, true, true};
        continue;
      }
      read_part(root);
      read_included();
    }
  }

  void read_part(const Node& root) {
    Fields fields(root, "an included file", findings_);
    std::int64_t version = 0;
    fields.required("parley", as_format_version, version);
    read_shared(fields);
    for (const char* setting : {"bot", "redaction", "session", "memory", "llm", "understanding", "likeness", "on_start",
                                "knowledge", "fallback"}) {
      fields.unsupported(setting, "it applies to the whole bot; write it in " + findings_.files().front().name);
    }
    fields.unsupported("translation", "this file is a translation; list its language under 'languages' of 'bot'");
  }

  // Reads the keys that every file of a bot may have.
  void read_shared(Fields& fields) {
    const auto as_entities = named(IdentifierKind::kIdentifier, "a map from names to entities", read_entity);
    const auto as_tools = named(IdentifierKind::kIdentifier, "a map from names to tools", read_tool);
    const auto as_rules = named(IdentifierKind::kIdentifier, "a map from names to templates", read_template_rule);
    const auto add = [&](const char* key, const auto& reader, auto& list, auto use) {
      auto items = std::decay_t<decltype(list)>();
      const bool is_unread = !fields.optional(key, reader, items) && fields.has(key);
      for (auto& item : items) use(list, std::move(item));
      return is_unread;
    };
    const auto append = [](auto& list, auto item) { list.push_back(std::move(item)); };
    const auto append_new = [this](const char* what) {
      return [this, what](auto& list, auto item) {
        if (is_new(what, item.id)) list.push_back(std::move(item));
      };
    };
    unread_.entities |= add("entities", as_entities, bot_.entities, append_new("entity"));
    add("rules", as_rules, bot_.rules, append_new("rule"));
    add("skip_words", list_of(as_text), bot_.skip_words, append);
    unread_.intents |= add("intents", some(as_intent), bot_.intents, append);  // references.cc finds duplicates
    has_intents_ = has_intents_ || fields.has("intents");
    unread_.tools |= add("tools", as_tools, bot_.tools, append_new("tool"));
    const auto as_servers = named(IdentifierKind::kIdentifier, "a map from names to MCP servers", read_mcp_server);
    unread_.tools |= add("mcp", as_servers, bot_.mcp_servers, append_new("MCP server"));
    add("none", list_of(as_text), bot_.none, append);
    add("examples_from", one_or_some(as_text), examples_from_, append);
    const auto as_replies = [this](const Node& node, Diagnostics& findings) {
      for (const auto& [key, text] : node.members) is_new("reply", key);
      return read_replies(node, bot_.replies, findings);
    };
    const auto as_commands = [this](const Node& node, Diagnostics& findings) {
      for (const auto& [key, words] : node.members) is_new("command", key);
      return read_commands(node, bot_.commands, findings);
    };
    fields.optional("replies", as_replies, bot_.replies);
    fields.optional("commands", as_commands, bot_.commands);
    fields.optional("include", one_or_some(as_text), included_);
  }

  void check_model_of_knowledge() {
    const Text& key = *knowledge_->needs_model;
    findings_.error("E313", key.mark, key.value, "'answer: model' has no effect here",
                    "add 'llm: ...', or remove 'answer'");
  }

  void check_languages_of_knowledge() {
    if (!knowledge_) return;
    std::vector<std::string> known;
    for (const Text& language : bot_.languages) known.push_back(language.value);
    for (const auto& [tag, sources] : knowledge_->languages) {
      if (std::find(known.begin(), known.end(), tag.value) != known.end()) continue;
      findings_.error("E214", tag.mark, tag.value, "the bot does not speak the language " + quoted(tag.value),
                      known.empty() ? "list it under 'languages' of 'bot'" : did_you_mean_or_list(tag.value, known));
    }
  }

  void read_files_of_examples() {
    std::map<std::string, Intent*> by_id;
    for (Intent& intent : bot_.intents) {
      by_id.emplace(intent.id.value, &intent);
      for (const Text& name : intent.examples_from) {
        for (ExampleRow& row : read_rows(name, false)) add_example(intent, std::move(row));
      }
    }
    for (const Text& name : examples_from_) {
      for (ExampleRow& row : read_rows(name, true)) {
        const auto intent = by_id.find(row.intent.value);
        if (row.intent.value.empty()) {
          bot_.none.push_back(std::move(row.text));
        } else if (intent != by_id.end()) {
          intent->second->examples.push_back(std::move(row.text));
        } else if (!unread_.intents) {
          report_unknown("E206", "intent", row.intent, ids_of(bot_.intents), "intents", findings_);
        }
      }
    }
  }

  void add_example(Intent& intent, ExampleRow row) {
    if (!row.names_intent || row.intent.value == intent.id.value) {
      intent.examples.push_back(std::move(row.text));
    } else {
      findings_.error("E316", row.intent.mark, row.intent.value,
                      "this example is not of the intent " + quoted(intent.id.value) + ", which names the file",
                      "to hold examples of several intents, a file must be named by 'examples_from' of the bot");
    }
  }

  // Bounds the examples of all files, as the number of nodes bounds those of YAML.
  std::vector<ExampleRow> read_rows(const Text& name, bool needs_intents) {
    if (!is_examples_file(name.value)) {
      findings_.error("E315", name.mark, name.value, quoted(name.value) + " is not a CSV or JSON Lines file",
                      "the name of the file must end in .csv, .jsonl or .ndjson");
      return {};
    }
    const auto file = files_.read(name);
    if (!file || !documents_.note(*file, findings_)) return {};
    std::vector<ExampleRow> rows = read_examples(*file, needs_intents, findings_);
    const std::size_t most = DocumentLimits{}.max_nodes;
    if (rows.size() > most - examples_) {
      findings_.error("E111", Mark{*file, 1, 1, 0}, {}, "more than " + std::to_string(most) + " examples in files");
      return {};
    }
    examples_ += rows.size();
    return rows;
  }

  // Reports E202 at the second item of a kind with the same id.
  bool is_new(const std::string& what, const Text& id) {
    const auto [first, is_new] = places_.try_emplace({what, id.value}, id.mark);
    if (is_new) return true;
    findings_.error("E202", id.mark, id.value, "duplicate " + what + " " + quoted(id.value),
                    "the first is " + findings_.place_of(first->second, id.mark));
    return false;
  }

  BotDefinition& bot_;
  Diagnostics& findings_;
  DocumentSource& documents_;
  BotFiles files_;
  Unread unread_;  // the lists that could not be read
  std::optional<KnowledgeKeys> knowledge_;
  std::vector<Text> examples_from_;
  std::size_t examples_ = 0;    // read from files
  bool has_intents_ = false;    // in any file
  std::vector<Text> included_;  // `include` of the file that was read last
  std::map<std::pair<std::string, std::string>, Mark> places_;
};

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

BotDefinition read_bot(Diagnostics& findings, DocumentSource& documents, const FileReader& reader,
                       const FolderReader& folder_reader) {
  BotDefinition bot;
  bot.fallback = default_fallback();
  bot.replies = default_replies();
  BotReader(bot, findings, documents, reader, folder_reader).read();
  bot.files = findings.files();
  return bot;
}

}  // namespace parley::config
