"""Compares this project's SGF with sgfmill's.

    exchange.py write FOLDER SEED   writes files with sgfmill, each with a sketch of its content next to it
    exchange.py check FOLDER        reads files with sgfmill and compares them with the sketches next to them

A sketch is JSON: the nodes in file order with their parents, raw values and texts; for games also the moves,
the setup stones and the final board. A point is its row, counted from the bottom, and its column.
"""

import json
import random
import sys
from pathlib import Path

from sgfmill import boards, sgf, sgf_moves

ALPHABETS = {
    "UTF-8": "ab ]\\:[();\n\t'é囲碁🙂",
    "ISO-8859-1": "ab ]\\:[();\néüß",
    "KOI8-R": "ab ]\\:ход",
    # sgfmill requires that no byte of a character is a bracket or a backslash; that holds for these two.
    "GB2312": "ab ]\\:围棋中国",
    "EUC-JP": "ab ]\\:囲碁神様",
}


def sketch(game):
    encoding = game.get_charset()
    nodes, waiting = [], [(game.get_root(), -1)]
    while waiting:
        node, parent = waiting.pop()
        here = len(nodes)
        properties = {
            name: [value.decode(encoding) for value in node.get_raw_list(name)] for name in node.properties()
        }
        # Each writer sets its own character set.
        if parent < 0:
            properties.pop("CA", None)
        nodes.append(
            {
                "parent": parent,
                "properties": properties,
                "comment": node.get("C") if node.has_property("C") else None,
                "name": node.get("N") if node.has_property("N") else None,
            }
        )
        waiting.extend((child, here) for child in reversed(list(node)))
    return {"nodes": nodes, "game": sketch_game(game)}


def sketch_game(game):
    try:
        board, moves = sgf_moves.get_setup_and_moves(game)
    except ValueError:
        return None
    setup = board.copy()
    for colour, move in moves:
        if move is not None:
            board.play(*move, colour)
    return {
        "size": game.get_size(),
        "komi": game.get_komi(),
        "moves": [[colour, move] for colour, move in moves],
        "setup": stones(setup),
        "end": stones(board),
    }


def stones(board):
    return sorted([colour, list(point)] for colour, point in board.list_occupied_points())


def random_text(rng, encoding):
    return "".join(rng.choice(ALPHABETS[encoding]) for _ in range(rng.randrange(12)))


def random_point(rng, size):
    return rng.randrange(size), rng.randrange(size)


def random_tree(rng):
    """Any properties on any nodes, in any shape."""
    size = rng.choice([5, 9, 13, 19])
    encoding = rng.choice(sorted(ALPHABETS))
    game = sgf.Sgf_game(size, encoding=encoding)
    nodes = [game.get_root()]
    for _ in range(rng.randrange(40)):
        nodes.append(rng.choice(nodes[-5:]).new_child())
    for node in nodes:
        if rng.random() < 0.5:
            node.set("C", random_text(rng, encoding))
        if rng.random() < 0.2:
            node.set("N", random_text(rng, encoding).replace("\n", " "))
        if rng.random() < 0.3:
            node.set("LB", [(random_point(rng, size), random_text(rng, encoding).replace("\n", " "))])
        if rng.random() < 0.3:
            points = {random_point(rng, size) for _ in range(9)}
            node.set(rng.choice(["AE", "TB", "TW", "CR"]), points)
        if rng.random() < 0.2:
            values = [rb"\]\\ any\:thing [", b"", b"soft\\\nbreak", b"\\\\"]
            node.set_raw_list("XYZZY", rng.sample(values, 1 + rng.randrange(4)))
    return game


def random_game(rng):
    """Legal moves, passes and handicap stones."""
    size = rng.choice([5, 9, 13, 19])
    game = sgf.Sgf_game(size)
    root = game.get_root()
    root.set("KM", rng.choice([0.0, 0.5, 6.5, 7.5]))
    root.set("RU", rng.choice(["Chinese", "Japanese"]))
    board = boards.Board(size)
    colour = "b"
    if rng.random() < 0.3:
        points = {random_point(rng, size) for _ in range(4)}
        board.apply_setup(points, [], [])
        root.set_setup_stones(points, [])
        root.set("HA", len(points))
        colour = "w"
    ko = None
    for _ in range(rng.randrange(2 * size * size)):
        move = random_point(rng, size) if rng.random() < 0.95 else None
        if move is not None:
            row, column = move
            after = board.copy()
            if move == ko or board.get(row, column) is not None:
                continue
            forbidden = after.play(row, column, colour)
            if after.get(row, column) is None:
                continue
            board, ko = after, forbidden
        else:
            ko = None
        game.extend_main_sequence().set_move(colour, move)
        if rng.random() < 0.9:
            colour = "w" if colour == "b" else "b"
        else:
            ko = None
    return game


def write(folder, seed):
    rng = random.Random(seed)
    for number in range(60):
        game = random_game(rng) if number % 2 else random_tree(rng)
        data = game.serialise(wrap=rng.choice([79, None]))
        (folder / f"{number}.sgf").write_bytes(data)
        (folder / f"{number}.json").write_text(json.dumps(sketch(sgf.Sgf_game.from_bytes(data))))


def check(folder):
    failures = 0
    for file in sorted(folder.glob("*.sgf")):
        expected = json.loads(file.with_suffix(".json").read_text())
        game = sgf.Sgf_game.from_bytes(file.read_bytes())
        found = json.loads(json.dumps(sketch(game)))
        if found != expected:
            failures += 1
            print(f"{file.name} differs\n  we say      {expected}\n  sgfmill says {found}")
    return failures


def main():
    command, folder = sys.argv[1], Path(sys.argv[2])
    if command == "write":
        write(folder, int(sys.argv[3]))
    elif check(folder):
        sys.exit(1)


main()
