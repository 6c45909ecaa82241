// Everything that the page says, in one place, so that it can be translated.

import type { Confirmation } from "./confirm";
import type { CountRow } from "./count";
import type { ClockWish, Fight } from "./inside";
import type { Colour } from "./colour";
import type { Pace } from "./choice";
import type { Term } from "./glossary";
import type { Aim, ColourChoice, LessonStep, Phase, Rules } from "./messages";
import type { Tab } from "./tabs";

const colours: Record<Colour, string> = { black: "Black", white: "White" };
const percent = (chance: number) => `${Math.round(chance * 100)}%`;
const points = (lead: number) => Math.abs(lead).toFixed(1);
/** Short enough for a point of the board. */
const count = (number: number) => {
  if (number < 1000) return String(number);
  return number < 9950 ? `${(number / 1000).toFixed(1)}k` : `${Math.round(number / 1000)}k`;
};
const leader = (lead: number) => (lead >= 0 ? colours.black : colours.white);

const isPass = (at: string) => at.toLowerCase() === "pass";
const span = (seconds: number) => (seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`);
/** Chains by one of their stones. */
const chainsName = (owner: string, chains: string[][]) => {
  const stones = chains.reduce((sum, chain) => sum + chain.length, 0);
  if (stones === 0) return "";
  const names = chains.slice(0, 3).map((chain) => chain[0] ?? "");
  return `${owner}'s ${stones === 1 ? "stone" : `${stones} stones`} at ${names.join(", ")}${chains.length > 3 ? "…" : ""}`;
};

/** The name of a word, or the word itself where this page has no name for it. */
export const named = (names: Record<string, string>, word: string) =>
  Object.hasOwn(names, word) ? (names[word] ?? word) : word;
/** A rank by its steps above 30 kyu. */
const rankInWords = (steps: number) => {
  const whole = Math.floor(Math.max(0, Math.min(38, steps)));
  return whole < 30 ? `${30 - whole} kyu` : `${whole - 29} dan`;
};
/** A lead that rounds to nothing. */
const evenLead = 0.05;

