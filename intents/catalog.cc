// Catalog: reading and compiling in one go, so that all findings of both come back together. The rest is handed on.
#include "parley/catalog.h"

#include <array>
#include <fstream>
#include <mutex>
#include <utility>

#include "base/hash.h"
#include "config/reader.h"
#include "intents/classifier.h"
#include "intents/condition.h"
#include "intents/lint.h"
#include "intents/sampling/sampler.h"

namespace parley {
namespace {

constexpr std::size_t kLargestModel = std::size_t{1} << 30;

// Of the files' bytes: a comment changes it too, which is only ever on the safe side. Their names do not count.
std::string fingerprint_of(const config::BotDefinition& bot) {
  std::string content;
  for (const auto& file : bot.files) content += std::to_string(file.bytes->size()) + '\n' + *file.bytes;
  return base::fingerprint(content);
}

Unexpected invalid_bot(const std::string& name, config::Findings& findings) {
  Error error;
  error.code = ErrorCode::kInvalidBot;
  error.diagnostics = findings.take();
  std::size_t errors = 0;
  for (const Diagnostic& diagnostic : error.diagnostics) errors += diagnostic.severity == Severity::kError ? 1 : 0;
  error.message = name + " has " + std::to_string(errors) + (errors == 1 ? " error" : " errors");
  return Unexpected(std::move(error));
}

// Stops a little beyond the longest that a file may be, so that its reader sees that there is too much.
bool read_file(const std::string& path, std::size_t longest, std::string& bytes) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 64 * 1024> block;
  while (file && bytes.size() <= longest) {
    file.read(block.data(), block.size());
    bytes.append(block.data(), static_cast<std::size_t>(file.gcount()));
  }
  return file.is_open() && !file.bad();
}

}  // namespace

struct Catalog::Impl {
  Impl(config::BotDefinition definition, CatalogOptions options, config::Findings& findings)
      : bot(compiled_conditions(std::move(definition), findings)),
        classifier(bot, std::move(options), findings),
        fingerprint(fingerprint_of(bot)),
        findings(findings) {}

  static config::BotDefinition compiled_conditions(config::BotDefinition bot, config::Findings& findings) {
    intents::compile_conditions(bot, findings);
    return bot;
  }

  const config::BotDefinition bot;
  const intents::Classifier classifier;
  const std::string fingerprint;

  // Lint reads every example as a message. Who does not ask for the warnings does not wait for them.
  mutable std::once_flag linted;
  mutable config::Findings findings;
  mutable std::vector<Diagnostic> warnings;
};

Catalog::Catalog(std::unique_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Catalog::~Catalog() = default;

Result<std::shared_ptr<const Catalog>> Catalog::load(const std::string& path, CatalogOptions options) {
  std::string bytes;
  if (!read_file(path, config::DocumentLimits{}.max_bytes, bytes)) {
    return Unexpected(ErrorCode::kFileUnreadable, "cannot read the bot file '" + path + "'");
  }
  if (!options.scorer && options.model.empty()) read_file(path + ".model", kLargestModel, options.model);
  return parse(bytes, path, std::move(options));
}

Result<std::shared_ptr<const Catalog>> Catalog::parse(std::string_view yaml, std::string name, CatalogOptions options) {
  config::Findings findings({{name, std::make_shared<const std::string>(yaml)}});
  auto impl = std::make_unique<const Impl>(config::read_bot(findings), std::move(options), findings);
  if (findings.has_errors()) return invalid_bot(name, findings);
  return std::shared_ptr<const Catalog>(new Catalog(std::move(impl)));
}

const std::string& Catalog::id() const { return impl_->bot.id; }
const std::string& Catalog::fingerprint() const { return impl_->fingerprint; }
const config::BotDefinition& Catalog::definition() const { return impl_->bot; }
const intents::Classifier& Catalog::classifier() const { return impl_->classifier; }

const std::vector<Diagnostic>& Catalog::warnings() const {
  std::call_once(impl_->linted, [this] {
    intents::lint(impl_->classifier, impl_->findings);
    impl_->warnings = impl_->findings.take();
  });
  return impl_->warnings;
}

std::vector<std::string> Catalog::intents() const {
  std::vector<std::string> ids;
  for (const config::Intent& intent : impl_->bot.intents) ids.push_back(intent.id.value);
  return ids;
}

std::vector<std::string> Catalog::params(std::string_view intent) const {
  std::vector<std::string> ids;
  const config::Intent* found = impl_->bot.find_intent(intent);
  if (!found) return ids;
  for (const config::Param& param : found->params) ids.push_back(param.id.value);
  return ids;
}

const Learned& Catalog::learned() const { return impl_->classifier.likeness().learning().learned; }

std::string Catalog::model() const {
  const intents::Learning& learning = impl_->classifier.likeness().learning();
  return learning.scorer ? learning.scorer->save(learning.key) : std::string();
}

std::vector<std::string> Catalog::sample(std::string_view intent, std::size_t count, unsigned long long seed) const {
  const config::Intent* found = impl_->bot.find_intent(intent);
  intents::Dice dice(seed);
  return found ? intents::Sampler(impl_->classifier).of_intent(*found, count, dice) : std::vector<std::string>();
}

Understanding Catalog::understand(std::string_view text, const Situation& situation) const {
  return impl_->classifier.understand(text, situation);
}

Explanation Catalog::explain(std::string_view text, const Situation& situation) const {
  return impl_->classifier.explain(text, situation);
}

ParamValue Catalog::judge(std::string_view intent, std::string_view param, const Value& value,
                          const Situation& situation) const {
  return impl_->classifier.judge(intent, param, value, situation);
}

}  // namespace parley
