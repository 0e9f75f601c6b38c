# Forms of words that learning treats alike. docs/lexicon.md describes the format.

# A contraction and its two words.
[contractions: groups]
arent are not
cannot can not
cant can not
couldnt could not
didnt did not
doesnt does not
dont do not
hadnt had not
hasnt has not
havent have not
hows how is
im i am
isnt is not
ive i have
shouldnt should not
thats that is
theres there is
wasnt was not
werent were not
weve we have
whats what is
whens when is
wheres where is
whos who is
wont will not
wouldnt would not
youve you have

# An irregular form and its base form.
[irregular: groups]
bought buy
broke break
broken break
came come
chose choose
chosen choose
forgot forget
forgotten forget
found find
gave give
given give
gone go
got get
gotten get
held hold
kept keep
knew know
lost lose
made make
paid pay
said say
saw see
seen see
sent send
sold sell
spent spend
stole steal
stolen steal
taken take
thought think
told tell
took take
went go
written write
wrote write
