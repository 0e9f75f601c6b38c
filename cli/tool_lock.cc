// Tested by tests/cli/mcp_tools_test.
#include "cli/tool_lock.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "cli/errors.h"
#include "cli/files.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

constexpr std::size_t kLongestLock = std::size_t{1} << 20;

using Hashes = Value::Object;  // by the name of the tool

// Returns the hashes of a lock file. A file that does not exist has none.
Result<Hashes> read_lock(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return Hashes();
  auto text = read_file(path, kLongestLock);
  if (!text) return Unexpected(text.error());
  auto lock = Value::parse(*text);
  const Value* tools = lock ? lock->find("tools") : nullptr;
  if (!tools || !tools->if_object()) {
    return usage_error(fmt::format("'{}' is not a lock file; delete it to pin the schemas again", printable(path)));
  }
  return *tools->if_object();
}

// One tool a line, so that version control shows which has changed.
std::string to_lock(const Hashes& hashes) {
  std::string text = "{\"tools\": {";
  const char* separator = "\n";
  for (const auto& [tool, hash] : hashes) {
    text += separator + ("  " + Value(tool).to_json()) + ": " + hash.to_json();
    separator = ",\n";
  }
  return text + "\n}}\n";
}

Diagnostic finding(const std::string& file, const RemoteSchema& schema) {
  Diagnostic found;
  found.file = file;
  found.word = schema.tool;
  if (schema.problem.empty()) {
    found.severity = Severity::kError;
    found.code = "E217";
    found.message = fmt::format("the schema of the MCP tool '{}' has changed on its server", schema.tool);
    found.hint = "compare it with the steps that call it, then accept it with --accept-schemas";
  } else {
    found.severity = Severity::kWarning;
    found.code = "W522";
    found.message = fmt::format("cannot check the MCP tool '{}': {}", schema.tool, schema.problem);
  }
  return found;
}

}  // namespace

Result<std::vector<Diagnostic>> check_tool_lock(const Catalog& bot, const std::string& bot_file,
                                                const RemoteAccess& access, bool accepts) {
  auto schemas = fetch_schemas(bot, access);
  if (!schemas) return Unexpected(schemas.error());
  std::vector<Diagnostic> findings;
  if (schemas->empty()) return findings;
  const std::string path = bot_file + ".lock";
  auto locked = read_lock(path);
  if (!locked) return Unexpected(locked.error());
  Hashes hashes;
  for (const RemoteSchema& schema : *schemas) {
    const auto before = locked->find(schema.tool);
    const bool is_pinned = before != locked->end() && !accepts;
    const bool has_changed = is_pinned && before->second != Value(schema.hash);
    if (!schema.problem.empty() || has_changed) findings.push_back(finding(bot_file, schema));
    if (is_pinned || (before != locked->end() && schema.hash.empty())) {
      hashes[schema.tool] = before->second;
    } else if (!schema.hash.empty()) {
      hashes[schema.tool] = schema.hash;
    }
  }
  if (hashes == *locked) return findings;
  auto written = write_file(path, to_lock(hashes), {/*force=*/true, {bot_file}});
  if (!written) return Unexpected(written.error());
  return findings;
}

}  // namespace parley::cli
