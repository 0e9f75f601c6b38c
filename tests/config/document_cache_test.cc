// Tests that the trees of a bot's files survive as bytes, and that no other bytes make a file known.
#include "config/document_cache.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/hash.h"
#include "parley/version.h"
#include "reader_harness.h"

namespace parley::config {
namespace {

const char* const kTwoIntents = R"(parley: 1
bot: {id: shop}   # a comment
intents:
  - id: buy
    match: [{regex: '\bbuy\b', priority: -2}]
    steps:
      - say: |
          Bought.
  - {id: sell, examples: ["I want to\nsell", ~, null], steps: []}
)";

Diagnostics files(const std::vector<std::string>& texts) {
  std::vector<BotDefinition::File> named;
  for (const std::string& text : texts) named.push_back({"bot.yaml", std::make_shared<const std::string>(text)});
  return Diagnostics(std::move(named));
}

// Returns everything that a tree holds.
std::string whole(const Node& node) {
  const auto at = [](const Mark& mark) {
    return "@" + std::to_string(mark.file) + ":" + std::to_string(mark.line) + ":" + std::to_string(mark.column) + ":" +
           std::to_string(mark.offset);
  };
  std::string out = std::to_string(static_cast<int>(node.kind)) + (node.quoted ? "q" : "") + at(node.mark) + node.text;
  for (const Node& item : node.items) out += "[" + whole(item) + "]";
  for (const auto& [key, value] : node.members) out += "{" + key.value + at(key.mark) + "=" + whole(value) + "}";
  return out;
}

std::string recorded(const std::vector<std::string>& texts) {
  Diagnostics findings = files(texts);
  RecordedDocuments documents;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Node root;
    documents.read(static_cast<int>(i), findings, root);
  }
  return documents.bytes();
}

// Returns the trees that the bytes hold for these files; nothing if a file is not known.
std::vector<std::string> known(std::string_view bytes, const std::vector<std::string>& texts) {
  Diagnostics findings = files(texts);
  KnownDocuments documents(bytes);
  std::vector<std::string> trees;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Node root;
    const bool is_known = documents.read(static_cast<int>(i), findings, root);
    CHECK(is_known != findings.has_errors());
    if (!is_known) return {};
    CHECK(findings.is_known_valid());
    trees.push_back(whole(root));
  }
  return trees;
}

std::vector<std::string> parsed(const std::vector<std::string>& texts) {
  Diagnostics findings = files(texts);
  std::vector<std::string> trees;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Node root;
    REQUIRE(read_document(static_cast<int>(i), findings, root));
    trees.push_back(whole(root));
  }
  return trees;
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_CASE("document cache: a known file has the tree that parsing gives") {
  std::vector<std::string> bots = {kTwoIntents};
  for (const char* folder : {"config", "examples/embed", "tests/cli/bots", "tests/bad_bots"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(PARLEY_SOURCE_DIR "/") + folder)) {
      if (entry.path().extension() == ".yaml") bots.push_back(bytes_of(entry.path()));
    }
  }
  int kept = 0;
  for (const std::string& bot : bots) {
    const std::string bytes = recorded({bot});
    if (bytes.empty()) continue;
    ++kept;
    CHECK(known(bytes, {bot}) == parsed({bot}));
  }
  CHECK(kept > 100);
}

TEST_CASE("document cache: files are known only in their order, with their content") {
  const std::string one = "a: 1", other = "b: [1, 2]";
  const std::string bytes = recorded({one, other});
  CHECK(known(bytes, {one, other}) == parsed({one, other}));
  CHECK(known(bytes, {other, one}).empty());
  CHECK(known(bytes, {one, one}).empty());
  CHECK(known(bytes, {one, other, other}).empty());
  CHECK(known(bytes, {one + " "}).empty());
  CHECK(known("", {one}).empty());
}

TEST_CASE("document cache: a file with an error or a warning is not kept") {
  CHECK(recorded({"a: 1\na: 2"}).empty());
  CHECK(recorded({"a: &x 1"}).empty());
  CHECK(recorded({""}).empty());
  CHECK(recorded({"a: \u0085x"}).empty());  // W101
  CHECK(recorded({"a: 1", "a: [1"}).empty());
}

