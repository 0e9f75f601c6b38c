// Tests that a session knows the summaries with its words, and that its erasure erases them.
#include "memory/sessions/heirs.h"

#include "memory/item_names.h"
#include "memory/sessions/reidentify.h"
#include "parley/sessions.h"
#include "tests/conformance/conversation.h"
#include "tests/memory/export_lines.h"
#include "tests/memory/stores_under_test.h"

using namespace parley;
using memory::Heir;

namespace {

SessionState begin_in(SessionStore& store, const std::string& session) {
  const auto written = conformance::Conversation(session).next("hello", "hi");
  REQUIRE(store.commit(written.commit()));
  return written.state;
}

bool has_item(SessionStore& store, const std::string& session, const std::string& item) {
  return store.item(session, item)->has_value();
}

void put(SessionStore& store, const SessionState& state, const std::string& item) {
  REQUIRE(store.change_items({state.session, state.created_at, {{item, 1, 0, "words of the parent"}}, {}}));
}

}  // namespace

TEST_CASE("the erasure of a session erases the summaries that have its words, and no other item", "[stores]") {
  test::StoresUnderTest stores;
  for (const auto& kind : stores.kinds()) {
    INFO(kind.name);
    const auto store = kind.make();
    const SessionState parent = begin_in(*store, "parent"), child = begin_in(*store, "child");
    const SessionState other = begin_in(*store, "other");
    for (const char* item : {"summary", "summary:7"}) put(*store, child, item);
    put(*store, other, "summary");
    const Heir heir{"child", child.created_at, "summary"};
    REQUIRE(memory::note_heir(*store, "parent", parent.created_at, heir));
    REQUIRE(memory::note_heir(*store, "parent", parent.created_at, heir));  // again
    REQUIRE(memory::note_heir(*store, "parent", parent.created_at, {"gone", 1, "summary"}));
    CHECK(store->items("parent")->size() == 2);

    const auto receipt = forget_session(*store, "parent");
    REQUIRE(receipt);
    CHECK(receipt->items.others == 0);
    CHECK_FALSE(has_item(*store, "child", "summary"));
    CHECK(has_item(*store, "child", "summary:7"));
    CHECK(has_item(*store, "other", "summary"));
  }
}

TEST_CASE("an heir is noted only with the session that it continues, and a copy of that session has no heirs") {
  const auto store = create_memory_store();
  const SessionState parent = begin_in(*store, "parent"), child = begin_in(*store, "child");
  const Heir heir{"child", child.created_at, "summary"};
  CHECK(memory::note_heir(*store, "nobody", 1, heir).error().code == ErrorCode::kUnknownSession);
  CHECK(memory::note_heir(*store, "parent", parent.created_at - 1, heir).error().code == ErrorCode::kUnknownSession);
  REQUIRE(memory::note_heir(*store, "parent", parent.created_at, heir));
  put(*store, child, "summary");
  REQUIRE(fork_session(*store, "parent", "copy", *create_random_ids(), parent.updated_at, true));
  CHECK(store->items("copy")->empty());
  REQUIRE(forget_session(*store, "copy"));
  CHECK(has_item(*store, "child", "summary"));
}

TEST_CASE("pruning a session erases the summaries that have its words") {
  const auto store = create_memory_store();
  const SessionState parent = begin_in(*store, "parent");
  const auto written = conformance::Conversation("child", parent.updated_at + 1000).next("hello", "hi");
  REQUIRE(store->commit(written.commit()));
  put(*store, written.state, "summary");
  REQUIRE(memory::note_heir(*store, "parent", parent.created_at, {"child", written.state.created_at, "summary"}));
  PruneOptions options;
  options.before = parent.updated_at + 1;
  for (const bool dry_run : {true, false}) {
    options.dry_run = dry_run;
    REQUIRE(prune_sessions(*store, options)->erased == 1);
    CHECK(has_item(*store, "child", "summary") == dry_run);
  }
}

