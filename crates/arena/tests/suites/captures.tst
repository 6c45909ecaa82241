# Positions of our own in which one move takes stones that decide the game.

loadsgf sgf/capture.sgf
10 reg_genmove b
#? [C5]

loadsgf sgf/capture.sgf 5
20 reg_genmove b
# any move but a pass
#? [!pass]

# Nobody resigns on the first move.
loadsgf sgf/capture.sgf 1
30 reg_genmove b
#? [resign]*
