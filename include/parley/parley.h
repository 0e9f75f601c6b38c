// parley: an engine for dialogs with intents and params. This header includes all other headers, and introduces them in
// a good reading order. Include single headers instead if compile time matters.
//
//   auto bot = parley::Catalog::load("bot.yaml");
//   if (!bot) return std::cerr << bot.error().to_string(), 1;
//   auto store = parley::open_sqlite_store("sessions.db");
//   if (!store) return std::cerr << store.error().to_string(), 1;
//   auto engine = parley::Engine::create(*bot, *store);
//   if (!engine) return std::cerr << engine.error().to_string(), 1;
//   auto turn = (*engine)->handle(parley::Request::text("user-1", "where is my order?"));
//   if (!turn) return std::cerr << turn.error().to_string(), 1;
//   for (const std::string& text : turn->say) std::cout << text << '\n';
//
// Four rules hold for the whole API:
//   1. No exception leaves parley. A call that can fail returns Result<T> (parley/result.h).
//   2. create_* makes an object from values, open_* opens a file or a database and keeps it open, load_* reads a file
//      once, and parse_* reads text.
//   3. A type is safe to share between threads only if its comment says so. Plain structs are values.
//   4. The library prints nothing, ends no process, and reads no environment variable. It gets the time and ids from
//      the interfaces in parley/clock.h.
//
// docs/embedding.md explains this in more detail.
#pragma once

// 1. Load a bot and answer messages.
#include "parley/catalog.h"  // Catalog: a bot file, compiled
#include "parley/clock.h"    // Clock and IdSource: time and ids
#include "parley/engine.h"   // Engine: one call is one turn
#include "parley/result.h"   // Result, Error, Diagnostic
#include "parley/tool.h"     // ToolCall, ToolOutcome: the functions that a bot calls
#include "parley/turn.h"     // Request and Turn: the input and output of the engine
#include "parley/value.h"    // Value: a JSON value

// 2. Manage sessions, and build the contexts that a model or a person sees.
#include "parley/context.h"     // a part of a conversation within a token budget
#include "parley/memory.h"      // the settings of contexts, summaries and topics, and their results
#include "parley/message.h"     // Message: one stored line of a conversation
#include "parley/session.h"     // SessionState: the dialog state
#include "parley/sessions.h"    // export, import, fork, prune and forget whole sessions
#include "parley/store.h"       // SessionStore: the interface of a store
#include "parley/stores.h"      // the stores in memory, in SQLite and in PostgreSQL
#include "parley/summaries.h"   // summaries of older messages
#include "parley/tokens.h"      // token counts and budgets
#include "parley/topics.h"      // a conversation by subject
#include "parley/turn_store.h"  // TurnStore: the part of a store that turns use

// 3. Understand messages without a session, or with your own classifier.
#include "parley/act_queries.h"    // finds intents, values and answers in dialog acts
#include "parley/dialog_act.h"     // DialogAct: one thing that the user does with a part of a message
#include "parley/entities.h"       // EntityReader: typed values in any text
#include "parley/model.h"          // LanguageModel: reads messages that the rules leave unclear
#include "parley/scorer.h"         // Scorer: your own classifier
#include "parley/understanding.h"  // the result of reading a message

// 4. Operate.
#include "parley/audit.h"         // a test that nothing private leaks
#include "parley/bot_graph.h"     // the steps of a bot as a graph, and the conversations on its ways
#include "parley/encryption.h"    // encryption of a store at rest
#include "parley/files.h"         // safe opening of files by name
#include "parley/import.h"        // bots from the files of other tools
#include "parley/mcp.h"           // a bot as tools of an MCP client
#include "parley/protocol.h"      // requests and turns as JSON
#include "parley/remote_tools.h"  // tools that parley calls over HTTP, or of MCP servers
#include "parley/report.h"        // figures of many conversations
#include "parley/telemetry.h"     // events about turns, and their sinks
#include "parley/trace.h"         // the decisions of the planner, typed
#include "parley/version.h"       // the version of parley

// 5. Test.
#include "parley/record.h"      // a stored session as a conversation file
#include "parley/replay.h"      // conversation files as tests
#include "parley/simulation.h"  // a conversation that is tried out another way
