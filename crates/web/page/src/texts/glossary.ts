// Words that pupils learn.

import type { Term } from "../glossary";

export const glossary = {
  open: "What does that mean?",
  names: {
    liberty: "Liberties", atari: "Atari", capture: "Capturing", ladder: "Ladder", eye: "Eyes", alive: "Alive", dead: "Dead stones", seki: "Seki",
    cut: "Cutting", connect: "Connecting", shape: "Shape", race: "A race", ko: "Ko", territory: "Territory", neutral: "Neutral points",
    endgame: "The endgame", approach: "Approaching a corner", sente: "Sente", gote: "Gote", komi: "Komi",
  } satisfies Record<Term, string>,
  means: {
    liberty: "The free points beside a stone, along the lines. Stones that touch share theirs. Without any, they are captured.",
    atari: "One liberty is left. A stone there captures, unless its owner runs or captures first.",
    ladder: "Stones that run from one atari into the next, across the board. If nothing stands in the way, they are lost at the edge.",
    eye: "A free point inside a group. A group with two eyes is alive: the other side cannot fill both.",
    cut: "A stone between two of the other side, so that they have to live apart.",
    connect: "A stone that joins two groups into one. They share their liberties and cannot be cut there.",
    race: "Two groups that cannot get away take each other's liberties. Who has more of them wins, or who moves first if they have as many.",
    ko: "One stone has just captured another. Taking back at once would repeat the board, so the other side plays elsewhere first.",
    capture: "Stones without a liberty leave the board. Here the last liberty is marked: a black stone there captures.",
    alive: "Stones that cannot be captured, however the other side plays. Two eyes are the surest way.",
    dead: "Stones that cannot make two eyes or get away. They need not be captured: when the game is counted, they are removed.",
    seki: "Two groups share their last liberties, and who fills one is captured. So nobody plays there, and both live without two eyes.",
    shape: "How stones stand together. Stones in good shape hold together without spending a move: here White cannot cut.",
    territory: "Empty points that only one side can reach. They count for it at the end.",
    neutral: "Points between the two that are nobody's territory, also called dame. Filling them gains little or nothing.",
    endgame: "The last part of a game. Who owns what is mostly clear, and the borders are closed one after the other.",
    approach: "A stone beside a stone in a corner, so that the corner does not become the other side's for nothing.",
    sente: "A move that has to be answered, so that you move next again. Here the marked stone puts White in atari.",
    gote: "A move that needs no answer: the other side moves elsewhere next.",
    komi: "Points that White gets because Black moves first.",
  } satisfies Record<Term, string>,
};