TEST_CASE("document cache: damaged bytes are ignored or give the same trees") {
  const std::vector<std::string> texts = {kTwoIntents, "translation: {of: shop}"};
  const std::string bytes = recorded(texts);
  const std::vector<std::string> trees = parsed(texts);
  const auto is_ignored_or_equal = [&](const std::string& damaged) {
    const auto found = known(damaged, texts);
    return found.empty() || found == trees;
  };
  for (std::size_t size = 0; size < bytes.size(); ++size) CHECK(is_ignored_or_equal(bytes.substr(0, size)));
  CHECK(rc::check("a flipped bit", [&] {
    std::string damaged = bytes;
    const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << *rc::gen::inRange(0, 8)));
    RC_ASSERT(is_ignored_or_equal(damaged));
  }));
  CHECK(rc::check("other bytes", [&] {
    std::string damaged = bytes;
    const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
    damaged.replace(at, *rc::gen::inRange<std::size_t>(0, 20), *rc::gen::arbitrary<std::string>());
    RC_ASSERT(is_ignored_or_equal(damaged));
  }));
}

// Returns bytes with a right checksum, version and file, whose tree `write` makes.
template <class Write>
std::string forged(const std::string& text, const Write& write) {
  std::string bytes(base::kSealHead, '\0');
  base::ByteWriter out(bytes);
  out.text(PARLEY_VERSION);
  out.text(base::fingerprint(text));
  write(out);
  base::seal_form(bytes, kCacheForm);
  return bytes;
}

void write_mark(base::ByteWriter& out, std::int64_t line, std::int64_t offset) {
  out.signed_number(line);
  out.signed_number(offset);
  out.number(1);
}

TEST_CASE("document cache: a forged tree keeps the limits of a document") {
  const std::string text = "a: 1";
  const auto scalar_at = [&](std::int64_t line, std::int64_t offset) {
    return forged(text, [&](base::ByteWriter& out) {
      out.byte(static_cast<std::uint8_t>(Node::Kind::kScalar));
      write_mark(out, line, offset);
      out.text("x");
    });
  };
  CHECK(known(scalar_at(1, 4), {text}).size() == 1);
  for (const auto& [line, offset] : {std::pair<std::int64_t, std::int64_t>{0, 0},
                                     {-1, 0},
                                     {1, 5},
                                     {1, -1},
                                     {std::int64_t{1} << 31, 0},
                                     {INT64_MAX, INT64_MAX},
                                     {1, INT64_MIN}}) {
    CHECK(known(scalar_at(line, offset), {text}).empty());
  }
  for (const Node::Kind kind : {Node::Kind::kList, Node::Kind::kMap, Node::Kind::kRefused, Node::Kind(7)}) {
    const auto nested = [&](int levels) {
      return forged(text, [&](base::ByteWriter& out) {
        for (int i = 0; i < levels; ++i) {
          out.byte(static_cast<std::uint8_t>(kind));
          write_mark(out, i == 0 ? 1 : 0, 0);
          out.number(i + 1 == levels ? 0 : 1);
          if (kind != Node::Kind::kMap || i + 1 == levels) continue;
          write_mark(out, 0, 0);
          out.text("key");
        }
      });
    };
    const bool is_collection = kind == Node::Kind::kList || kind == Node::Kind::kMap;
    CHECK(known(nested(64), {text}).size() == (is_collection ? 1 : 0));
    CHECK(known(nested(65), {text}).empty());
    CHECK(known(nested(100'000), {text}).empty());
    const std::string too_many = forged(text, [&](base::ByteWriter& out) {
      out.byte(static_cast<std::uint8_t>(kind));
      write_mark(out, 1, 0);
      out.number(200'001);
      out.text(std::string(1'000'000, '\0'));
    });
    CHECK(known(too_many, {text}).empty());
  }
}

TEST_CASE("document cache: bytes of another version of parley are ignored") {
  const std::string text = "a: 1";
  std::string bytes = recorded({text});
  REQUIRE(known(bytes, {text}).size() == 1);
  bytes[base::kSealHead + 1] = '9';  // the version of parley is the first text
  base::seal_form(bytes, kCacheForm);
  CHECK(known(bytes, {text}).empty());
  bytes = recorded({text});
  base::seal_form(bytes, kCacheForm + 1);
  CHECK(known(bytes, {text}).empty());
}

}  // namespace
}  // namespace parley::config
