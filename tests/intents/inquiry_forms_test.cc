// Tests which parts of a message ask the bot for information.
#include "intents/inquiry_forms.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "intents/folded_text.h"

namespace parley::intents {
namespace {

std::vector<InquiryForm> read(const std::string& message) {
  const FoldedText text(message);
  return find_inquiries(Words(text.text()), text.text());
}

// The inquiries of a message, joined by " | ". A "?" at the end shows that only a question mark makes it one.
std::string inquiries_of(const std::string& message) {
  std::string all;
  for (const InquiryForm& form : read(message)) {
    all += (all.empty() ? "" : " | ") + message.substr(form.begin, form.end - form.begin);
    if (form.is_by_mark) all += "?";
  }
  return all;
}

}  // namespace

TEST_CASE("an inquiry asks for information; a proposal, a request and a statement do not") {
  struct Row {
    std::string message, inquiries;
  };
  const std::vector<Row> rows = {
      {"how much is it?", "how much is it"},
      {"How much is it", "How much is it"},
      {"hmm is there a fee?", "is there a fee"},
      {"hang on what does returning cost", "what does returning cost"},
      {"I have no card. can I pay the postman", "can I pay the postman?"},
      {"will it be here by friday yes or no", "will it be here by friday"},
      {"can I have the red one", ""},
      {"whats included", "whats included"},
      {"what's included", "what's included"},
      {"ok and how long does it take", "how long does it take"},
      {"yes, do I have to pay for that?", "do I have to pay for that"},
      {"basic please. is the router included?", "is the router included"},
      {"basic, but what does it cost", "what does it cost"},
      {"how much is it and is there a term", "how much is it | is there a term"},
      {"how much is it? is there a term? basic", "how much is it | is there a term"},
      {"do you charge extra on sundays", "do you charge extra on sundays"},
      {"can you tell me how much it is", "can you tell me how much it is"},
      {"i was wondering if there is a fee", "i was wondering if there is a fee"},
      {"any hidden fees", "any hidden fees"},
      {"when will it come", "when will it come"},
      {"where is my order", "where is my order"},
      {"will I be charged twice", "will I be charged twice"},
      {"wait, isnt it free?", "isnt it free"},
      // Only a question mark.
      {"contract term?", "contract term?"},
      {"Tuesday?", "Tuesday?"},
      {"really?", "really?"},
      // Proposals and requests.
      {"what about tuesday", ""},
      {"how about 5 pm", ""},
      {"what if I take the large one", ""},
      {"is 5 pm ok", ""},
      {"is the large one ok", ""},
      {"would tuesday be ok", ""},
      {"can you cancel it", ""},
      {"could I have the blue one", ""},
      {"do you have tuesday", ""},
      {"would you please stop", ""},
      {"why not", ""},
      {"why not tomorrow?", "why not tomorrow?"},
      // Statements.
      {"when I get home", ""},
      {"where the old one was", ""},
      {"what I need is a large one", ""},
      {"do it", ""},
      {"have it delivered", ""},
      {"I don't know what size", ""},
      {"whatever", ""},
      {"call me when you can", ""},
      {"will smith", ""},
      {"the one which is cheaper", ""},
      {"", ""},
      {"?", ""},
      {"12345", ""},
  };
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(inquiries_of(row.message) == row.inquiries);
  }
}

TEST_CASE("an inquiry about the user's own things may ask for an intent, or describe a problem") {
  struct Row {
    std::string message;
    bool may_be_wish, is_about_user;
  };
  const std::vector<Row> rows = {
      {"how much is it", false, false},
      {"how much do I owe", false, false},
      {"how do I cancel", true, false},
      {"where is my order", true, true},
      {"is there a fee for cancelling my contract", false, true},
      {"is there a way to cancel", true, false},
      {"why does it take so long", false, true},
      {"what is my balance", true, true},
      {"can you tell me how to return it", true, false},
  };
  for (const Row& row : rows) {
    INFO(row.message);
    const auto found = read(row.message);
    REQUIRE(found.size() == 1);
    CHECK(found[0].may_be_wish == row.may_be_wish);
    CHECK(found[0].is_about_user == row.is_about_user);
  }
}

TEST_CASE("an inquiry is the whole message, whatever polite words surround it") {
  const std::vector<std::pair<std::string, bool>> rows = {{"how much is it", true},
                                                          {"ok thanks, how much is it please", true},
                                                          {"yes, how much is it?", true},
                                                          {"basic, how much is it?", false},
                                                          {"basic", false},
                                                          {"", false}};
  for (const auto& [message, is_whole] : rows) {
    INFO(message);
    const FoldedText text(message);
    const Words words(text.text());
    CHECK(are_whole_message(find_inquiries(words, text.text()), words) == is_whole);
  }
}

TEST_CASE("inquiries lie in the message, in order, and do not overlap") {
  rc::check([](const std::vector<std::uint8_t>& picks) {
    const std::vector<std::string> words = {"how",  "much",  "is", "it", "?",        ".",    ",",
                                            "what", "about", "5",  "ok", "\xC3\xA9", "wait", "my"};
    std::string message;
    for (const std::uint8_t pick : picks) message += words[pick % words.size()] + " ";
    std::size_t end = 0;
    for (const InquiryForm& form : read(message)) {
      RC_ASSERT(form.begin >= end);
      RC_ASSERT(form.end > form.begin);
      end = form.end;
    }
    RC_ASSERT(end <= message.size());
  });
}

}  // namespace parley::intents
