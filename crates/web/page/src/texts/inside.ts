// What the engine sees.

import type { Colour } from "../colour";
import type { Fight } from "../inside";
import type { Tab } from "../tabs";
import { chainsName, colours, count, evenLead, isPass, leader, percent, points } from "./words";

export const inside = {
  // Looking inside
  tabs: {
    moves: "Moves", curve: "Curve", fights: "Fights", tree: "Lines", why: "Why?", graph: "Graph",
  } satisfies Record<Tab, string>,
  tabsLabel: "What Shidogo sees",
  danger: "Fights",
  dangerMeans: "Show where the game is decided",
  dangerSeeking: "Playing the position out…",
  dangerSeen: (playouts: number, of: number) => `${count(playouts)} of ${count(of)} playouts`,
  dangerWait: "Shidogo looks for fights on your turn.",
  dangerView: (blackWins: number, lead: number) =>
    `Shidogo thinks that ${Math.abs(lead) < evenLead ? "the game is even" : `${leader(lead)} leads by about ${points(lead)}`}: Black's win rate is ${percent(blackWins)}.`,
  dangerSecond: (blackWins: number) => `Playouts alone see it differently: Black wins ${percent(blackWins)} of them.`,
  noFights: "No fight is open, and no stones are in danger.",
  fightTitle: (number: number, place: string, worth: number) =>
    `${number}. ${place.charAt(0).toUpperCase()}${place.slice(1)}, about ${Math.round(worth)} points`,
  fightSides: (black: string[][], white: string[][]) =>
    [chainsName(colours.black, black), chainsName(colours.white, white)].filter(Boolean).join(" against "),
  fightSays: ({ black, white, black_wins, fate }: Fight) => {
    if (fate === "both-live") return "Both sides live here.";
    const winner = black_wins >= 0.5 ? colours.black : colours.white;
    const chance = Math.max(black_wins, 1 - black_wins);
    if (fate === "settled") return `Settled: ${winner} has it (${percent(chance)}).`;
    // Stones that nobody races with live or die.
    const alone = black.length === 0 ? 1 - black_wins : white.length === 0 ? black_wins : null;
    if (alone !== null) return `They live with ${percent(alone)}.`;
    if (chance < 0.6) return `Either side may win it: Black with ${percent(black_wins)}.`;
    return `${winner} ${chance < 0.75 ? "is ahead here" : "probably wins it"} (${percent(chance)}).`;
  },
  fightSecond: (blackWins: number) =>
    `A second opinion: played out, ${blackWins >= 0.5 ? colours.black : colours.white} wins it in ${percent(Math.max(blackWins, 1 - blackWins))}.`,
  fightRead: (first: Colour, blackWins: number, moves: string[]) =>
    `If ${colours[first]} begins, ${blackWins >= 0.5 ? colours.black : colours.white} wins it with ${percent(Math.max(blackWins, 1 - blackWins))}: ${moves.join(" ")}`,
  fightSequence: (moves: string[]) => `Shidogo would play ${moves.join(" ")}`,
  scores: "How the game may end",
  scoresHow:
    "Playouts, brought into line with Shidogo's win rate and score lead. Each colour is a way to end. Squares on its board say who must hold a point for it.",
  /** Without a share where there is one way only: "100%" would sound like a sure win. */
  clusterName: (score: number, weight: number | null) =>
    `${score > 0 ? colours.black : colours.white} by about ${Math.round(Math.abs(score))}${weight === null ? "" : `, ${percent(weight)}`}`,
  curve: "Win rate by bonus points",
  curveHow: "How likely Black would be to win with that many more points, or fewer.",
  curveNow: "Current komi",
  curveSlider: "Bonus points for Black",
  curveAt: (bonus: number, chance: number) =>
    `${bonus === 0 ? "As it is" : `With ${points(bonus)} ${bonus > 0 ? "more" : "fewer"} points for Black`}: Black's win rate ${percent(chance)}`,
  curveEven: (bonus: number) =>
    Math.abs(bonus) < evenLead
      ? "The game is even."
      : `It would be even with ${points(bonus)} more points for ${bonus > 0 ? colours.black : colours.white}.`,
  curveFar: "No bonus in this range makes it even.",
  curveEmpty: "Turn on Look to see the curve.",
  tree: "Lines you tried",
  treeEmpty: "Moves you take back stay here, so you can return to them.",
  treeStart: "Beginning",
  treeNode: (number: number, colour: Colour, at: string) => `Move ${number}: ${colours[colour]} ${isPass(at) ? "passes" : at}`,

  // What the engine sees
  graph: "Win rate and lead",
  graphMove: "Move",
  graphChance: "Black's win rate",
  graphLead: "Black's lead",
  graphEmpty: "No moves yet",
  standing: (chance: number, lead: number) =>
    `Black's win rate ${percent(chance)}; ` +
    (Math.abs(lead) < evenLead ? "the score is even" : `${leader(lead)} leads by ${points(lead)}`),
  standingShort: (chance: number, lead: number, spread: number) =>
    `Black's win rate ${percent(chance)}; ${leader(lead)} +${points(lead)} ± ${Math.round(spread)}`,
  candidates: "What it considers",
  candidatesEmpty: "Turn on Look to see which moves Shidogo considers.",
  candidatesWait: "Nothing yet…",
  /** Of a move that was not searched. */
  unknown: "–",
  candidateMove: "Move",
  candidateChance: (colour: Colour) => `${colours[colour]}'s win rate`,
  candidateLead: "Lead",
  candidateVisits: "Visits",
  percent,
  signed: (lead: number) => `${lead < 0 ? "−" : "+"}${points(lead)}`,
  signedWhole: (lead: number) => `${lead < 0 ? "−" : "+"}${Math.abs(lead)}`,
  /** Short enough for a point of the board. */
  short: (lead: number) => `${lead < 0 ? "−" : "+"}${Math.abs(lead).toFixed(Math.abs(lead) < 9.95 ? 1 : 0)}`,
  count,
  showOwners: "Territory",
  showOwnersMeans: "Show whose points Shidogo thinks they are",
  showNumbers: "Move numbers",

  // What the colours and marks on the board mean
  legend: {
    open: "Legend",
    means: "What the colours and marks on the board mean",
    title: "Colours and marks",
    candidates: "Moves that Shidogo considers",
    best: "The move it likes best",
    costs: [
      "As good, within half a point", "Loses up to 1.5 points", "Loses up to 3 points", "Loses up to 6 points",
      "Loses up to 12 points", "Loses more",
    ],
    numbers:
      "The large number is the win rate in percent, or the lead in points once the game is decided. The small one says how often Shidogo looked at the move.",
    moves: "Moves that were played",
    cost: "What your move cost, in the colours above",
    better: "A better place for your last move",
    last: "The last move",
    hint: "A hint",
    blacks: "Likely Black's; the larger, the surer",
    whites: "Likely White's",
    fight: "A fight: each has its own colour and number",
    weak: "Stones in danger",
  },
};
