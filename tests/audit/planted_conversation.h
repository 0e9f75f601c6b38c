// PlantedConversation makes a conversation with private values, and every engine call for its session. It prints
// errors, like a caller that logs them.
#pragma once

#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "parley/audit.h"
#include "parley/parley.h"

namespace parley::audit {

inline const char* const kPaymentBot = R"(
parley: 1
bot: {id: shop}
entities:
  order_id: {patterns: ['\b[Oo]-?(?P<value>\d{5,10})\b'], canonical: 'O-{value}'}
tools:
  cards.charge: {kind: host}
intents:
  - id: pay
    match: [{regex: '\bpay'}]
    params:
      order: {type: order_id, required: true, ask: "Which order?"}
      card: {type: credit_card, required: true, ask: "Which card?", sensitive: true, max_attempts: 9}
      note: {type: free_text, required: true, ask: "Anything to add?"}
    confirm: "Order {order}, card {card}, and: {note}?"
    steps:
      - tool: cards.charge
        with: {order: '{order}', card: '{card}', note: '{note}'}
        on_failure: [{say: "{card} was not charged."}]
      - {say: "{order} is paid with {card}."}
redaction: {telemetry_text: all, detect: [email, secret], policies: {note: {store: mask}}}
session: {retention: 30d}
memory:
  strategy: hybrid
  results: 2000
  offload: {}
  summary: {by: host, after_messages: 8}
  topics: {max_recent: 3}
)";

class PlantedConversation {
 public:
  PlantedConversation() {
    auto catalog = Catalog::parse(kPaymentBot, "shop.yaml");
    if (!catalog) FAIL(catalog.error().to_string());
    catalog_ = *catalog;
    order_ = "O-" + canaries_.plant("order", "12345678");
    note_ = canaries_.plant("note", "leave it with Anna Bell at number twelve");
    mail_ = canaries_.plant("mail", "anna.bell@example.org");
    half_ = canaries_.plant("half a card", "4111 1111 11");
    canaries_.add("card", card_);
  }

  const std::shared_ptr<const Catalog>& catalog() const { return catalog_; }
  const std::string& card() const { return card_; }
  // Returns a text with every planted value, for a caller whose exceptions quote everything.
  std::string all() const { return order_ + ", " + card_ + ", " + note_ + ", " + mail_ + ", " + half_; }

  // One call of the conversation. Returns false on an error other than an erased session.
  using Step = std::function<bool(Engine& engine, const std::string& session)>;

  // Returns the steps up to the confirmation.
  std::vector<Step> beginning() const {
    return {say("pay " + order_ + " for " + mail_), say(half_ + ", wait"), say(card_), say(note_)};
  }
  // Returns the other steps: they confirm, start the intent again with a part of a card number, and make every call for
  // the session.
  std::vector<Step> rest() const {
    std::vector<Step> steps = {say("yes"), say("pay " + order_), say(half_ + ", wait")};
    for (const Consumer consumer : {Consumer::kClassifier, Consumer::kPlanner, Consumer::kLlm, Consumer::kAgent}) {
      steps.push_back(ask([=, this](Engine& engine, const std::string& session) {
        before_call();
        return engine.context(session, {consumer, 0});
      }));
    }
    steps.push_back(ask([this](Engine& engine, const std::string& session) {
      before_call();
      return engine.topics(session);
    }));
    steps.push_back(ask([this](Engine& engine, const std::string& session) {
      before_call();
      return engine.compact(session);
    }));
    steps.push_back(ask([this](Engine& engine, const std::string& session) {
      const std::string question = "and with " + card_ + "?";
      before_call();
      return engine.rewrite_question(session, question);
    }));
    steps.push_back(ask([this](Engine& engine, const std::string&) {
      before_call();
      return engine.find_topics({}, order_);
    }));
    steps.push_back(ask([this](Engine& engine, const std::string& session) {
      SessionNotes notes;
      notes.title = "Paid with " + card_;
      before_call();
      return engine.annotate(session, std::move(notes));
    }));
    steps.push_back(ask([this](Engine& engine, const std::string&) {
      before_call();
      return engine.sweep();
    }));
    steps.push_back(ask([this](Engine& engine, const std::string& session) {
      before_call();
      return engine.forget_session(session);
    }));
    steps.push_back(ask([this](Engine& engine, const std::string&) {
      before_call();
      return engine.forget_user(mail_);
    }));
    return steps;
  }

  const std::string& last_error() const { return error_; }

  // Steps run these functions immediately before and after each call of the engine.
  std::function<void()> before_call = [] {};
  std::function<void()> after_call = [] {};

  // Returns the planted values in `output`, each with its form and the text around it; empty if there are none.
  std::string canaries_in(const std::string& output) const {
    std::string seen;
    for (const auto& one : canaries_.find(output)) seen += one.name + " as " + one.form + ": " + one.around + "\n";
    return seen;
  }

 private:
  template <class Call>
  Step ask(Call call) const {
    return [this, call = std::move(call)](Engine& engine, const std::string& session) {
      const auto answer = call(engine, session);
      after_call();
      if (answer) return true;
      error_ = answer.error().to_string();
      std::cerr << error_ << std::endl;
      return answer.error().code == ErrorCode::kUnknownSession;
    };
  }
  Step say(const std::string& text) const {
    return ask([this, text](Engine& engine, const std::string& session) {
      Request request = Request::text(session, text);
      request.user = mail_;
      before_call();
      return engine.handle(request);
    });
  }

  Canaries canaries_{11};
  std::shared_ptr<const Catalog> catalog_;
  const std::string card_ = "4000 0566 5566 5556";  // with a valid check digit
  std::string order_, note_, mail_, half_;
  mutable std::string error_;
};

}  // namespace parley::audit
