"""Analyses a game with KaTrain's own engine client, as KaTrain does when it opens a file.

usage: analyse_game.py SHIDOGO GAME.sgf [NET]

With a network, SHIDOGO is started the way KaTrain starts KataGo, with KaTrain's own configuration file; without
one, as KaTrain's "altcommand". Prints one line and succeeds if every node was analysed and nothing went wrong.
"""

import shlex
import sys

from headless import KaTrain, engine_settings, wait

from katrain.core.engine import KataGoEngine
from katrain.core.game import Game, KaTrainSGF

VISITS = 20


def check(node):
    """The numbers of a node must make sense to KaTrain."""
    size = node.board_size[0] * node.board_size[1]
    root, moves = node.analysis["root"], node.candidate_moves
    assert 0 <= root["winrate"] <= 1 and abs(root["scoreLead"]) <= 2 * size, root
    assert root["visits"] >= VISITS, root
    assert moves and all(0 <= move["winrate"] <= 1 for move in moves), moves
    assert all(move["pv"] and move["pv"][0] == move["move"] for move in moves), moves
    assert len(node.analysis["ownership"]) == size and len(node.analysis["policy"]) == size + 1
    assert abs(sum(p for p in node.analysis["policy"] if p > 0) - 1) < 0.01
    assert node.points_lost is not None or node.is_root


def main(shidogo, game_file, net=None):
    katrain = KaTrain("9")
    config = engine_settings(VISITS)
    if net:
        config |= {"katago": shidogo, "model": net, "config": "katrain/KataGo/analysis_config.cfg"}
    else:
        config["altcommand"] = f"exec {shlex.quote(shidogo)} analysis --preset playout-fast"
    engine = KataGoEngine(katrain, config)
    game = Game(katrain, engine, move_tree=KaTrainSGF.parse_file(game_file))
    nodes = list(game.root.nodes_in_tree)
    wait("the game", lambda: katrain.errors or all(node.analysis_complete for node in nodes))
    for node in nodes:
        check(node)

    # What a person does next: more candidates, all moves, and a search without an end.
    last = nodes[len(nodes) // 2]
    game.set_current_node(last)
    before = len(last.analysis["moves"])
    game.analyze_extra("alternative")
    wait("alternatives", lambda: katrain.errors or len(last.analysis["moves"]) > before)
    before = len(last.analysis["moves"])
    game.analyze_extra("sweep")
    wait("a sweep", lambda: katrain.errors or (len(last.analysis["moves"]) > before and engine.is_idle()))
    visits = last.root_visits
    game.analyze_extra("ponder")
    wait("pondering", lambda: katrain.errors or last.root_visits > 4 * visits)
    engine.stop_pondering()
    wait("the end of pondering", lambda: katrain.errors or engine.is_idle())
    alive = engine.check_alive()
    engine.shutdown(finish=False)
    assert alive and not katrain.errors, katrain.errors
    print(f"{len(nodes)} nodes analysed, {len(last.analysis['moves'])} moves looked at on one of them")


if __name__ == "__main__":
    main(*sys.argv[1:])
