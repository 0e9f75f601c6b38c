#include "engine/model_sentences.h"

namespace parley::engine {

std::string sentence_about(const ModelReply& reply, bool is_used) {
  switch (reply.outcome) {
    case ModelOutcome::kOk:
    case ModelOutcome::kCached:
      return is_used ? "The language model read the message, and its reading is used."
                     : "The language model read the message, but its answer has nothing that the bot can use.";
    case ModelOutcome::kTimeout: return "The language model did not answer within 'llm.timeout'.";
    case ModelOutcome::kError:
      return "The call of the language model failed; the error of its endpoint has the reason.";
    case ModelOutcome::kGarbage:
      return reply.calls > 1
                 ? "The language model gave no valid answer, not even when it was asked again."
                 : "The language model gave no answer to this request; the error of its endpoint has the reason.";
    case ModelOutcome::kResting: return "The language model was not asked, because it failed several times or is busy.";
    case ModelOutcome::kLimit: return "The language model was not asked, because of 'llm.limits'.";
  }
  return {};
}

std::string why_no_model(const config::BotDefinition& bot, bool is_connected) {
  const bool reads = bot.model_reads != config::ModelReads::kOff;
  if (reads && !is_connected) {
    return "No language model is connected, so the bot does not ask one; set PARLEY_LLM_URL or EngineOptions::model.";
  }
  if (reads || !is_connected) return {};
  return bot.llm ? "The language model is not asked, because 'understanding.llm' is off."
                 : "The language model is not asked, because the bot has no 'llm' and no 'understanding'.";
}

}  // namespace parley::engine
