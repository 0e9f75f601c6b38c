#include "cli/settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "cli/errors.h"
#include "parley/files.h"
#include "parley/tokens.h"

namespace parley::cli {
namespace {

constexpr std::size_t kMaxFileBytes = 1 << 20;  // maximum size of a settings file

enum class Kind { kText, kEncoding, kFlag, kWhole };

struct Known {
  const char* name;
  const char* variable;
  Kind kind;
  std::int64_t least = 0, most = 0;  // range of a number other than 0
};

constexpr std::array kKnown = {
    Known{"summarizer.url", "PARLEY_SUMMARIZER_URL", Kind::kText},
    Known{"summarizer.model", "PARLEY_SUMMARIZER_MODEL", Kind::kText},
    Known{"summarizer.prompt", "PARLEY_SUMMARIZER_PROMPT", Kind::kText},
    Known{"summarizer.key", "PARLEY_SUMMARIZER_KEY", Kind::kText},
    Known{"llm.url", "PARLEY_LLM_URL", Kind::kText},
    Known{"llm.model", "PARLEY_LLM_MODEL", Kind::kText},
    Known{"llm.key", "PARLEY_LLM_KEY", Kind::kText},
    Known{"llm.json_schema", "PARLEY_LLM_JSON_SCHEMA", Kind::kFlag},
    Known{"memory.trim_results", "PARLEY_MEMORY_TRIM_RESULTS", Kind::kWhole, 100, 1'000'000},
    Known{"memory.after_tokens", "PARLEY_MEMORY_AFTER_TOKENS", Kind::kWhole, 1, 10'000'000},
    Known{"memory.after_messages", "PARLEY_MEMORY_AFTER_MESSAGES", Kind::kWhole, 8, 10'000'000},
    Known{"memory.tokens", "PARLEY_MEMORY_TOKENS", Kind::kEncoding},
    Known{"forbid_raw", "PARLEY_FORBID_RAW", Kind::kFlag},
};

// Keys are never read from files.
bool is_key(const Known& known) { return std::string_view(known.name).ends_with(".key"); }

enum class Owner { kUser, kProject };

const char* environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string user_file() {
  const std::string home = environment("HOME"), folder = environment("XDG_CONFIG_HOME");
  if (!folder.empty()) return folder + "/parley/settings.json";
  return home.empty() ? std::string() : home + "/.config/parley/settings.json";
}

// Returns what is wrong with a value; empty if it is valid.
std::string problem_of(const Known& known, const Value& value) {
  switch (known.kind) {
    case Kind::kText: return value.if_string() ? "" : "must be a string";
    case Kind::kFlag: return value.if_bool() ? "" : "must be true or false (1 or 0 in a variable)";
    case Kind::kEncoding: {
      const std::string* name = value.if_string();
      const bool is_known = name && (name->empty() || parse_encoding(*name));
      return is_known ? "" : "must be \"cl100k_base\", \"o200k_base\", or \"\" for the estimate";
    }
    default: break;
  }
  const std::int64_t* number = value.if_int();
  if (number && (*number == 0 || (*number >= known.least && *number <= known.most))) return "";
  return fmt::format("must be 0 (off) or a number from {} to {}", known.least, known.most);
}

// Converts the text of a variable to true or false. Any other text stays a text, which problem_of() rejects.
Value flag_of(const std::string& text) {
  for (const char* off : {"", "0", "false", "no", "off"}) {
    if (text == off) return Value(false);
  }
  for (const char* on : {"1", "true", "yes", "on"}) {
    if (text == on) return Value(true);
  }
  return Value(text);
}

// Converts the text of a variable to the type of the setting.
Value value_of(const Known& known, const std::string& text) {
  if (known.kind == Kind::kFlag) return flag_of(text);
  if (known.kind != Kind::kWhole) return Value(text);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? Value(number) : Value(text);
}

// Sets a value. `forbid_raw` protects the user, so a source cannot reset it after an earlier source has set it to true.
void set(Setting& setting, Value value, std::string from) {
  if (setting.name == "forbid_raw" && setting.value == Value(true)) return;
  setting.value = std::move(value);
  setting.from = std::move(from);
}

// Reads one settings file.
class File {
 public:
  File(std::string path, Owner owner, std::vector<Setting>& settings)
      : path_(std::move(path)), owner_(owner), settings_(settings) {}

