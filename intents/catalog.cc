// Catalog reads and compiles a bot in one step, so that it reports the diagnostics of both steps together. Most other
// functions delegate to the classifier.
#include "parley/catalog.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <utility>

#include "base/cache_file.h"
#include "base/hash.h"
#include "base/locale.h"
#include "config/document_cache.h"
#include "config/reader.h"
#include "config/translation.h"
#include "intents/bot_sources.h"
#include "intents/catalog_access.h"
#include "intents/classifier.h"
#include "intents/condition.h"
#include "intents/defaults.h"
#include "intents/example_quality.h"
#include "intents/lint.h"
#include "intents/sampling/sampler.h"
#include "parley/files.h"

namespace parley {
namespace {

constexpr std::size_t kLargestModel = std::size_t{1} << 30;

// Returns the fingerprint of the files' bytes. A changed comment also changes the fingerprint, which is harmless. The
// names of the files do not affect it.
std::string fingerprint_of(const config::BotDefinition& bot) {
  std::string content;
  for (const auto& file : bot.files) content += std::to_string(file.bytes->size()) + '\n' + *file.bytes;
  return base::fingerprint(content);
}

Unexpected invalid_bot(const std::string& name, config::Diagnostics& findings) {
  Error error;
  error.code = ErrorCode::kInvalidBot;
  for (Diagnostic& diagnostic : findings.take()) {  // do not report warnings for an invalid bot
    if (diagnostic.severity == Severity::kError) error.diagnostics.push_back(std::move(diagnostic));
  }
  const std::size_t errors = error.diagnostics.size();
  error.message = name + " has " + std::to_string(errors) + (errors == 1 ? " error" : " errors");
  return Unexpected(std::move(error));
}

// ---- The model of a bot with several languages: for each language, its tag, the length of its model, and the model.

constexpr std::string_view kModels = "parley models\n";

void append_model(std::string& models, const std::string& tag, const std::string& model) {
  if (models.empty()) models = kModels;
  models += tag + "\n" + std::to_string(model.size()) + "\n" + model;
}

// Returns the models by language tag. Any other content is the model of the bot's own language.
std::map<std::string, std::string> models_in(std::string bytes, const std::string& own) {
  std::map<std::string, std::string> models;
  std::size_t at = kModels.size();
  bool is_whole = std::string_view(bytes).substr(0, at) == kModels;
  while (is_whole && at < bytes.size()) {
    const std::size_t tag_end = bytes.find('\n', at);
    const std::size_t end = tag_end == std::string::npos ? tag_end : bytes.find('\n', tag_end + 1);
    std::size_t size = 0;
    is_whole = end != std::string::npos &&
               std::from_chars(bytes.data() + tag_end + 1, bytes.data() + end, size).ptr == bytes.data() + end &&
               size <= bytes.size() - end - 1;
    if (!is_whole) break;
    models[bytes.substr(at, tag_end - at)] = bytes.substr(end + 1, size);
    at = end + 1 + size;
  }
  if (is_whole) return models;
  return {{own, std::move(bytes)}};
}

}  // namespace

struct Catalog::Impl {
  Impl(config::BotDefinition definition, CatalogOptions options, config::Diagnostics& findings)
      : bot(compiled_conditions(std::move(definition), findings)),
        classifier(bot, std::move(options), findings),
        fingerprint(fingerprint_of(bot)),
        findings(findings) {
    if (!findings.has_errors()) intents::settle_defaults(bot, classifier, findings);
    this->findings = findings;
  }

  static Result<std::shared_ptr<const Catalog>> make(std::string_view yaml, const std::string& name,
                                                     CatalogOptions options, const intents::BotSources& files);
  static Result<std::shared_ptr<const Catalog>> compile(std::string_view yaml, const std::string& name,
                                                        CatalogOptions options, const intents::BotSources& files,
                                                        config::DocumentSource& documents);

  static config::BotDefinition compiled_conditions(config::BotDefinition bot, config::Diagnostics& findings) {
    intents::compile_conditions(bot, findings);
    return bot;
  }

