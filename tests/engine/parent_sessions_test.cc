// A session shows the words of the sessions that it continues: each word stays in its contexts or was given to the
// summarizer, until its session is forgotten. No session shows a word of a stranger: of another user, of a forgotten
// session, of a later session with the name of a parent, or of a later conversation of a parent.
// RC_PARAMS=max_success=10000 tries 10,000 histories.
#include <map>
#include <optional>
#include <regex>
#include <set>

#include <rapidcheck.h>

#include "memory/item_names.h"
#include "tests/engine/engine_harness.h"
#include "tests/support/even_range.h"

using namespace parley;

namespace {

using Words = std::set<std::string>;

const char* const kFamilyBot = R"(
parley: 1
bot: {id: family}
intents:
  - {id: hello, match: [{regex: '\bhello\b'}], steps: [{say: Hello.}]}
session: {ttl: 1h}
memory:
  strategy: STRATEGY
  summary: {by: host, after_tokens: 150, keep: 0.2}
fallback: {say: "Pardon?", after: 100}
)";

std::shared_ptr<const Catalog> family_catalog(const std::string& strategy) {
  std::string bot = kFamilyBot;
  bot.replace(bot.find("STRATEGY"), 8, strategy);
  auto catalog = Catalog::parse(bot, "family.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  return *catalog;
}

Words words_in(const std::string& text) {
  static const std::regex kWord("[Kk]anary[0-9]{4}");  // four digits, so that a cut word is not another one
  Words found;
  for (std::sregex_iterator match(text.begin(), text.end(), kWord), end; match != end; ++match) {
    found.insert("k" + match->str().substr(1));
  }
  return found;
}

// A conversation as the test remembers it.
struct Told {
  std::string session;
  std::string user;  // of its session
  Words words;
  std::string parent;  // the conversation that it continues. Empty: none
  Words of_parent;     // what the parent had said when it began
  Words summarised;    // what the summarizer got for the stored summary
  bool is_gone = false;
};

// A family of sessions with a few names and two users.
class Family {
 public:
  explicit Family(std::shared_ptr<const Catalog> catalog) {
    EngineOptions options;
    options.clock = clock_;
    options.ids = create_counted_ids("id-");
    options.sweep_every = {};
    options.summarizer = create_callback_summarizer([this](const SummaryRequest& request) -> Result<std::string> {
      std::string got = request.former;
      for (const Message& message : request.messages) got += " " + message.text;
      given_ = words_in(got);
      if (model_fails_) return Unexpected(ErrorCode::kLimitExceeded, "the model is away");
      std::string summary;
      for (const std::string& word : given_) summary += word + " ";
      return summary;
    });
    engine_ = *Engine::create(std::move(catalog), store_, options);
  }

  void say(const std::string& session, const std::string& user, const std::string& parent) {
    clock_->set(clock_->now() + 1000);
    const std::string word = "kanary" + std::to_string(1000 + ++said_);
    RC_LOG() << session << " of '" << user << "' after '" << parent << "': " << word << std::endl;
    Request request = Request::text(session, word + " is what I would like to ask you about");
    request.user = user;
    request.parent = parent;
    const auto former = current_[session];
    const auto turn = engine_->handle(request);
    if (!turn) return;
    const std::string id = turn->continuation_id;
    RC_ASSERT((former != id) == (former.empty() || is_over(session)));
    if (former != id) begin(session, id, former.empty() ? "" : owner_of(session));
    spoke_at_[session] = clock_->now();
    if (former.empty() && !parent.empty()) {
      RC_ASSERT(!is_over(parent));
      told_[id].parent = current_[parent];
      told_[id].of_parent = told_[current_[parent]].words;
    }
    // A user who is named has the whole session.
    for (auto& [one, told] : told_) {
      if (!user.empty() && told.session == session && !told.is_gone) told.user = user;
    }
    told_[id].words.insert(word);
  }

  void reset(const std::string& session) {
    if (!exists(session)) return;
    RC_LOG() << "reset of " << session << std::endl;
    begin(session, handle(session, SessionEvent::kReset), owner_of(session));
  }
  void end(const std::string& session) {
    if (!exists(session) || is_over(session)) return;
    RC_LOG() << "end of " << session << std::endl;
    RC_ASSERT(handle(session, SessionEvent::kEnd) == current_[session]);
    ended_.insert(session);
  }
  // Two pauses end each conversation that has no turn between them.
  void pause() {
    RC_LOG() << "a pause" << std::endl;
    clock_->set(clock_->now() + 40 * kMinute);
  }

  void forget(const std::string& session) {
    if (!exists(session)) return;
    RC_LOG() << "forget " << session << std::endl;
    RC_ASSERT(engine_->forget_session(session).has_value());
    forget_conversations_of(session);
  }
  void forget_user(const std::string& user) {
    RC_LOG() << "forget the user " << user << std::endl;
    const auto receipt = engine_->forget_user(user);
    RC_ASSERT(receipt.has_value());
    for (const std::string& session : receipt->sessions) forget_conversations_of(session);
    for (const auto& [id, told] : told_) {
      if (!told.is_gone && told.user == user) RC_FAIL("a conversation of a forgotten user is still there: " + id);
    }
  }

  void look(const std::string& session, std::int64_t tokens) {
    if (!exists(session) || is_over(session)) return;
    const std::int64_t before = version_of_summary(session);
    given_.clear();
    const auto made = engine_->context(session, {Consumer::kLlm, tokens});
    RC_ASSERT(made.has_value());
    const bool is_summarised_now = take_given(session, before);
    RC_LOG() << "look at " << session << " in " << tokens << " tokens" << std::endl;
    check(session, words_in(render_text(made->context)), tokens > 1000 || is_summarised_now);
  }

  void compact(const std::string& session, bool model_fails, bool recap) {
    if (!exists(session) || is_over(session)) return;
    look(session, 100'000);
    const auto before = engine_->context(session, {Consumer::kLlm, 100'000});
    const std::int64_t version = version_of_summary(session);
    given_.clear();
    RC_LOG() << "compact " << session << (model_fails ? " without a model" : "") << std::endl;
    model_fails_ = model_fails;
    const auto done = engine_->compact(session, {recap});
    model_fails_ = false;
    RC_ASSERT(done.has_value() && before.has_value());
    // A recap replaces messages that a resting summarizer has not seen, because the caller asks for it.
    const bool is_unseen = recap && done->done && done->refusal == SummaryRefusal::kResting;
    if (is_unseen) given_ = words_in(render_text(before->context));
    RC_ASSERT(done->done == take_given(session, version));
    const auto after = engine_->context(session, {Consumer::kLlm, 100'000});
    RC_ASSERT(after.has_value());
    if (done->has_failed()) RC_ASSERT(render_text(before->context) == render_text(after->context));
    if (model_fails && !recap) RC_ASSERT(!done->done);
    check(session, words_in(render_text(after->context)), true);
  }

  // No word of a forgotten session is left in any item of the store.
  void search_items() {
    for (const auto& [session, id] : current_) {
      const auto record = store_->record(session);
      RC_ASSERT(record.has_value());
      if (!*record) continue;
      for (const Item& item : (*record)->items) {
        for (const std::string& word : words_in(item.bytes)) {
          if (kept_in(session).count(word) == 0) RC_FAIL(item.name + " of " + session + " has " + word);
        }
      }
    }
  }

 private:
  // Returns the continuation id of the answer.
  std::string handle(const std::string& session, SessionEvent event) {
    Request request;
    request.session = session;
    request.input = event;
    const auto turn = engine_->handle(request);
    RC_ASSERT(turn.has_value());
    spoke_at_[session] = clock_->now();
    return turn->continuation_id;
  }

  // Returns whether the next message begins another conversation. Until then, the session has no context.
  bool is_over(const std::string& session) {
    return ended_.count(session) == 1 || clock_->now() >= spoke_at_[session] + kHour;
  }
  bool exists(const std::string& session) const { return store_->load(session)->has_value(); }

  void begin(const std::string& session, const std::string& id, const std::string& user) {
    told_[id].session = session;
    told_[id].user = user;
    current_[session] = id;
    ended_.erase(session);
  }

  // The summaries with words of a forgotten session are forgotten as well.
  void forget_conversations_of(const std::string& session) {
    for (auto& [id, told] : told_) {
      if (told.session == session) told.is_gone = true;
    }
    current_[session].clear();
    ended_.erase(session);
    for (const auto& [name, id] : current_) {
      if (!id.empty() && version_of_summary(name) == 0) told_[id].summarised.clear();
    }
  }

  std::int64_t version_of_summary(const std::string& session) {
    const auto state = store_->load(session);
    const auto item = store_->item(session, memory::summary_item(**state));
    return *item ? (*item)->version : 0;
  }

  // Returns whether a summary has been stored since.
  bool take_given(const std::string& session, std::int64_t version_before) {
    if (version_of_summary(session) == version_before) return false;
    told_[current_[session]].summarised.insert(given_.begin(), given_.end());
    return true;
  }

  // Returns the words that contexts of a session must show, or have shown to the summarizer.
  Words required_in(const std::string& session) {
    const Told* told = &told_[current_[session]];
    Words all = told->words;
    for (; is_shown(told->parent, session); told = &told_[told->parent]) {
      const Told& parent = told_[told->parent];
      const Words& words = parent.user == owner_of(session) ? parent.words : told->of_parent;
      all.insert(words.begin(), words.end());
    }
    return all;
  }
  // Returns the words that they may show.
  Words allowed_in(const std::string& session) {
    const Told* told = &told_[current_[session]];
    Words all = told->words;
    for (; is_shown(told->parent, session); told = &told_[told->parent]) {
      const Words& words = told_[told->parent].words;
      all.insert(words.begin(), words.end());
    }
    return all;
  }
  // Returns the words that the items of all conversations of a session may have.
  Words kept_in(const std::string& session) {
    Words all;
    for (const auto& [id, first] : told_) {
      if (first.session != session || first.is_gone) continue;
      for (const Told* told = &first; !told->is_gone; told = &told_[told->parent]) {
        all.insert(told->words.begin(), told->words.end());
        if (told->parent.empty()) break;
      }
    }
    return all;
  }
  bool is_shown(const std::string& parent, const std::string& session) {
    if (parent.empty() || told_[parent].is_gone) return false;
    const std::string &user = told_[parent].user, &owner = owner_of(session);
    return user.empty() || owner.empty() || user == owner;
  }
  const std::string& owner_of(const std::string& session) { return told_[current_[session]].user; }

  void check(const std::string& session, const Words& shown, bool is_whole) {
    const Words allowed = allowed_in(session);
    for (const std::string& word : shown) {
      if (allowed.count(word) == 0) RC_FAIL("a context of " + session + " shows a stranger's " + word);
    }
    if (!is_whole) return;
    for (const std::string& word : required_in(session)) {
      const bool was_given = told_[current_[session]].summarised.count(word) == 1;
      if (shown.count(word) == 0 && !was_given) RC_FAIL("a context of " + session + " has lost " + word);
    }
  }

  std::shared_ptr<ManualClock> clock_ = std::make_shared<ManualClock>(1'000'000);
  std::shared_ptr<SessionStore> store_ = create_memory_store();
  std::unique_ptr<Engine> engine_;
  std::map<std::string, Told> told_;            // by continuation id
  std::map<std::string, std::string> current_;  // the continuation id by session
  std::map<std::string, TimeMs> spoke_at_;      // by session
  std::set<std::string> ended_;                 // the sessions whose conversation an event has ended
  Words given_;                                 // the input of the last summarizer call
  bool model_fails_ = false;
  int said_ = 0;
};

// Returns the words in the context of session b.
Words shown_in_b(Engine& engine, bool history = false) {
  ContextQuery query{Consumer::kLlm, 100'000};
  query.history = history;
  const auto made = engine.context("b", query);
  REQUIRE(made);
  return words_in(render_text(made->context));
}

}  // namespace

TEST_CASE("F7: what a parent says after its child began stays when the parent's conversation ends") {
  struct Way {
    const char* name;
    std::optional<SessionEvent> event;
    TimeMs pause;  // the child speaks before it and in the middle
  };
  for (const Way& way : {Way{"a reset", SessionEvent::kReset, 0}, Way{"an end", SessionEvent::kEnd, 0},
                         Way{"its expiry", std::nullopt, 80 * kMinute}}) {
    CAPTURE(way.name);
    EngineHarness harness;
    const auto say = [&](const std::string& session, const std::string& word) {
      Request request = Request::text(session, word);
      if (word == "kanary1002") request.parent = "a";
      return harness.handle(request).continuation_id;
    };
    (void)say("a", "kanary1001");
    (void)say("b", "kanary1002");
    const std::string first = say("a", "kanary1003");
    const Words words{"kanary1001", "kanary1002", "kanary1003"};
    REQUIRE(shown_in_b(*harness.engine) == words);
    for (const char* later : {"kanary1004", "kanary1005"}) {
      CAPTURE(later);
      if (way.event) {
        Request request;
        request.session = "a";
        request.input = *way.event;
        (void)harness.handle(request);
        CHECK(shown_in_b(*harness.engine) == words);
      }
      for (int half = 0; half < 2; ++half) {
        (void)say("b", "and then");
        harness.clock->set(harness.clock->now() + way.pause / 2);
      }
      CHECK(say("a", later) != first);
      CHECK(shown_in_b(*harness.engine) == words);
      CHECK(shown_in_b(*harness.engine, true) == words);
    }
  }
}

TEST_CASE("F7, F68: no word of a parent is lost, and none of a stranger appears, in histories with parents") {
  const std::vector<std::shared_ptr<const Catalog>> catalogs = {family_catalog("window"), family_catalog("summary"),
                                                                family_catalog("hybrid")};
  const std::vector<std::string> names{"a", "b", "c", "d"}, users{"", "", "ann", "bob"};
  CHECK(rc::check("families", [&] {
    Family family(catalogs[test::evenly<std::size_t>(0, catalogs.size())]);
    const auto name = [&] { return names[test::evenly<std::size_t>(0, names.size())]; };
    const auto user = [&] { return users[test::evenly<std::size_t>(0, users.size())]; };
    for (int step = test::evenly(5, 60); step > 0; --step) {
      const std::string session = name();
      switch (test::evenly(0, 17)) {
        case 0: family.forget(session); break;
        case 1: family.reset(session); break;
        case 2: family.compact(session, false, false); break;
        case 3: family.compact(session, test::evenly(0, 2) == 0, test::evenly(0, 2) == 0); break;
        case 4: family.look(session, 100'000); break;
        case 5: family.look(session, test::evenly(200, 600)); break;
        case 6:
          if (test::evenly(0, 4) == 0) family.forget_user(*rc::gen::element<std::string>("ann", "bob"));
          break;
        case 7: test::evenly(0, 2) == 0 ? family.pause() : family.end(session); break;
        case 8:
        case 9:
        case 10: family.say(session, user(), name()); break;
        default: family.say(session, user(), "");
      }
    }
    for (const std::string& session : names) family.look(session, 100'000);
    family.search_items();
  }));
}
