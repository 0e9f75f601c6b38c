// Lists the files of a conversation. If a path is mentioned several times, the newest mention counts. Contents are
// identified by their hash. A line may say that a file has the same contents as another path. It says so only if that
// path was last shown with this hash, because the file at that path may have changed.
// Tested by tests/context/window/files_test.cc.
#include <algorithm>
#include <set>

#include "base/hash.h"
#include "context/window/omission_note.h"
#include "parley/context.h"

namespace parley {
namespace {

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return text;
}

FilePart part_of(const FileRef& file, const std::optional<std::string>& contents, const std::string& hash,
                 const ShownFiles& shown) {
  const std::string path = one_line(file.path);
  if (!contents) return {file, FileOutcome::kMissing, path + ": not found\n"};
  const auto before = shown.hash_of.find(file.path);
  if (before != shown.hash_of.end() && before->second == hash) return {file, FileOutcome::kKnown, ""};
  const bool is_new = before == shown.hash_of.end();
  if (file.kind == FileRef::Kind::kImage) {
    return {file, is_new ? FileOutcome::kInclude : FileOutcome::kSupersede, path + ": an image\n"};
  }
  if (const auto other = shown.path_of.find(hash); other != shown.path_of.end() && other->second != file.path) {
    const auto current = shown.hash_of.find(other->second);
    if (current != shown.hash_of.end() && current->second == hash) {
      return {file, FileOutcome::kRefer, path + ": the same as " + one_line(other->second) + "\n"};
    }
  }
  if (is_new) return {file, FileOutcome::kInclude, path + ":\n" + context::fenced(*contents) + "\n"};
  return {file, FileOutcome::kSupersede,
          path + ", replaces the version shown before:\n" + context::fenced(*contents) + "\n"};
}

// Returns the contents of a file. The contents of an image are not used, only its hash, if the embedding program
// supplies one.
std::optional<std::string> contents_of(const FileRef& file, const FileContents& contents) {
  if (file.kind == FileRef::Kind::kImage) return std::string();
  return contents ? contents(file) : std::nullopt;
}

void remember(ShownFiles& shown, const FilePart& part, const std::string& hash) {
  if (part.outcome == FileOutcome::kMissing || part.outcome == FileOutcome::kOmitted) return;
  shown.hash_of[part.file.path] = hash;
  const bool has_contents = part.outcome == FileOutcome::kInclude || part.outcome == FileOutcome::kSupersede;
  if (has_contents && part.file.kind == FileRef::Kind::kFile) shown.path_of[hash] = part.file.path;
}

}  // namespace

std::vector<FileRef> files_of(const std::vector<Message>& messages, std::size_t limit) {
  std::vector<FileRef> files;
  std::set<std::string_view> seen;
  for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
    for (const FileRef& file : message->details.files) {
      if (limit > 0 && files.size() == limit) return files;
      if (seen.insert(file.path).second) files.push_back(file);
    }
  }
  return files;
}

FileContext show_files(const std::vector<FileRef>& files, const FileContents& contents, std::int64_t max_tokens,
                       ShownFiles shown, const TokenCounter& counter) {
  FileContext out;
  out.shown = std::move(shown);
  for (const FileRef& file : files) {
    const std::optional<std::string> held = contents_of(file, contents);
    const std::string hash = file.kind == FileRef::Kind::kImage ? file.hash : base::sha256(held.value_or(""));
    FilePart part = part_of(file, held, hash, out.shown);
    const std::int64_t tokens =
        part.text.empty() ? 0 : (counter ? std::max<std::int64_t>(counter(part.text), 0) : estimate_tokens(part.text));
    if (part.outcome == FileOutcome::kMissing) ++out.missing;
    if (tokens > max_tokens - out.tokens) {
      ++out.omitted;
      part.outcome = FileOutcome::kOmitted;
      part.text.clear();
    } else {
      out.tokens += tokens;
    }
    remember(out.shown, part, hash);
    out.parts.push_back(std::move(part));
  }
  return out;
}

}  // namespace parley