  Result<void> read() {
    std::error_code ignored;
    if (path_.empty() || !std::filesystem::exists(path_, ignored)) return {};
    const auto text = read_input(path_, kMaxFileBytes, Input::kFile);
    if (!text) return Unexpected(text.error());
    const auto value = Value::parse(*text);
    if (!value) return wrong(value.error().message);
    if (!value->if_object()) return wrong("expected a JSON object");
    return read_members("", *value->if_object());
  }

 private:
  Unexpected wrong(const std::string& problem) const { return usage_error(fmt::format("{}: {}", path_, problem)); }

  Result<void> read_members(const std::string& group, const Value::Object& members) {
    for (const auto& [name, member] : members) {
      if (auto read = read_member(group + name, member); !read) return read;
    }
    return {};
  }

  Result<void> read_member(const std::string& name, const Value& member) {
    if (name == "summarizer" || name == "memory" || name == "llm") {
      if (!member.if_object()) return wrong(fmt::format("'{}' must be an object", name));
      return read_members(name + ".", *member.if_object());
    }
    for (std::size_t i = 0; i < kKnown.size(); ++i) {
      if (name == kKnown[i].name) return read_known(kKnown[i], member, settings_[i]);
    }
    return unknown(name);
  }

  Result<void> read_known(const Known& known, const Value& member, Setting& setting) {
    if (is_key(known)) {
      return wrong(fmt::format("'{}' is not allowed in a file; set {} instead", known.name, known.variable));
    }
    if (const std::string problem = problem_of(known, member); !problem.empty()) {
      return wrong(fmt::format("'{}' {}", known.name, problem));
    }
    const bool is_url = std::string_view(known.name).ends_with(".url");
    if (is_url && owner_ == Owner::kProject && !member.if_string()->empty()) {
      return wrong(
          fmt::format("a project cannot choose where conversations are sent; '{}' can only be \"\" here. "
                      "Set it in your own settings or in {}",
                      known.name, known.variable));
    }
    set(setting, member, path_);
    return {};
  }

  Unexpected unknown(const std::string& name) const {
    std::string known;
    for (const Known& each : kKnown) {
      if (!is_key(each)) known += (known.empty() ? "" : ", ") + std::string(each.name);
    }
    return wrong(fmt::format("unknown setting '{}'; known settings are: {}", name, known));
  }

  std::string path_;
  Owner owner_;
  std::vector<Setting>& settings_;
};

}  // namespace

std::vector<std::string_view> setting_variables() {
  std::vector<std::string_view> variables;
  for (const Known& known : kKnown) variables.emplace_back(known.variable);
  return variables;
}

Result<Settings> Settings::read() {
  Settings settings;
  for (const Known& known : kKnown) settings.all_.push_back({known.name, known.variable, Value(), "default"});
  for (const auto& [path, owner] : {std::pair{user_file(), Owner::kUser}, {"parley.json", Owner::kProject}}) {
    if (auto read = File(path, owner, settings.all_).read(); !read) return Unexpected(read.error());
  }
  for (std::size_t i = 0; i < kKnown.size(); ++i) {
    const Known& known = kKnown[i];
    const char* text = std::getenv(known.variable);
    if (!text) continue;
    Value value = value_of(known, text);
    if (const std::string problem = problem_of(known, value); !problem.empty()) {
      return usage_error(fmt::format("{} {}", known.variable, problem));
    }
    set(settings.all_[i], std::move(value), known.variable);
  }
  return settings;
}

const Setting& Settings::named(std::string_view name) const {
  return *std::find_if(all_.begin(), all_.end(), [&](const Setting& each) { return each.name == name; });
}

std::string Settings::text(std::string_view name) const {
  const std::string* text = named(name).value.if_string();
  return text ? *text : "";
}

bool Settings::is_off(std::string_view name) const {
  const std::string* text = named(name).value.if_string();
  return text && text->empty();
}

bool Settings::is_on(std::string_view name) const {
  const bool* flag = named(name).value.if_bool();
  return flag && *flag;
}

void Settings::adjust(MemoryOptions& memory) const {
  const auto number = [&](std::string_view name) { return named(name).value.if_int(); };
  CompactionOptions& compaction = memory.compaction;
  if (const auto* set = number("memory.trim_results")) memory.trim_results = *set;
  if (const auto* set = number("memory.after_messages")) compaction.trigger_messages = *set;
  if (const auto* set = number("memory.after_tokens")) {
    // keep_tokens changes in proportion to trigger_tokens.
    const std::int64_t before = compaction.trigger_tokens;
    compaction.keep_tokens = before > 0 ? compaction.keep_tokens * *set / before : *set / 3;
    compaction.trigger_tokens = *set;
  }
}

}  // namespace parley::cli