TEST_CASE("a copy of a session that continues another one has no summary with the words of the parent") {
  for (const std::string parent : {"", "parent"}) {
    SessionRecord record;
    record.state.session = "child";
    record.state.parent = parent;
    record.items = {{"summary", 1, 0, "words of the parent"}, {"summary:7", 1, 0, "own words"}};
    memory::reidentify(record, "copy", *create_random_ids());
    const bool has_parent = !parent.empty();
    REQUIRE(record.items.size() == (has_parent ? 1u : 2u));
    CHECK(record.items.back().name == "summary:7");
  }
}

TEST_CASE("an imported summary is erased with its parent, also if the export of the parent does not name it",
          "[stores]") {
  struct Case {
    const char* what;
    const char* parent;  // "a": it stands before its heir "m" in the export; "z": behind it; "": it is in no export
    bool is_there;       // before the import
    bool keeps;
  };
  test::StoresUnderTest stores;
  for (const auto& kind : stores.kinds()) {
    for (const Case& c : {Case{"before", "a", false, true}, Case{"behind", "z", false, true},
                          Case{"in the store", "", true, true}, Case{"nowhere", "", false, false}}) {
      INFO(kind.name << ", the parent: " << c.what);
      const std::string name = *c.parent == '\0' ? "a" : c.parent;
      const auto from = create_memory_store(), parents = create_memory_store();
      const SessionState parent = begin_in(*parents, name), child = begin_in(*from, "m");
      if (*c.parent != '\0') REQUIRE(from->put(**parents->record(name)));
      const std::string summary = R"({"text":"words","parents":[{"session":")" + name + R"(","conversation":")" +
                                  parent.continuation_id + R"(","begun_at":)" + std::to_string(parent.created_at) +
                                  "}]}";
      REQUIRE(from->change_items({"m", child.created_at, {{"summary", 1, 0, summary}}, {}}));
      const auto store = kind.make();
      if (c.is_there) REQUIRE(store->put(**parents->record(name)));
      const auto report = test::import_lines(*store, test::exported(*from));
      REQUIRE(report);
      CHECK(report->refusals == 0);
      CHECK(has_item(*store, "m", "summary") == c.keeps);
      if (!c.keeps) continue;
      REQUIRE(forget_session(*store, name));
      CHECK_FALSE(has_item(*store, "m", "summary"));
      CHECK(store->load("m")->has_value());
    }
  }
}

TEST_CASE("an import that is killed leaves no summary that its parent does not know", "[stores]") {
  test::StoresUnderTest stores;
  for (const auto& kind : stores.kinds()) {
    INFO(kind.name);
    const auto from = create_memory_store();
    const SessionState child = begin_in(*from, "child"), parent = begin_in(*from, "parent");
    const std::string summary = R"({"text":"words","parents":[{"session":"parent","conversation":")" +
                                parent.continuation_id + R"(","begun_at":)" + std::to_string(parent.created_at) + "}]}";
    REQUIRE(from->change_items({"child", child.created_at, {{"summary", 1, 0, summary}}, {}}));
    const test::Lines lines = test::exported(*from);
    const auto store = kind.make();
    std::size_t next = 0;
    const LineSource source = [&]() -> std::optional<std::string> {
      INFO("killed before line " << next + 1);
      CHECK_FALSE(has_item(*store, "child", "summary"));  // the parent is the last session
      return next < lines.size() ? std::optional<std::string>(lines[next++]) : std::nullopt;
    };
    REQUIRE(import_sessions(*store, source)->refusals == 0);
    CHECK(has_item(*store, "child", "summary"));
    CHECK(store->items("parent", "heir:")->size() == 1);
  }
}

TEST_CASE("a damaged heir does not keep a session from being erased") {
  const auto store = create_memory_store();
  const SessionState parent = begin_in(*store, "parent");
  put(*store, parent, std::string(memory::kHeirItem) + "0");
  CHECK(forget_session(*store, "parent").has_value());
  CHECK_FALSE(store->load("parent")->has_value());
}
