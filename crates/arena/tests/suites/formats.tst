# Every way of writing a test that Fuego's and GNU Go's suites use; the answers are not the point here.

loadsgf sgf/capture.sgf 3

# One answer, several, a pattern, and none of them.
10 reg_genmove b
#? [C5]
20 reg_genmove w
#? [A1|B2|PASS]
30 reg_genmove b
#? [[A-E][1-5]]
40 reg_genmove b
#? [!PASS|A1]

# Known to fail, ignored, and both.
50 reg_genmove w
#? [E5]*
60 reg_genmove w
#? [E5]&

# Commands other than reg_genmove, with arguments and without.
70 final_status_list dead
#? [.*]
80 showboard
#? [.*]

loadsgf sgf/capture.sgf
# A comment between a command and its answer.
90 reg_genmove b
# C5 captures.
#? [C5]