export const texts = {
  name: "Shidogo",
  tagline: "a partner to learn Go with",

  // The line at the top
  connecting: "Connecting…",
  connectionLost: "Connection lost. Trying again…",
  notSent: "Not sent: there is no connection right now.",
  dismiss: "Dismiss",
  theme: { system: "Colours: auto", light: "Colours: light", dark: "Colours: dark" },
  sounds: "Sounds",
  help: "Help",

  // The first visit
  welcome: {
    question: "Have you played Go before?",
    new: "No, show me",
    aLittle: "A little",
    ranked: "I have a rank",
    rank: "Your rank",
    begin: "Begin there",
  },
  /** “12k” in words. */
  rankName: (rank: string) => rank.replace(/^(\d+)k$/, "$1 kyu").replace(/^(\d+)d$/, "$1 dan"),

  // A new game
  newGame: "New game",
  openingGame: "Opening your game…",
  start: "Start",
  startHint: "Or just place the first stone on the board.",
  backToGame: "Back to the game",
  size: "Board",
  sizeName: (size: number) => `${size} × ${size}`,
  otherSize: "Other size",
  colour: "You play",
  colourNames: { black: "Black", white: "White", nigiri: "Nigiri" } satisfies Record<ColourChoice, string>,
  nigiriMeans: "Nigiri: chance decides who plays Black.",
  handicap: "Handicap",
  handicapName: (stones: number) => (stones === 0 ? "None" : `${stones} stones for Black`),
  yourPartner: "Your partner",
  level: "Level",
  levelName: (level: string, fitting: string) =>
    level === "fits-me" ? `Fits me: ${texts.rankName(fitting)}`
    : level === "beginner" ? "Beginner: learnt Go last week"
    : level === "strongest" ? "Full strength"
    : texts.rankName(level),
  /** Those that are no ranks. */
  strengthShort: {
    beginner: "beginner", gentle: "gentle", easy: "easy", medium: "medium", strong: "strong", strongest: "strongest",
  },
  more: "More: rules, komi, handicap, clock",
  rules: "Rules",
  rulesNames: {
    chinese: "Chinese",
    japanese: "Japanese",
    "tromp-taylor": "Tromp–Taylor",
    aga: "AGA",
    "new-zealand": "New Zealand",
  } satisfies Record<Rules, string>,
  komi: "Komi (points for White)",
  komiUsual: "Standard for these rules",
  komiOwn: "Custom:",
  komiOwnLabel: "Komi in points",
  seconds: "Thinking time per move",
  pace: "Its pace",
  paceNames: { quick: "Answers at once", person: "Takes as long as a person" } satisfies Record<Pace, string>,
  secondsName: (seconds: number) => (seconds === 1 ? "1 second" : `${seconds} seconds`),
  aim: "It plays",
  aimNames: {
    win: "to win",
    points: "to win, and for points",
    greedy: "for every point",
    recover: "for points when behind, waiting for its chance",
  } satisfies Record<Aim, string>,

  // The game
  colours,
  you: "You",
  partner: (strength: string) => `Shidogo, ${strength}`,
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

  // On a phone
  everything: "More",
  onTheBoard: "On the board",
  theGame: "The game",
  menu: "Menu",
  playHere: (at: string) => `Play here: ${at}`,
  confirm: { large: "Confirm taps: 19×19", always: "Confirm taps: always", never: "Confirm taps: never" } satisfies Record<Confirmation, string>,
  confirmMeans: "A tap places a stone; a second tap, or Play here, plays it",

  // Being taught
  teach: "Teach",
  teachMeans: "After each of your moves, see what it cost and what was better",
  teachCapturesMeans: "Be warned before you lose stones",
  lesson: "Your last move",
  lessonNone: "After your next move, you will see here what it cost.",
  lessonShow: "Show it",
  lessonTryAgain: "Try again",
  lessonTryAgainMeans: "Take your move back and play another one",
  why: "Why?",
  whyMeans: "The moves Shidogo considered before its last move",
  whyTitle: (reason: string | undefined) => (reason ? `${reason} It considered:` : "It considered:"),
  whyReasons: {
    "most-visited": "This move got the most visits.",
    "holds-back": "At this level it holds back.",
    "only-move": "There was no other legal move.",
    "fills-dame": "Neutral points count under these rules.",
    "takes-dead-stones": "Dead stones have to be captured before the count.",
    "pass-winning": "It wins the count as it stands.",
    "nothing-left": "Every point is settled.",
    "pass-is-best": "Any move would lose points.",
    resigned: "It saw no way to win.",
  } as Partial<Record<string, string>>,
  /** Why it chose the first of some moves with these visits; nothing where that would not be true. */
  whyReason: (reason: string | null, visits: number[]): string | undefined =>
    reason === "most-visited" && Math.max(...visits) > (visits[0] ?? 0) ? undefined : texts.whyReasons[reason ?? ""],
  whyNone: "Shidogo has not chosen a move yet.",
  candidatePrior: "Prior",

  // Words that pupils learn
  glossary: {
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
  },

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

  // Clocks
  clock: "Clock",
  clockNone: "None",
  clockOwn: "Custom",
  clockName: ({ main, periods, period }: ClockWish) =>
    [main > 0 ? span(main) : "", periods > 0 ? `${periods} × ${period} s` : ""].filter(Boolean).join(" + "),
  clockMain: "Main time in minutes",
  clockPeriods: "Periods",
  clockPeriod: "Seconds per period",
  clockPeriodsLeft: (periods: number) => (periods === 1 ? "last period" : `${periods} periods`),
  clockLabel: (colour: Colour) => `${colours[colour]}'s clock`,
  thinkingFor: (seconds: number) => `Thinking… ${seconds.toFixed(1)} s`,

  // When something breaks
  broken: "Something on this page broke.",
  brokenHow: "Your game is safe on the server. Reload the page to continue.",
  reload: "Reload",

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

  // For those who hear the page
  board: (size: number) => `Go board, ${size} by ${size}`,
  boardHow: "Use the arrow keys to move over the board, and Enter to play.",
  emptyBoard: "The board is empty.",
  stonesOf: (colour: Colour, at: string[]) => `${colours[colour]}: ${at.join(", ") || "no stones"}.`,
  moved: (colour: Colour, at: string) =>
    at.toLowerCase() === "pass" ? `${colours[colour]} passes` : `${colours[colour]} plays ${at}`,
  noMoves: "No move has been played.",
  pointEmpty: (at: string) => `${at}, empty`,
  pointStone: (at: string, colour: Colour, dead: boolean) => `${at}, ${colours[colour]}${dead ? ", dead" : ""}`,
  phases: { playing: "", counting: "Counting", over: "The game is over" } satisfies Record<Phase, string>,

  // Help
  helpTitle: "How to play here",
  helpWords: [
    "Click a point to play there. Two passes end the game; then you mark dead stones, and the score is counted.",
    "Hint asks Shidogo what it would play. Look shows the moves it considers; point at one to see how play would continue.",
    "With Teach on, you see what each of your moves cost. Fights shows where the game is decided, and Why the moves that Shidogo chose between.",
  ],
  keys: [
    ["← ↑ → ↓", "move over the board"],
    ["Enter", "play there, or mark stones dead"],
    ["p", "pass, after a question"],
    ["u", "take back"],
    ["r", "resign"],
    ["h", "hint"],
    ["l", "look"],
    ["t", "teach"],
    ["w", "why it played that"],
    ["d", "fights: where the game is decided"],
    ["n", "new game"],
    ["?", "this help"],
  ] as const,
  shortcuts: "Single keys work as shortcuts",
  close: "Close",

  // For those who are new to Go. What is said of their moves comes from the server.
  learn: {
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
  },

  // Games of before
  library: {
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
  },

  // A game looked at again
  review: {
    about: "The game",
    here: "The position on the board",
    start: "Review this game",
    waiting: "Waiting for another review to finish…",
    running: (done: number) => `Reviewing… ${Math.floor(done * 100)}%`,
    warning: (text: string) => `About the record: ${text}.`,
    moves: (count: number) => (count === 1 ? "1 move" : `${count} moves`),
    saveSgf: "Save annotated SGF",
    saveReport: "Save report",
    moveOf: (at: number, last: number) => `Move ${at} of ${last}`,
    toStart: "To the start",
    back: "Back",
    forward: "Forward",
    toEnd: "To the end",
    nextMistake: "Next mistake",
    nextMistakeMeans: "Go to the next mistake that mattered (↓)",
    beginning: "The start of the game",
    played: (number: number, colour: Colour, at: string) =>
      `${number}. ${at.toLowerCase() === "pass" ? `${colours[colour]} passes` : `${colours[colour]} ${at}`}`,
    cost: (lost: number) => `−${lost.toFixed(1)}`,
    points: (lost: number) => `−${lost.toFixed(1)} points`,
    agrees: (at: string) => `Next: ${at}, as Shidogo would play.`,
    wouldPlay: (at: string) => `Shidogo would play ${at} here.`,
    lines: {
      better: "Better", played: "What was played, and what may follow", best: "How Shidogo would continue",
      tried: "Moves you try", record: "A variation of the record",
    },
    whatIfTried: "Trying moves. Click here to go back",
    lookMeans: "Show what Shidogo considers in this position",
    trying: "Try moves",
    tryMove: "Click on the board, or type a move:",
    tryExample: "D4",
    notPossible: (at: string) => `${at} is not possible here.`,
    variations: "Variations of the record",
    playOn: "Play on from here",
    playOnMeans: "Start a new game with Shidogo from this position",
    playOnTitle: "Play on from this position",
    playOnNo: "Back to the review",
    showBetter: "Better line",
    showPlayed: "What was played",
    showBest: "How it would continue",
    backToGame: "Back to the game",
    mistakes: "The mistakes that mattered",
    first: "Look at these first",
    otherMistakes: "The other mistakes that mattered",
    wellFound: "Well found",
    tryAgain: "Try again",
    tryAgainMeans: "Go back to the position and play another move",
    retried: {
      same: (at: string) => `${at} is what was played.`,
      best: (at: string) => `Yes: ${at} is what Shidogo would play.`,
      other: (at: string) => `${at} is another idea. Shidogo would play elsewhere.`,
    },
    noMistakes: "None: no mistake decided the game.",
    turningPoint: "turning point",
    graphMistakes: "Mistakes",
    fights: "Fights over time",
    fightsHow: "Thick: a lot is at stake. Dark: Black is winning it; light: White is. Click a fight to see it on the board.",
    noFights: "There were no large fights.",
    players: "How well each side played",
    player: "Player",
    lostEach: "Points lost per move",
    agreed: "Same as Shidogo",
    grades: ["1–3", "3–6", "over 6"],
    judge: (judge: string) => `The numbered columns count moves that lost that many points. Reviewed by Shidogo, ${judge}.`,
    keys: [
      ["← →", "in a review: move by move"],
      ["↑ ↓", "from mistake to mistake"],
      ["Home End", "to the start, to the end"],
    ] as const,
  },
};
