// Iterates over every text that a bot says.
// Tested by tests/intents/translation_test.cc.
#pragma once

#include "config/replies.h"
#include "config/visitors.h"

namespace parley::config {

// Visits each of the bot's replies. `Texts` may be const.
template <class Texts, class Visit>
void for_each_reply(Texts& r, const Visit& visit) {
  for (const Reply& reply : kReplies) visit(r.*reply.wording);
}

// Calls say(wording) for each text that the bot says in several variants, and visit(text) for each other one: on_start,
// intents in file order, then knowledge, fallback and replies. `Bot` may be const.
template <class Bot, class Say, class Visit>
void for_each_wording(Bot& bot, const Say& say, const Visit& visit) {
  const auto say_each = [&](auto& wordings) {
    for (auto& wording : wordings) say(wording);
  };
  const auto say_step = [&](auto& step) {
    if (auto* said = step.template as<SayStep>()) say(said->text);
    auto* tool = step.template as<ToolStep>();
    if (!tool) return;
    if (tool->progress) say(*tool->progress);
    for (auto& rejection : tool->reject) say(rejection.say);
  };
  for_each_step(bot.on_start.steps, say_step);
  for (auto& intent : bot.intents) {
    if (intent.opening) say(*intent.opening);
    for (auto& param : intent.params) {
      say_each(param.ask);
      for (auto* reprompts : {&param.reprompts.not_understood, &param.reprompts.invalid, &param.reprompts.silent,
                              &param.reprompts.rejected}) {
        say_each(*reprompts);
      }
      if (param.why) say(*param.why);
      if (param.help) say(*param.help);
      for (auto& validation : param.validate) visit(validation.otherwise);
      for_each_step_of(param, say_step);
      if (param.options && param.options->label) say(*param.options->label);
      for (auto& answer : param.answers) say(answer.say);
    }
    for (auto& answer : intent.answers) say(answer.say);
    if (intent.confirm) say_each(intent.confirm->ask);
    for_each_step(intent.steps, say_step);
  }
  if (bot.knowledge) say(bot.knowledge->say);
  say(bot.fallback.say);
  for_each_reply(bot.replies, say);
}

// Visits each text that the bot says, as a Template, without the URLs of attachments. `Bot` may be const.
template <class Bot, class Visit>
void for_each_text(Bot& bot, const Visit& visit) {
  const auto say = [&](auto& wording) {
    for_each_variant(wording, visit);
    for_each_attachment_text(wording, visit);
  };
  for_each_wording(bot, say, visit);
}

}  // namespace parley::config