  config::BotDefinition bot;  // modified only by the constructor
  const intents::Classifier classifier;
  const std::string fingerprint;
  std::vector<std::shared_ptr<const Catalog>> translations;
  std::vector<config::Text> missing;  // texts that a translation lacks
  std::size_t own_files = 0;          // the number of files without the translations, which follow in bot.files

  // Lint reads every example as a message, so it runs only when the caller requests the warnings.
  mutable std::once_flag linted;
  mutable config::Diagnostics findings;
  mutable std::vector<Diagnostic> warnings;
};

Catalog::Catalog(std::unique_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Catalog::~Catalog() = default;

Result<std::shared_ptr<const Catalog>> Catalog::load(const std::string& path, CatalogOptions options) {
  const auto bytes = intents::read_bot_file(path, config::DocumentLimits{}.max_bytes, Input::kStream);
  if (!bytes) return Unexpected(bytes.error());
  if (!options.scorer && options.model.empty()) {
    if (auto model = intents::read_bot_file(path + ".model", kLargestModel, Input::kFile))
      options.model = std::move(*model);
  }
  const intents::BotSources files = intents::sources_beside(path, options);
  return Impl::make(*bytes, path, std::move(options), files);
}

Result<std::shared_ptr<const Catalog>> Catalog::parse(std::string_view yaml, const std::string& name,
                                                      CatalogOptions options) {
  const intents::BotSources files = intents::sources_in(options);
  return Impl::make(yaml, name, std::move(options), files);
}

std::vector<std::string> Catalog::files_of(const std::string& path) {
  std::vector<std::string> names = {path};
  auto bytes = intents::read_bot_file(path, config::DocumentLimits{}.max_bytes, Input::kFile);
  if (!bytes) return names;
  config::Diagnostics findings({{path, std::make_shared<const std::string>(std::move(*bytes))}});
  config::DocumentSource documents;
  const intents::BotSources files = intents::sources_beside(path, {});
  const config::BotDefinition bot = config::read_bot(findings, documents, files.named, files.folder);
  for (std::size_t i = 1; i < bot.files.size(); ++i) names.push_back(bot.files[i].name);
  for (const config::Text& language : bot.languages) names.push_back(config::translation_name(path, language.value));
  return names;
}

// Any error with the cache means that the cache is not that of these files. Compiling the files themselves reports the
// errors that they have.
Result<std::shared_ptr<const Catalog>> Catalog::Impl::make(std::string_view yaml, const std::string& name,
                                                           CatalogOptions options, const intents::BotSources& files) {
  const std::string cache = options.cache;
  if (cache.empty()) {
    config::DocumentSource documents;
    return compile(yaml, name, std::move(options), files, documents);
  }
  if (const std::string bytes = base::read_cache(cache); !bytes.empty()) {
    config::KnownDocuments known(bytes);
    if (auto catalog = compile(yaml, name, options, files, known)) return catalog;
  }
  config::RecordedDocuments recorded;
  auto catalog = compile(yaml, name, std::move(options), files, recorded);
  if (const std::string bytes = recorded.bytes(); catalog && !bytes.empty()) base::write_cache(cache, bytes, name);
  return catalog;
}

// Reads the bot first, because an error in the bot would appear in every language.
Result<std::shared_ptr<const Catalog>> Catalog::Impl::compile(std::string_view yaml, const std::string& name,
                                                              CatalogOptions options, const intents::BotSources& files,
                                                              config::DocumentSource& documents) {
  config::Diagnostics findings({{name, std::make_shared<const std::string>(yaml)}});
  config::BotDefinition bot = config::read_bot(findings, documents, files.named, files.folder);
  const std::size_t own_files = findings.files().size();
  std::vector<config::Translated> translated;
  for (const config::Text& language : findings.has_errors() ? std::vector<config::Text>() : bot.languages) {
    Result<std::string> text = files.translation(language.value);
    const std::string file = config::translation_name(name, language.value);
    if (!text && text.error().code == ErrorCode::kInvalidRequest) {
      findings.error("E315", language.mark, language.value, text.error().message, std::string(config::kMoveInside));
      continue;
    }
    if (!text) {
      findings.error("E215", language.mark, language.value, "the translation " + config::quoted(file) + " is missing",
                     "create it with 'parley translate BOT --to " + language.value + " > FILE'");
      continue;
    }
    // The shell creates an empty file for "parley translate > FILE" before parley runs.
    if (text->empty()) *text = config::empty_translation(bot, language.value);
    const int index = findings.add({file, std::make_shared<const std::string>(std::move(*text))});
    translated.push_back(config::read_translation(bot, index, language, findings, documents));
  }
  // Every language holds the bytes of all files, so that all languages have the same fingerprint.
  bot.files = findings.files();
  for (config::Translated& one : translated) one.bot.files = findings.files();

  const std::string own_tag = bot.locale ? bot.locale->tag() : std::string();  // empty: the bot has errors
  auto models = models_in(std::exchange(options.model, {}), own_tag);
  options.model = std::move(models[own_tag]);
  const std::shared_ptr<const Scorer> scorer = options.scorer;
  const std::string cache = options.cache;
  auto impl = std::make_unique<Impl>(std::move(bot), std::move(options), findings);
  impl->own_files = own_files;
  for (config::Translated& one : translated) {
    if (findings.has_errors()) break;
    config::Diagnostics own(findings.files());
    if (findings.is_known_valid()) own.set_known_valid();
    std::string& model = models[one.bot.locale->tag()];
    CatalogOptions of_language;
    of_language.scorer = scorer;
    of_language.model = std::move(model);
    of_language.cache = cache;
    auto other = std::make_unique<Impl>(std::move(one.bot), std::move(of_language), own);
    if (own.has_errors()) return invalid_bot(name, own);
    other->missing = std::move(one.missing);
    impl->translations.push_back(std::shared_ptr<const Catalog>(new Catalog(std::move(other))));
  }
  if (findings.has_errors()) return invalid_bot(name, findings);
  return std::shared_ptr<const Catalog>(new Catalog(std::move(impl)));
}

struct CatalogAccess {
  static const Catalog::Impl& of(const Catalog& catalog) { return *catalog.impl_; }
};

const config::BotDefinition& intents::definition_of(const Catalog& catalog) { return CatalogAccess::of(catalog).bot; }
const intents::Classifier& intents::classifier_of(const Catalog& catalog) {
  return CatalogAccess::of(catalog).classifier;
}

const std::string& Catalog::id() const { return impl_->bot.id; }
const std::string& Catalog::fingerprint() const { return impl_->fingerprint; }

const std::vector<Diagnostic>& Catalog::warnings() const {
  std::call_once(impl_->linted, [this] {
    intents::lint(impl_->classifier, impl_->findings);
    impl_->warnings = impl_->findings.take();
    // Skip warnings about the bot's own files, which are already reported.
    const auto own_end = impl_->bot.files.begin() + static_cast<std::ptrdiff_t>(impl_->own_files);
    const auto is_own = [&](const std::string& name) {
      return std::any_of(impl_->bot.files.begin(), own_end, [&](const auto& file) { return file.name == name; });
    };
    for (const auto& translation : impl_->translations) {
      for (const Diagnostic& warning : translation->warnings()) {
        const bool is_of_model = warning.code == "W510" || warning.code == "W511";  // placed in the bot's file, too
        const bool is_new = std::none_of(impl_->warnings.begin(), impl_->warnings.end(), [&](const Diagnostic& known) {
          return known.code == warning.code && known.message == warning.message;
        });
        if (!is_own(warning.file) || (is_of_model && is_new)) impl_->warnings.push_back(warning);
      }
    }
  });
  return impl_->warnings;
}

const Catalog& Catalog::for_locale(std::string_view locale) const {
  while (!locale.empty()) {
    if (locale == impl_->bot.locale->tag()) return *this;
    for (const auto& translation : impl_->translations) {
      if (locale == translation->impl_->bot.locale->tag()) return *translation;
    }
    const std::size_t dash = locale.rfind('-');
    locale = locale.substr(0, dash == std::string_view::npos ? 0 : dash);
  }
  return *this;
}

std::vector<std::string> Catalog::languages() const {
  std::vector<std::string> tags = {impl_->bot.locale->tag()};
  for (const auto& translation : impl_->translations) tags.push_back(translation->impl_->bot.locale->tag());
  return tags;
}

Result<std::string> Catalog::untranslated(std::string_view tag) const {
  const auto language = base::Locale::find(tag);
  if (!language)
    return Unexpected(ErrorCode::kInvalidRequest,
                      "unknown language '" + std::string(tag) + "'; use a BCP 47 tag such as 'de'");
  const std::string& locale = language->tag();
  for (const auto& translation : impl_->translations) {
    const Impl& other = *translation->impl_;
    if (other.bot.locale->tag() == locale) return config::translation_file(impl_->bot, locale, other.missing);
  }
  return config::translation_file(impl_->bot, locale, config::texts_of(impl_->bot));
}

bool Catalog::greets() const { return !impl_->bot.on_start.steps.empty(); }

std::vector<std::string> Catalog::files() const {
  std::vector<std::string> names;
  for (const config::BotDefinition::File& file : impl_->bot.files) names.push_back(file.name);
  return names;
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

ExampleQuality Catalog::example_quality() const {
  const Learned& learned = this->learned();
  if (!learned.why_not.empty() || learned.examples == 0) return {};
  auto held_out =
      intents::scoring::cross_validate(intents::training_examples(impl_->bot, impl_->classifier.own_values()));
  const auto sources = intents::training_sources(impl_->bot);
  const std::size_t by_rules = std::erase_if(held_out, [&](const intents::scoring::HeldOut& one) {
    return impl_->classifier.is_decided_by_rules(sources[one.example].text->value);
  });
  ExampleQuality quality = intents::quality_of(held_out, learned.act, learned.ask);
  quality.decided_by_rules = by_rules;
  quality.intents = intents::quality_by_intent(impl_->bot, held_out, learned.act);
  return quality;
}

void Catalog::warm_up() const {
  impl_->classifier.warm_up();
  for (const auto& translation : impl_->translations) translation->warm_up();
}

std::string Catalog::model() const {
  const auto model_of = [](const Catalog& catalog) {
    const intents::Training& learning = intents::classifier_of(catalog).likeness().learning();
    return learning.scorer ? learning.scorer->save(learning.key) : std::string();
  };
  if (impl_->translations.empty()) return model_of(*this);
  std::string models;
  for (const std::string& tag : languages()) {
    if (const std::string model = model_of(for_locale(tag)); !model.empty()) append_model(models, tag, model);
  }
  return models;
}

std::vector<std::string> Catalog::sample(std::string_view intent, std::size_t count, unsigned long long seed) const {
  const config::Intent* found = impl_->bot.find_intent(intent);
  intents::Dice dice(seed);
  return found ? intents::Sampler(impl_->classifier).of_intent(*found, count, dice) : std::vector<std::string>();
}

Understanding Catalog::understand(std::string_view text, const NluContext& nlu_context) const {
  return text.size() <= nlu_context.max_bytes ? impl_->classifier.understand(text, nlu_context) : Understanding();
}

Explanation Catalog::explain(std::string_view text, const NluContext& nlu_context) const {
  if (text.size() <= nlu_context.max_bytes) return impl_->classifier.explain(text, nlu_context);
  Explanation explanation;
  explanation.why.push_back("The message is not understood: it is longer than " +
                            std::to_string(nlu_context.max_bytes) + " bytes (NluContext::max_bytes).");
  return explanation;
}

ParamValue Catalog::validate(std::string_view intent, std::string_view param, const Value& value,
                             const NluContext& nlu_context) const {
  const std::string* text = value.if_string();
  if (!text || text->size() <= nlu_context.max_bytes) {
    return impl_->classifier.judge(intent, param, value, nlu_context);
  }
  ParamValue too_long;
  too_long.param = param;
  too_long.value = value;
  too_long.valid = false;
  return too_long;
}

}  // namespace parley
