// For those who are new to Go. What is said of their moves comes from the server.

import type { LessonStep } from "../messages";

export const learn = {
  open: "New to Go?",
  title: "How Go is played",
  steps: "Steps",
  stepOf: (number: number, all: number) => `Step ${number} of ${all}`,
  stepName: (number: number, name: string, solved: boolean) => `${number}. ${name}${solved ? ", done" : ""}`,
  names: {
    capture: "Capture", escape: "Save a stone", ko: "Ko", "two-eyes": "Two eyes", border: "Close the border",
    count: "Count", play: "Play",
  } satisfies Record<LessonStep, string>,
  tasks: {
    capture:
      "You play Black. A stone needs free points beside it: its liberties. The white stone on the left has one left, marked here. Play there.",
    escape: "Now it is your marked stone that has one liberty left. That is called atari. Give it more room.",
    ko: "Two stones can capture each other by turns, on and on. That is a ko, and one small rule ends it. Capture the marked stone and see.",
    "two-eyes":
      "White surrounds your corner. White captures it by filling every free point inside, so leave two that White cannot fill: make two eyes with one stone.",
    border: "In the end, the larger area wins. Yours is on the left, White's on the right, but your wall has a hole. Close it.",
    count:
      "Nobody can gain anything any more, so both pass and you count. One white stone is left behind in your area and cannot live. Click it to take it off.",
    play: "That is all there is. Let's play. The first to capture a stone wins, and your partner has just learnt the rules, too.",
  } satisfies Record<LessonStep, string>,
  next: "Next",
  skip: "Skip this",
  again: "Again",
  tryAgain: "Try again",
  leave: "Leave",
};
