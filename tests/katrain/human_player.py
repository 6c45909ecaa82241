"""Plays a few moves with KaTrain's own players that imitate people, as KaTrain does against a person.

usage: human_player.py SHIDOGO NET HUMAN_NET

SHIDOGO is started the way KaTrain starts KataGo with a "humanlike model". Prints one line and succeeds if every move
came from the human policy and nothing went wrong.
"""

import random
import sys

from headless import KaTrain, engine_settings, wait

from katrain.core.ai import generate_ai_move
from katrain.core.constants import AI_HUMAN, AI_PRO
from katrain.core.engine import KataGoEngine
from katrain.core.game import Game

PLAYERS = [
    (AI_HUMAN, {"human_kyu_rank": 8, "modern_style": False}),
    (AI_HUMAN, {"human_kyu_rank": -2, "modern_style": True}),
    (AI_PRO, {"pro_year": 1914}),
]


def main(shidogo, net, human_net):
    # KaTrain draws moves, and with other draws a network with random weights passes now and then.
    random.seed(1)
    katrain = KaTrain("19")
    config = engine_settings(visits=4)
    config |= {"katago": shidogo, "model": net, "humanlike_model": human_net}
    engine = KataGoEngine(katrain, config | {"config": "katrain/KataGo/analysis_config.cfg"})
    game = Game(katrain, engine)
    for mode, settings in PLAYERS * 2:
        move, node = generate_ai_move(game, mode, settings)
        assert "top move" in node.ai_thoughts, node.ai_thoughts
        assert not move.is_pass
    wait("the analysis of the moves", lambda: katrain.errors or game.current_node.analysis_complete)
    alive = engine.check_alive()
    engine.shutdown(finish=False)
    assert alive and not katrain.errors, katrain.errors
    print(f"{game.current_node.depth} moves played like people")


if __name__ == "__main__":
    main(*sys.argv[1:])
