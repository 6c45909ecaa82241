// The game on the board, and its end.

import type { CountRow } from "../count";
import { colours } from "./words";

export const game = {
  // The game
  colours,
  you: "You",
  taken: (stones: number) => `${stones} captured`,
  yourTurn: "Your turn",
  itsTurn: "Shidogo's turn",
  gameFacts: (rules: string, komi: number, handicap: number) =>
    `${rules} rules, komi ${komi}${handicap > 0 ? `, handicap ${handicap}` : ""}`,
  moveNumber: (moves: number) => `Move ${moves}`,
  pass: "Pass",
  takeBack: "Take back",
  resign: "Resign",
  hint: "Hint",
  look: "Look",
  lookMeans: "Show what Shidogo is thinking, on your turn too",
  partnerSays: "What Shidogo says",
  saysNothing: "Shidogo will comment on its moves here.",
  passQuestion: "Pass this turn?",
  passYes: "Yes, pass",
  passNo: "No, play on",
  resignQuestion: "Resign this game?",
  resignYes: "Yes, resign",
  resignNo: "No, play on",

  // What is not in the game
  whatIf: "What if? Click to go back",
  whatIfPlay: (at: string, playable: boolean) => `What if ${at}?${playable ? " Click to play it" : ""}`,

  // Being taught
  teach: "Teach",
  teachMeans: "After each of your moves, see what it cost and what was better",
  teachCapturesMeans: "Be warned before you lose stones",
  lesson: "Your last move",
  lessonNone: "After your next move, you will see here what it cost.",
  lessonShow: "Show it",
  lessonTryAgain: "Try again",
  lessonTryAgainMeans: "Take your move back and play another one",

  // Games in which stones are captured, for beginners
  captureGame: {
    goal: (captures: number) => (captures === 1 ? "The first to capture a stone wins" : `The first to capture ${captures} stones wins`),
    begin: (captures: number | undefined, size: number) =>
      captures === undefined
        ? `A whole game on ${size} × ${size}`
        : captures === 1
          ? `First capture, ${size} × ${size}`
          : `First to ${captures} captures, ${size} × ${size}`,
    won: "You captured first.",
    lost: "Shidogo captured first.",
    draw: "Nobody captured more.",
    again: "Play again",
    warning: "Shidogo waits",
    takeBack: "Take it back",
    leaveIt: "Leave it",
  },

  // Counting and the end
  counting: "Counting",
  countingHow: "Click stones that are dead; click again to bring them back. Then agree, or play on.",
  standsAt: (score: string) => `As it stands: ${score}`,
  objects: "Shidogo counts it differently",
  ownCount: (score: string) => `By its own count: ${score}.`,
  insist: "Count it my way",
  wouldResign: "I would resign here.",
  letResign: "Let Shidogo resign",
  agree: "Agree",
  playOn: "Play on",
  over: "The game is over",
  counted: {
    by: { area: "Area scoring: stones and territory", territory: "Territory scoring: territory and prisoners" },
    rows: {
      stones: "Stones on the board",
      territory: "Territory",
      prisoners: "Captured and dead stones",
      tax: "Not counted by the rules",
      komi: "Komi",
      handicap: "For handicap stones",
      button: "First to pass",
      total: "Total",
    } satisfies Record<CountRow, string>,
  },
  result: (result: string) => {
    const winner = result.startsWith("B") ? colours.black : result.startsWith("W") ? colours.white : null;
    const by = result.slice(2);
    if (winner === null) return result === "0" ? "A draw" : result;
    if (by.startsWith("R")) return `${winner} wins by resignation`;
    if (by.startsWith("T")) return `${winner} wins on time`;
    return by === "" ? `${winner} wins` : `${winner} wins by ${by}`;
  },
};
