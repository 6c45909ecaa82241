// Your games.

import { colours, rankInWords } from "./words";

export const library = {
  views: "Views",
  play: "Play",
  myGames: "My games",
  openFile: "Open SGF…",
  openFileMeans: "Open game records to review them. You can also drop them on the page",
  dropHere: "Drop game records here",
  tooLarge: "Files can be at most 1 MB.",
  notTaken: "That file could not be read.",
  notAll: (files: number, troubles: string[]) =>
    troubles.length === 1 ? (troubles[0] ?? "") : `${troubles.length} of ${files} files had a problem. ${troubles[0]}`,
  someRefused: (count: number, why: string) =>
    count === 1 ? `One game in the file was skipped: ${why}` : `${count} games in the file were skipped. The first: ${why}`,
  loading: "Loading your games…",
  none: "No games yet. Play one, or open a game record.",
  noneFit: "No games match.",
  noFilter: "Show all",
  more: "Show more",
  count: (shown: number, all: number) => (shown === all ? `${all}` : `${shown} of ${all}`),
  exportAll: "Save all as SGF",
  search: "Search",
  outcome: "Result",
  outcomes: { all: "All", won: "Won", lost: "Lost", draw: "Draw", unfinished: "Unfinished", others: "Other players" },
  allSizes: "All",
  when: "Played",
  days: (days: number) => (days === 0 ? "Any time" : days === 365 ? "In the last year" : `In the last ${days} days`),
  handicap: (stones: number) => `handicap ${stones}`,
  captures: (count: number) => (count === 1 ? "first capture" : `first to ${count} captures`),
  shortResult: (result: string) => {
    const words = (result === "0" ? "Draw" : result).replace("B+", `${colours.black} +`).replace("W+", `${colours.white} +`);
    // Won, and that is all there is to say.
    return words.replace(/ \+$/, "");
  },
  bothLost: (black: number, white: number) => `${black.toFixed(2)} / ${white.toFixed(2)} points lost per move`,
  youLost: (lost: number) => `you lost ${lost.toFixed(2)} points per move`,
  mistakes: (count: number) => (count === 1 ? "1 key mistake" : `${count} key mistakes`),
  goOn: "Continue",
  review: "Review",
  sgf: "SGF",
  saveSgf: "Save as SGF",
  saveOf: (title: string) => `Save as SGF: ${title}`,
  remove: "Delete",
  deleteOf: (title: string) => `Delete: ${title}`,
  deleted: (title: string) => `Deleted: ${title}`,
  undo: "Undo",
  progress: "Your progress",
  rank: "Your rank",
  rankLow: "At least",
  rankHigh: "At most",
  latestRank: ({ steps, low, high }: { steps: number; low: number; high: number }) =>
    `About ${rankInWords(steps)}, between ${rankInWords(low)} and ${rankInWords(high)}`,
  lostEach: "Points lost per move",
  latest: (mean: number, games: number) =>
    games === 1 ? `${mean.toFixed(2)} in the last reviewed game` : `${mean.toFixed(2)} over the last ${games} reviewed games`,
  eachGame: "Each game",
  meanOfFive: "Average of the last five",
  noProgress: "Review some of your games to see how many points you lose per move, game by game.",
  reviewAll: (count: number) => (count === 1 ? "Review 1 more of your games" : `Review ${count} more of your games`),
  reviewingAll: (number: number, all: number) => `Reviewing ${number} of ${all}`,
  stop: "Stop",
  records: "Against Shidogo",
  recordHead: ["Level", "Won", "Lost", "Won %", "Points lost per move"],
  noRecords: "Finish a game against Shidogo to see how you do at each level.",
  name: "Your name in game records",
  nameMeans: "Games you open count as yours when one of the players has this name.",
};
