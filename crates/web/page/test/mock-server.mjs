// A server that knows just enough Go to try the page: it answers with random moves and invents what it thinks.
// PORT (8011), RATE, thinking messages a second (30), and ANSWER_AFTER, milliseconds (700), come from the environment. It serves dist/ under the same
// content security policy as the real server. Asked for /hang-up, it closes all sockets.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { WebSocketServer } from "ws";
import { listedGames, reviewOf } from "./mock-library.mjs";

const port = Number(process.env.PORT ?? 8011);
const rate = Number(process.env.RATE ?? 30);
const answerAfter = Number(process.env.ANSWER_AFTER ?? 700);
const dist = new URL("../dist/", import.meta.url).pathname;
const kinds = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png",
};
const policy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'";

const http = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, "http://mock").pathname);
  if (path === "/hang-up") {
    for (const socket of sockets.clients) socket.terminate();
    response.writeHead(204).end();
    return;
  }
  const file = path === "/" ? "index.html" : path;
  try {
    const body = await readFile(join(dist, file));
    response.writeHead(200, {
      "content-type": kinds[extname(file)] ?? "application/octet-stream",
      "content-security-policy": policy,
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});

const letters = "ABCDEFGHJKLMNOPQRST";
const other = (colour) => (colour === "black" ? "white" : "black");
const sign = { black: "X", white: "O" };
const games = new Map();
const rubbish = [
  "", "null", "[]", "{", '{"is":"game"}', '{"is":"toString"}', '{"is":"thinking","visits":null}', '{"is":"later"}',
];

/** Whoever plays here plays like this. */
const playedLike = { rank: "17k", steps: 13.4, interval: [11.9, 15.2], sentence: "You played like 17 kyu today (19 to 15)." };

const indexOf = (game, at) => (game.size - Number(at.slice(1))) * game.size + letters.indexOf(at[0]);
const nameOf = (game, i) => `${letters[i % game.size]}${game.size - Math.floor(i / game.size)}`;

function neighbours(game, i) {
  const { size } = game;
  const x = i % size;
  return [x > 0 ? i - 1 : -1, x < size - 1 ? i + 1 : -1, i - size, i + size].filter((n) => n >= 0 && n < size * size);
}

function chain(game, start) {
  const found = new Set([start]);
  let free = false;
  for (const i of found) {
    for (const n of neighbours(game, i)) {
      if (game.board[n] === ".") free = true;
      else if (game.board[n] === game.board[start]) found.add(n);
    }
  }
  return { points: [...found], free };
}

/** Lays all moves on an empty board again. */
function replay(game) {
  game.board = Array(game.size ** 2).fill(".");
  game.taken = { black: 0, white: 0 };
  for (const [colour, at] of game.moves) {
    if (at === "pass") continue;
    const i = indexOf(game, at);
    game.board[i] = sign[colour];
    for (const n of neighbours(game, i)) {
      if (game.board[n] !== sign[other(colour)]) continue;
      const { points, free } = chain(game, n);
      if (free) continue;
      for (const p of points) game.board[p] = ".";
      game.taken[colour] += points.length;
    }
  }
  game.toMove = game.moves.length % 2 === 0 ? "black" : "white";
}

function ownersOf(game) {
  const alive = game.board.map((stone, i) => (game.dead.has(i) ? "." : stone));
  return alive.map((stone, i) => {
    if (stone !== ".") return stone;
    const beside = neighbours(game, i).map((n) => alive[n]);
    const black = beside.includes("X");
    return black === beside.includes("O") ? "." : black ? "X" : "O";
  });
}

function stateOf(game) {
  const counted = game.phase !== "playing";
  const owners = counted ? ownersOf(game) : null;
  const count = counted ? countOf(game, owners) : null;
  const lead = counted ? count.black.total - count.white.total : 0;
  const score = counted ? `${lead > 0 ? "B" : "W"}+${Math.abs(lead)}` : null;
  return {
    is: "game", id: game.id, size: game.size, komi: game.komi, rules: game.rules, handicap: game.handicap, captures: null, warning: null, played_like: game.phase === "over" ? playedLike : null,
    partner: game.partner, you: game.you, to_move: game.toMove, phase: game.phase, thinking: game.thinking,
    moves: game.moves, stones: game.board.join(""), taken: game.taken,
    dead: [...game.dead].map((i) => nameOf(game, i)), owners: owners?.join("") ?? null, score,
    objection: null, would_resign: false,
    count,
    result: game.result ?? (game.phase === "over" ? score : null), said: game.said, ...decidedOf(game), ...steeredOf(game),
    graph: game.moves.map((_, i) => [i + 1, 0.5 + Math.sin(i / 3) * 0.3, Math.sin(i / 3) * 6]),
    ...taughtOf(game), tree: game.moves.map(([, at], i) => [i === 0 ? null : i - 1, at]),
    here: game.moves.length === 0 ? null : game.moves.length - 1, clocks: null,
  };
}

/** Area, as Chinese rules count it, and territory. */
function countOf(game, owners) {
  const scoring = game.rules === "japanese" ? "territory" : "area";
  const side = (colour) => {
    const own = owners.flatMap((owner, i) => (owner === sign[colour] ? [i] : []));
    const stones = own.filter((i) => game.board[i] === sign[colour] && !game.dead.has(i)).length;
    const dead = [...game.dead].filter((i) => game.board[i] === sign[other(colour)]).length;
    const komi = colour === "white" ? game.komi : 0;
    const [territory, prisoners] = [own.length - stones, game.taken[colour] + dead];
    const total = territory + (scoring === "area" ? stones : prisoners) + komi;
    return { stones, territory, prisoners, tax: 0, komi, handicap: 0, button: 0, total };
  };
  return { scoring, black: side("black"), white: side("white") };
}

/** What the partner's last move was chosen from, once it has moved twice. */
function decidedOf(game) {
  const last = game.moves.at(-1);
  if (game.moves.length < 4 || last[0] === game.you || last[1] === "pass") return { numbers: null, reason: null, table: [] };
  const sign = game.you === "black" ? -1 : 1;
  const row = (at, visits, lead, prior, people, status, rule) => ({
    at, visits, win_rate: 0.5 + (sign * lead) / 40, lead: sign * lead, prior, weighted: null, people, status, rule,
  });
  const [one, two, three] = empties(game).map((i) => nameOf(game, i));
  return {
    numbers: `You are behind by about 12 points. ${last[1]} is a natural move and gives back about 2 points.`,
    reason: "keeps-close",
    table: [
      row(last[1], 61, 9.8, 0.21, 0.17, "chosen", "steers"), row(one, 190, 11.9, 0.34, 0.28, "kept", ""),
      row(two, 14, 4.1, 0.06, 0.11, "dropped", "loses-points"), row(three, 2, 11.2, 0.004, 0, "dropped", "unnatural"),
    ],
  };
}

/** How it kept a game close: it held back in every third of its moves. */
function steeredOf(game) {
  if (game.phase !== "over" || !steers(game)) return { steered: [], steering: null };
  const sign = game.you === "black" ? -1 : 1;
  const own = game.moves.flatMap(([colour, at], i) => (colour === game.you ? [] : [[i + 1, at]]));
  const steered = own.map(([number, at], i) => {
    const held = i % 3 === 0 && at !== "pass";
    const then = { ...game, moves: game.moves.slice(0, number - 1) };
    replay(then);
    return {
      number, at, lead: sign * (2 + 5 * Math.sin(i / 2)), aim: sign * 2.7, given: held ? 2.2 : null,
      sentence: held ? `You are behind by about 9 points. ${at} is a natural move and gives back about 2 points.` : null,
      before: held ? then.board.join("") : null,
    };
  });
  const held = steered.filter(({ given }) => given !== null).length;
  return { steered, steering: `I held back in ${held} of my ${own.length} moves, by about ${2 * held} points in all.` };
}

const steers = (game) => !["win", "points", "greedy", "recover"].includes(game.partner.aim);

/** The player's last move cost something, whatever it was. */
function taughtOf(game) {
  const number = game.moves.findLastIndex(([colour]) => colour === game.you) + 1;
  if (number === 0) return { lesson: null, before: null, costs: [] };
  const before = { ...game, moves: game.moves.slice(0, number - 1) };
  replay(before);
  const better = nameOf(game, empties(before)[0]);
  const at = game.moves[number - 1][1];
  const sentence = `${better} was better. ${at} cost 2.5 points: your win rate fell from 58% to 50%.`;
  const lesson = { number, at, cost: 2.5, chance: 0.08, better: [better], named: false, is_quiet: false, sentence };
  return { lesson, before: before.board.join(""), costs: [[number, 2.5]] };
}

/** Two fights and three ways to end, in any position. */
function dangerOf(game, playouts) {
  const at = (...places) => places.map(([x, y]) => nameOf(game, y * game.size + x));
  const last = game.size - 1;
  const fight = (points, place, worth) => ({
    points, black: [points.slice(0, 1)], white: [points.slice(1, 2)], place, worth, black_wins: 0.6, fate: "open",
    second_opinion: worth > 20 ? 0.2 : null, in_danger: points.slice(0, 1), sequence: points,
    readings: ["black", "white"].map((first) => ({ first, black_wins: first === "black" ? 0.9 : 0.2, sequence: points })),
  });
  const hill = (mode) => Array.from({ length: 11 }, (_, i) => [mode - 5.5 + i, 0.14 / (1 + (i - 5) ** 2)]);
  const critical = game.board.map((_, i) => Math.round(100 * Math.sin(i)));
  const modes = [-20, 2, 25];
  return {
    is: "danger", number: game.moves.length, playouts, of: 20_000, black_wins: 0.6, lead: 2.4,
    second_opinion: 0.25, scores: modes.flatMap(hill),
    clusters: modes.map((score) => ({ low: score - 6, high: score + 6, score, weight: 1 / 3, critical })),
    fights: [
      fight(at([0, 0], [1, 0], [0, 1], [1, 1]), "upper left", 23),
      fight(at([last, last], [last - 1, last], [last, last - 1]), "lower right", 12),
    ],
  };
}

/** A game as it is before its first move. */
const blank = (size) => ({ size, komi: 7, rules: "chinese", handicap: 0, moves: [], dead: new Set() });

/** Moves of the reviewed game, and those that are tried from there. */
const lineOf = (after, tried) =>
  [...reviewOf("").game.moves.slice(0, after).map(([, at]) => at), ...tried].map((at, i) => [i % 2 === 0 ? "black" : "white", at]);

function empties(game) {
  return game.board.flatMap((stone, i) => (stone === "." ? [i] : []));
}

function thoughtOf(game, visits) {
  const free = empties(game);
  const candidates = Array.from({ length: Math.min(8, free.length) }, (_, i) => ({
    at: nameOf(game, free[(i * 7 + 3) % free.length]),
    visits: Math.round(visits / (i + 2)),
    win_rate: 0.55 - i / 40 + Math.sin(visits / 50) / 50,
    lead: 1.4 - i / 2,
    prior: 0.2,
    variation: [0, 11, 5, 17].map((step) => nameOf(game, free[(i * 7 + 3 + step) % free.length])),
  }));
  const owners = game.board.map((_, i) => Math.sin(i / 9 + visits / 300));
  const curve = Array.from({ length: 41 }, (_, i) => [i - 20, 1 / (1 + Math.exp(-(i - 20) / 4 - Math.sin(visits / 90) / 4))]);
  return { is: "thinking", visits, win_rate: 0.53, lead: 1.2, spread: 9, candidates, owners, curve };
}

const sockets = new WebSocketServer({ server: http, path: "/ws" });
sockets.on("connection", (socket) => {
  let game = null;
  let look = false;
  let territory = false;
  let seeking = false;
  let playouts = 0;
  let visits = 0;
  const say = (message) => socket.send(JSON.stringify(message));
  const tell = () => {
    visits = playouts = 0;
    say(stateOf(game));
  };
  // Timers come some milliseconds late; what is due is sent in bursts, as a network would.
  let sent = 0;
  const since = Date.now();
  const stream = setInterval(() => {
    const due = Math.floor(((Date.now() - since) / 1000) * rate);
    for (; sent < due; sent++) {
      if (game?.phase === "playing" && (game.thinking || look || territory)) say(thoughtOf(game, (visits += 10)));
      const seeks = seeking && game?.phase === "playing" && !game.thinking && playouts < 20_000;
      if (seeks) say(dangerOf(game, (playouts += 1000)));
    }
  }, 4);
  socket.on("close", () => clearInterval(stream));
  // What a broken server might send; the page must not mind.
  for (const raw of rubbish) socket.send(raw);

  const play = (at) => {
    game.moves.push([game.toMove, at]);
    replay(game);
    if (game.moves.slice(-2).filter(([, move]) => move === "pass").length === 2) game.phase = "counting";
  };
  const answer = () => {
    if (game.phase !== "playing" || game.toMove === game.you) return;
    game.thinking = true;
    tell();
    setTimeout(() => {
      game.thinking = false;
      const free = empties(game);
      const passes = game.moves.at(-1)?.[1] === "pass";
      const at = passes ? "pass" : nameOf(game, free[Math.floor(Math.random() * free.length)]);
      play(at);
      game.said = `I play ${at}: it keeps my stones together, and takes away the room that your corner needs to live.`;
      tell();
    }, answerAfter);
  };

  const does = {
    new(wish) {
      const you = wish.colour === "nigiri" ? (Math.random() < 0.5 ? "black" : "white") : wish.colour;
      game = {
        ...wish, id: String(games.size + 1), komi: wish.komi ?? 7, you, phase: "playing", thinking: false, moves: [],
        dead: new Set(), result: null, said: null,
      };
      games.set(game.id, game);
      replay(game);
      tell();
      answer();
    },
    open(wish) {
      game = games.get(wish.game) ?? null;
      if (game) tell();
      else say({ is: "trouble", text: "There is no such game <b>here</b>." });
    },
    play(wish) {
      if (wish.at !== "pass" && game.board[indexOf(game, wish.at)] !== ".") {
        say({ is: "trouble", text: `${wish.at} is taken.` });
        return;
      }
      play(wish.at);
      tell();
      answer();
    },
    undo() {
      game.phase = "playing";
      game.moves.splice(game.moves.length - (game.toMove === game.you ? 2 : 1));
      replay(game);
      tell();
    },
    resign() {
      game.phase = "over";
      game.result = game.you === "black" ? "W+R" : "B+R";
      tell();
    },
    hint() {
      const at = nameOf(game, empties(game)[5]);
      say({ is: "hint", at, sentence: `I would play ${at}: it is the largest point left.` });
    },
    look(wish) {
      look = wish.on;
    },
    territory(wish) {
      territory = wish.on;
    },
    danger(wish) {
      [seeking, playouts] = [wish.on, 0];
    },
    go(wish) {
      game.moves.splice(wish.to === null ? 0 : wish.to + 1);
      replay(game);
      tell();
      answer();
    },
    dead(wish) {
      const { points } = chain(game, indexOf(game, wish.at));
      const all = points.every((p) => game.dead.has(p));
      for (const p of points) all ? game.dead.delete(p) : game.dead.add(p);
      tell();
    },
    agree() {
      game.phase = "over";
      tell();
    },
    games() {
      say({ is: "games", games: listedGames });
    },
    review(wish) {
      say(reviewOf(wish.game));
    },
    explore({ number, after, moves }) {
      const studied = { ...blank(9), moves: lineOf(after, moves) };
      replay(studied);
      // A rule that the page does not know.
      if (moves.at(-1) === "J1") say({ is: "not-explored", number, text: "J1 is not possible: <b>superko</b>." });
      else say({ ...thoughtOf(studied, 500), is: "explored", number });
    },
    "play-from"({ after, moves, colour, partner }) {
      game = {
        ...blank(9), moves: lineOf(after, moves), id: String(games.size + 1), partner, you: colour, phase: "playing",
        thinking: false, result: null, said: null,
      };
      games.set(game.id, game);
      replay(game);
      tell();
      answer();
    },
    "play-on"() {
      game.phase = "playing";
      game.dead.clear();
      tell();
      answer();
    },
  };
  socket.on("message", (raw) => {
    const wish = JSON.parse(String(raw));
    does[wish.do]?.(wish);
  });
});

http.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/`));
