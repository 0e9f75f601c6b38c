// Lists the bot's built-in replies with their YAML keys and default texts.
// Tested by tests/config/reader_test.cc.
#pragma once

#include "config/definition.h"

namespace parley::config {

struct Reply {
  const char* key;
  TextVariants Replies::*wording;
  const char* by_default;
  const char* placeholder = "";  // the only placeholder allowed
};

inline constexpr Reply kReplies[] = {
    {"not_understood", &Replies::not_understood, "Sorry, I did not get that."},
    {"invalid", &Replies::invalid, "That does not look right."},
    {"cancelled", &Replies::cancelled, "All right, I have cancelled that."},
    {"cancelled_all", &Replies::cancelled_all, "All right, I have cancelled everything."},
    {"nothing_to_cancel", &Replies::nothing_to_cancel, "There is nothing to cancel."},
    {"reset", &Replies::reset, "All right, let us start over."},
    {"handoff", &Replies::handoff, "I am handing you over to a person."},
    {"while_handed_off", &Replies::while_handed_off, ""},
    {"given_back", &Replies::given_back, "I am back. What else can I do for you?"},
    {"denied", &Replies::denied, "All right, I will not do that."},
    {"change", &Replies::change, "All right. What should I change?"},
    {"confirm_again", &Replies::confirm_again, "Please answer yes or no."},
    {"not_done_yet", &Replies::not_done_yet, "I have not done anything yet, because I am not sure what you mean."},
    {"remark_not_taken", &Replies::remark_not_taken,
     "I did not understand the rest of your message. Only what I have just asked you about counts."},
    {"still_here", &Replies::still_here, "Yes, I am here."},
    {"tool_failed", &Replies::tool_failed, "Sorry, something went wrong on our side."},
    {"busy", &Replies::busy, "One moment, I am still working on that."},
    {"expired", &Replies::expired, "It has been a while, so we start afresh."},
    {"late_done", &Replies::late_done, ""},
    {"late_failed", &Replies::late_failed, ""},
    {"refused", &Replies::refused, "This conversation has become too long. Please begin a new one."},
    {"resume", &Replies::resume, "Back to where we were."},
    {"silence", &Replies::silence, "Are you still there?"},
    {"goodbye", &Replies::goodbye, "Goodbye."},
    {"why", &Replies::why, "I need it to do what you asked for."},
    {"dont_know", &Replies::dont_know, "Take your time, I cannot go on without it."},
    {"cannot_skip", &Replies::cannot_skip, "I cannot go on without it."},
    {"skipped", &Replies::skipped, "All right, we leave that out."},
    {"noted", &Replies::noted, "Noted."},
    {"not_now", &Replies::not_now, "Let us finish this first."},
    {"queued", &Replies::queued, "One after the other; I will come back to the rest."},
    {"next", &Replies::next, "Now to the other thing you asked for."},
    {"choose", &Replies::choose, "Which do you mean: {choices}?", "choices"},
    {"welcome", &Replies::welcome, "You are welcome."},
    {"greeting", &Replies::greeting, "Hello. What can I do for you?"},
    {"acknowledged", &Replies::acknowledged, "All right."},
    {"go_ahead", &Replies::go_ahead, "What can I do for you?"},
    {"no_answer", &Replies::no_answer, "I do not know that."},
    {"outcome", &Replies::outcome, "This is what I did: {outcome} If something is wrong with it, say \"a person\".",
     "outcome"},
    {"outcome_stays", &Replies::outcome_stays, "What I did before stays as it is: {outcome}", "outcome"},
    {"puzzled", &Replies::puzzled, "Sorry, that was unclear. What can I do for you?"},
    {"did_you_mean", &Replies::did_you_mean, "Did you mean {options}?", "options"},
    {"did_you_mean_one", &Replies::did_you_mean_one, "", "options"},
    {"something_else", &Replies::something_else, "something else"},
    {"say_again", &Replies::say_again, "All right. Please say it in other words."},
    {"is_it", &Replies::is_it, "Is it {option}?", "option"},
    {"one_option", &Replies::one_option, "One at a time, please."},
    {"not_an_option", &Replies::not_an_option, "That is none of these."},
    {"nothing_found", &Replies::nothing_found, "I found nothing."},
    {"options", &Replies::options, "You can say: {options}.", "options"},
    {"examples", &Replies::examples, "For example: {examples}.", "examples"},
    {"done", &Replies::done, "Done."},
    {"yes", &Replies::yes, "yes"},
    {"no", &Replies::no, "no"},
};

}  // namespace parley::config
