// The telemetry of one turn: five kinds of events, each a line of JSON.
//
// Private by construction: an Event takes names that come from the bot file, numbers and hashes. There is no way
// to put a user's text or a param's value into one. The schema is docs/telemetry.md.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parley/session.h"
#include "parley/telemetry.h"

namespace parley::engine {

class Telemetry {
 public:
  // Both may be empty: no sink, no telemetry; no key, a random one.
  Telemetry(std::shared_ptr<TelemetrySink> sink, std::string key);

  // The events of one turn are held back until its commit, then sent in order; a turn that fails sends none.
  class Turn {
   public:
    Turn(const Telemetry& telemetry, std::string_view session);

    // What every later event of this turn carries: the time, the turn's number and the `memory` field.
    void at(TimeMs now, std::int64_t turn, const SessionState& state);

    class Event {
     public:
      Event& name(std::string_view key, std::string_view name_from_the_bot);
      Event& names(std::string_view key, const std::vector<std::string>& names_from_the_bot);
      Event& count(std::string_view key, std::int64_t count);
      Event& flag(std::string_view key, bool flag);
      ~Event();
      Event(const Event&) = delete;
      Event& operator=(const Event&) = delete;

     private:
      friend class Turn;
      explicit Event(std::string* line) : line_(line) {}
      std::string* line_;  // null when there is no sink: every call is then a no-op
    };

    // `us` is the time since the last event of this turn.
    Event event(std::string_view stage);
    void send();

   private:
    const Telemetry& telemetry_;
    std::string session_hash_;
    std::string common_;
    std::vector<std::unique_ptr<std::string>> lines_;
    std::chrono::steady_clock::time_point last_;
  };

  bool is_on() const { return sink_ != nullptr; }

 private:
  std::shared_ptr<TelemetrySink> sink_;
  std::string key_;
};

}  // namespace parley::engine
