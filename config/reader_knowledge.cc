#include "config/reader_knowledge.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/fold.h"
#include "config/fields.h"
#include "config/passages.h"
#include "config/placeholder_rules.h"
#include "config/raw_text.h"
#include "config/reader_parts.h"
#include "config/source.h"
#include "config/template.h"

namespace parley::config {
namespace {

constexpr int kShortestAnswer = 40;
constexpr int kLongestAnswer = 4000;
constexpr std::size_t kLongestPage = std::size_t{1} << 20;  // bytes
constexpr std::array<std::string_view, 3> kPlaceholders = {"answer", "title", "source"};

std::optional<TextVariants> as_passage_text(const Node& node, Diagnostics& findings) {
  auto text = as_text_variants(node, findings);
  if (!text) return std::nullopt;
  for_each_variant(*text, [&](const Template& way) {
    for_each_placeholder(way.pieces, [&](const Template::Piece& piece) {
      if (std::find(kPlaceholders.begin(), kPlaceholders.end(), piece.placeholder) != kPlaceholders.end()) return;
      findings.error("E203", findings.inside({way.source, way.mark}, piece.index), piece.placeholder,
                     "unknown placeholder " + quoted(piece.placeholder), "one of: answer, title, source");
    });
  });
  return text;
}

std::optional<KnowledgeAnswer> as_pair(const Node& node, Diagnostics& findings) {
  KnowledgeAnswer pair;
  Fields fields(node, "a question and its answer", findings);
  if (!fields) return std::nullopt;
  const bool has_questions = fields.required("question", one_or_some(as_text), pair.questions);
  const bool has_answer = fields.required("answer", as_text, pair.answer);
  return has_questions && has_answer ? std::optional(std::move(pair)) : std::nullopt;
}

void read_sources(Fields& fields, KnowledgeSources& sources) {
  fields.optional("folder", one_or_some(as_text), sources.folders);
  fields.optional("files", one_or_some(as_text), sources.files);
  fields.optional("answers", some(as_pair), sources.answers);
  if (!fields.has("folder") && !fields.has("files") && !fields.has("answers")) {
    fields.missing("folder", "name a folder of Markdown pages, or list 'files' or 'answers'");
  }
}

std::pair<Text, KnowledgeSources> read_language(const Text& tag, const Node& node, Diagnostics& findings) {
  std::pair<Text, KnowledgeSources> language(tag, {});
  Fields fields(node, "the knowledge in a language", findings);
  if (fields) read_sources(fields, language.second);
  return language;
}

// Reads the pages of one language after the other.
class PageReader {
 public:
  PageReader(BotFiles& files, DocumentSource& documents, Diagnostics& findings)
      : files_(files), documents_(documents), findings_(findings) {}

  std::vector<KnowledgePassage> read(const KnowledgeSources& sources) {
    std::vector<KnowledgePassage> passages;
    for (const Text& name : sources.files) {
      if (const auto file = files_.read_page(name)) add_page(*file, passages);
    }
    for (const Text& folder : sources.folders) {
      for (const int file : files_.read_pages(folder)) add_page(file, passages);
    }
    for (const KnowledgeAnswer& pair : sources.answers) passages.push_back(passage_of(pair));
    warn_of_repeated(passages);
    return passages;
  }

 private:
  void add_page(int file, std::vector<KnowledgePassage>& passages) {
    if (!documents_.note(file, findings_)) return;
    const std::shared_ptr<const std::string> bytes = findings_.files()[static_cast<std::size_t>(file)].bytes;
    const Mark start{file, 1, 1, 0};
    if (bytes->size() > kLongestPage) {
      findings_.error("E109", start, {}, "the page is larger than " + std::to_string(kLongestPage) + " bytes",
                      "divide it");
      return;
    }
    const Source source(file, *bytes);
    if (!check_characters(source, findings_)) return;
    std::vector<KnowledgePassage> own = passages_of(*bytes, files_.path_of(file));
    if (own.empty()) findings_.warning("W525", start, {}, "the page has no text", "write it, or remove the file");
    const bool has_heading = std::any_of(own.begin(), own.end(), [&](const KnowledgePassage& passage) {
      return !passage.above.empty() || passage.mark.offset > 0 || bytes->find('#') == 0;
    });
    if (!own.empty() && !has_heading) {
      findings_.warning("W526", start, {}, "the page has no heading, so its passages have only the name of the file",
                        "begin it with '# Title', and divide it with '## Question or subject'");
    }
    for (KnowledgePassage& passage : own) {
      passage.mark = source.mark(passage.mark.offset);
      passages.push_back(std::move(passage));
    }
  }

  KnowledgePassage passage_of(const KnowledgeAnswer& pair) const {
    KnowledgePassage passage;
    passage.heading = pair.questions.front().value;
    passage.text = pair.answer.value;
    passage.mark = pair.answer.mark;
    passage.source = files_.path_of(passage.mark.file) + "#" + std::to_string(pair.questions.front().mark.line);
    for (const Text& question : pair.questions) passage.questions.push_back(question.value);
    return passage;
  }

  void warn_of_repeated(const std::vector<KnowledgePassage>& passages) {
    std::map<std::string, const KnowledgePassage*> by_text;
    for (const KnowledgePassage& passage : passages) {
      const auto [first, is_new] = by_text.emplace(base::fold(passage.text), &passage);
      if (is_new) continue;
      findings_.warning(
          "W527", passage.mark, {},
          "the passage " + quoted(passage.title()) + " has the same text as " + quoted(first->second->title()),
          "the other one is " + findings_.place_of(first->second->mark, passage.mark) + "; remove one of them");
    }
  }

  BotFiles& files_;
  DocumentSource& documents_;
  Diagnostics& findings_;
};

}  // namespace

std::optional<KnowledgeKeys> as_knowledge_keys(const Node& node, Diagnostics& findings) {
  KnowledgeKeys keys;
  Diagnostics none({});
  keys.settings.say = {{parse_template({"{answer}", {}}, Formats::kAllowed, none)}, {}};
  Fields fields(node, "the knowledge", findings);
  if (!fields) return std::nullopt;
  read_sources(fields, keys.own);
  fields.optional("languages", named(IdentifierKind::kIdentifier, "a map from languages to their pages", read_language),
                  keys.languages);
  fields.optional("score", as_share, keys.settings.score);
  fields.optional("longest", as_whole(kShortestAnswer, kLongestAnswer), keys.settings.longest);
  fields.optional("say", as_passage_text, keys.settings.say);
  fields.optional("answer", as_word<Answering>({{"quote", Answering::kQuote}, {"model", Answering::kModel}}),
                  keys.settings.answering);
  if (keys.settings.answering == Answering::kModel) keys.needs_model = *fields.key("answer");
  return keys;
}

// The pages of other languages come first: their folders may be inside of the folder of the bot's own pages.
Knowledge read_knowledge(const KnowledgeKeys& keys, BotFiles& files, DocumentSource& documents, Diagnostics& findings) {
  Knowledge knowledge = keys.settings;
  PageReader reader(files, documents, findings);
  for (const auto& [tag, sources] : keys.languages) knowledge.translations[tag.value] = reader.read(sources);
  knowledge.passages = reader.read(keys.own);
  return knowledge;
}

}  // namespace parley::config
