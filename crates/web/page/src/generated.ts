// Made of the server's types by `UPDATE_GOLDEN=1 cargo test -p web typescript`. A test fails where it differs.

/**
 * A player. Black moves first.
 */
export type Colour = "black" | "white";

/**
 * A point of the board, or of the wall around it.
 */
export type Point = string;

/**
 * A move: a stone or a pass.
 */
export type Move = string;

/**
 * A ninth of the board.
 */
export type Place = "upper-left" | "top" | "upper-right" | "left" | "centre" | "right" | "lower-left" | "bottom" | "lower-right";

/**
 * Stones of one colour that share a fate.
 */
export type StoneGroup = { colour: Colour, count: number, 
/**
 * One of them.
 */
at: Point, };

/**
 * Why a move was bad, as far as ownership tells.
 */
export type Reason = { "what": "dies" } & StoneGroup | { "what": "weak" } & StoneGroup | { "what": "lives" } & StoneGroup | { "what": "lost", place: Place, } | { "what": "elsewhere", place: Place, };

/**
 * What the player plays.
 */
export type ColourChoice = "black" | "white" | "nigiri";

/**
 * How strong the partner is: a rank such as `12k`, or one of these words. Games of older programs have the words between
 * `gentle` and `strong`.
 */
export type Strength = string;

/**
 * What the partner plays for: to win, by the names of its presets, or towards a result.
 */
export type ObjectiveChoice = "win" | "points" | "greedy" | "recover" | "close" | "lose-by-little" | "win-by-little" | "lead";

/**
 * The partner in plain words.
 */
export type PartnerChoice = { strength: Strength, 
/**
 * It never takes longer for a move.
 */
seconds: number, aim: ObjectiveChoice, 
/**
 * With an aim for the result: the strength is only where it begins, and it finds out whom it plays with.
 */
adapts?: boolean, 
/**
 * What kinds of moves it likes.
 */
character?: string, 
/**
 * At a rank: whether it takes as long for a move as a person would.
 */
waits?: boolean, };

/**
 * A clock with byo-yomi, in seconds. Without periods, all moves are within the main time.
 */
export type ClockChoice = { main: number, periods: number, period: number, };

/**
 * Stones that a game begins with, where it goes on from a position of another.
 */
export type StartStones = { 
/**
 * Every point from the top left: `.`, `X` or `O`.
 */
stones: string, white_first: boolean, };

export type NewGame = { size: number, colour: ColourChoice, handicap: number, 
/**
 * In points; what is usual under the rules where nothing is said.
 */
komi: number | null, rules: string, partner: PartnerChoice, 
/**
 * No clock where nothing is said.
 */
clock?: ClockChoice | null, 
/**
 * Whoever captures that many stones first wins; where nothing is said, points decide.
 */
captures?: number | null, 
/**
 * An empty board, or handicap stones, where nothing is said.
 */
start?: StartStones | null, };

export type Phase = "playing" | "counting" | "over";

/**
 * A move that the partner considered.
 */
export type CandidateMove = { at: Move, visits: number, win_rate: number, lead: number, prior: number, variation: Array<Move>, };

/**
 * A row of a decision's table: a move, what is known of it, and what the rules did with it.
 */
export type ConsideredMove = { at: Move, visits: number, win_rate: number, lead: number, 
/**
 * The policy p.
 */
prior: number, 
/**
 * The weighted policy p′, where it is another.
 */
weighted: number | null, 
/**
 * How often people of the imitated rank play it, where that is known.
 */
people: number | null, 
/**
 * `chosen`, `kept` or `dropped`, and by which rule; or `unseen`. Games that were saved by older programs do not say.
 */
status: string, rule: string, };

/**
 * What the partner thought after that many moves.
 */
export type GraphPoint = [number, number, number];

/**
 * What a move of the player's cost, in points and of the win rate.
 */
export type Lesson = { number: number, at: Move, cost: number, chance: number, 
/**
 * What the partner would have played, and how it would have gone on; `None` where nothing was better.
 */
better: Array<Move> | null, 
/**
 * Whether the partner itself had named the move.
 */
named: boolean, 
/**
 * Whether the move cost something that players somewhat stronger rarely see either: it can be shown, and is not dwelt on.
 */
is_quiet: boolean, 
/**
 * All of it in words. Games that were saved by older programs have none.
 */
sentence: string, };

export type Exercise = "capture" | "escape" | "ko" | "two-eyes" | "border" | "count";

export type ExerciseStage = "open" | "solved" | "failed";

/**
 * A rank that moves speak for, and the weakest and the strongest that they may. Steps are ranks above 30 kyu.
 */
export type RankShown = { rank: string, steps: number, 
/**
 * The rank is in here in 4 of 5 cases.
 */
interval: [number, number], sentence: string, };

/**
 * How a move of the partner's steered the game. Leads are Black's.
 */
export type SteeredShown = { number: number, at: string, 
/**
 * The lead with the move, and the lead that was aimed at.
 */
lead: number, aim: number, 
/**
 * Where it held back: how many points it gave, in a sentence, and the stones before the move.
 */
given: number | null, sentence: string | null, before: string | null, };

/**
 * Stones that each side has captured.
 */
export type Taken = { black: number, white: number, };

/**
 * Why the partner does not agree to a count yet, about which stones, and the count as it sees it.
 */
export type ObjectionShown = { sentence: string, stones: Array<string>, score: string, };

/**
 * Seconds, and periods once the main time is over.
 */
export type ClockShown = { left: number, periods: number | null, };

/**
 * What both clocks show, and which one runs.
 */
export type ClocksShown = { wish: ClockChoice, black: ClockShown, white: ClockShown, running: Colour | null, };

export type ScoringShown = "area" | "territory";

export type SideCountShown = { 
/**
 * Living stones: counted under area scoring.
 */
stones: number, territory: number, 
/**
 * Captured and dead stones of the other side: counted under territory scoring.
 */
prisoners: number, 
/**
 * Points that the rules do not count: in seki, or two for each group.
 */
tax: number, komi: number, 
/**
 * What the rules give White for handicap stones, and half a point for the first pass.
 */
handicap: number, button: number, total: number, };

/**
 * A score as players add it up.
 */
export type CountShown = { scoring: ScoringShown, black: SideCountShown, white: SideCountShown, };

/**
 * All that there is to know of a game.
 */
export type GameState = { id: string, size: number, komi: number, rules: string, handicap: number, 
/**
 * Whoever captures that many stones first wins.
 */
captures: number | null, partner: PartnerChoice, you: Colour, to_move: Colour, phase: Phase, 
/**
 * Whether the partner is about to move.
 */
thinking: boolean, moves: Array<[Colour, string]>, 
/**
 * Every point from the top left: `.`, `X` or `O`.
 */
stones: string, taken: Taken, dead: Array<string>, 
/**
 * Whose every point is, once the game is counted.
 */
owners: string | null, score: string | null, 
/**
 * What the partner holds against the count.
 */
objection: ObjectionShown | null, 
/**
 * How the score comes about.
 */
count: CountShown | null, result: string | null, 
/**
 * Whether the partner plays on only because it teaches.
 */
would_resign: boolean, 
/**
 * The partner's sentence on its last move, the reason in a word, and the moves it chose among.
 */
said: string | null, reason: string | null, table: Array<ConsideredMove>, 
/**
 * The sentence with numbers, for who asks, where it has none.
 */
numbers: string | null, graph: Array<GraphPoint>, 
/**
 * On the player's last move, where it was judged; and what the moves on the board cost, by their numbers.
 */
lesson: Lesson | null, 
/**
 * The stones before the move that the lesson is on, as `stones` has them.
 */
before: string | null, costs: Array<[number, number]>, 
/**
 * The partner waits: the player may want to take the last move back.
 */
warning: string | null, 
/**
 * Every move that was tried, with the place of the one before it, and the place of the one that is on the board.
 */
tree: Array<[number | null, string]>, here: number | null, clocks: ClocksShown | null, 
/**
 * How the partner steered a game that is over, move by move and in a sentence, where it aimed at a result.
 */
steered: Array<SteeredShown>, steering: string | null, 
/**
 * What rank the player's moves were like, once that is known of a game that is over.
 */
played_like: RankShown | null, };

/**
 * What the partner thinks at the moment; win rates, leads and owners are Black's.
 */
export type Thinking = { visits: number, win_rate: number, lead: number, 
/**
 * The standard deviation of the final score, in points: how much is still open.
 */
spread: number, candidates: Array<CandidateMove>, owners: Array<number> | null, 
/**
 * Black's win rate over bonus points for Black.
 */
curve: Array<[number, number]>, };

/**
 * What the partner thinks of a position that is looked at again.
 */
export type Explored = { number: number, visits: number, win_rate: number, lead: number, 
/**
 * The standard deviation of the final score, in points: how much is still open.
 */
spread: number, candidates: Array<CandidateMove>, owners: Array<number> | null, 
/**
 * Black's win rate over bonus points for Black.
 */
curve: Array<[number, number]>, };

/**
 * A way for the game to end.
 */
export type ClusterShown = { low: number, high: number, 
/**
 * The median of the scores between these.
 */
score: number, weight: number, 
/**
 * From the top left, in hundredths: how much it takes that Black holds the point, or White, below 0.
 */
critical: Array<number>, };

export type FateShown = "open" | "settled" | "both-live";

/**
 * A fight that was read out by itself.
 */
export type ReadingShown = { first: Colour, black_wins: number, sequence: Array<string>, };

export type FightShown = { points: Array<string>, black: Array<Array<string>>, white: Array<Array<string>>, 
/**
 * Where it is, in a player's words.
 */
place: string, 
/**
 * Points between winning and losing it.
 */
worth: number, 
/**
 * How likely Black wins it in the partner's own eyes; means nothing where both live.
 */
black_wins: number, fate: FateShown, 
/**
 * How likely Black wins it in playouts, where that is another opinion.
 */
second_opinion: number | null, 
/**
 * Stones that may be captured.
 */
in_danger: Array<string>, 
/**
 * What the partner would play there.
 */
sequence: Array<string>, 
/**
 * What it comes to when Black begins it, and when White does; nothing until it was read out.
 */
readings: Array<ReadingShown>, };

/**
 * How a game may end, and what decides it. Scores are Black's, komi included.
 */
export type Danger = { 
/**
 * Moves on the board.
 */
number: number, playouts: number, 
/**
 * Playouts that will be made.
 */
of: number, 
/**
 * Black's win rate and score lead in the partner's own eyes; all that follows agrees with them.
 */
black_wins: number, lead: number, 
/**
 * Black's share of the playouts where it is another opinion.
 */
second_opinion: number | null, 
/**
 * Each score with its share.
 */
scores: Array<[number, number]>, clusters: Array<ClusterShown>, 
/**
 * One statement for each group of stones, the largest open ones first.
 */
fights: Array<FightShown>, };

/**
 * What a review found, in short.
 */
export type ListedReview = { 
/**
 * Points lost a move by each side.
 */
black_lost: number, white_lost: number, mistakes: number, };

/**
 * A game in the list.
 */
export type ListedGame = { id: string, 
/**
 * When it was begun or brought along, in seconds since 1970.
 */
begun: number, size: number, handicap: number, 
/**
 * Captures that it was played to, where points did not decide it.
 */
captures: number | null, moves: number, 
/**
 * As the record has them: text, whatever it looks like.
 */
black: string, white: string, event: string | null, 
/**
 * When it was played, where the record says so.
 */
date: string | null, result: string | null, 
/**
 * For games with the partner: what the player has, how strong the partner is, and whether it goes on.
 */
you: Colour | null, strength: string | null, goes_on: boolean, 
/**
 * What rank the player's moves speak for in this game and those just before it.
 */
rank: RankShown | null, review: ListedReview | null, };

/**
 * What came of a file.
 */
export type Import = { games: Array<string>, 
/**
 * Games of the file that cannot be shown, and why the first of them cannot.
 */
refused: number, why: string | null, };

/**
 * How an exercise stands.
 */
export type ExerciseState = { exercise: Exercise, size: number, 
/**
 * The pupil's moves that were possible.
 */
moves: Array<string>, 
/**
 * Every point from the top left: `.`, `X` or `O`.
 */
stones: string, 
/**
 * Where the last stone was placed.
 */
last: string | null, 
/**
 * Where to look.
 */
marks: Array<string>, dead: Array<string>, 
/**
 * Whose every point is, once it is counted.
 */
owners: string | null, stage: ExerciseStage, 
/**
 * On the last move, also where it was not possible.
 */
comment: string | null, };

/**
 * Where a new game goes on from, and with whom.
 */
export type PlayFrom = { 
/**
 * Moves of the game that is looked at, and moves tried from there.
 */
after: number, moves: Array<string>, colour: ColourChoice, partner: PartnerChoice, };

/**
 * What a page asks about players that learn to open. They are named by what they see and their board, as in `ADE-9x9`.
 */
export type OpeningsRequest = { "ask": "watch", } | { "ask": "leave", } | { "ask": "show", player: string, } | { "ask": "learn", player: string, } | { "ask": "pause", } | { "ask": "forget", player: string, } | { "ask": "play", player: string, colour: Colour, moves: Array<string>, } | { "ask": "continue", player: string, colour: Colour, moves: Array<string>, partner: PartnerChoice, } | { "ask": "compare", first: string, second: string, } | { "ask": "stop-comparing", };

export type ListedOpener = { player: string, size: number, 
/**
 * Games that it has learnt from, and when it stops.
 */
games: number, of: number, };

/**
 * How two players compare.
 */
export type ComparisonState = { first: string, second: string, running: boolean, 
/**
 * Games to play.
 */
of: number, 
/**
 * Those that the first one won, those that nobody won, and those that the second one won.
 */
wins: number, draws: number, losses: number, 
/**
 * The first one's share, and its 95% interval.
 */
score: [number, number, number] | null, };

/**
 * All players.
 */
export type OpenersState = { players: Array<ListedOpener>, 
/**
 * Files that cannot be read, by the names of their players, and why.
 */
refused: Array<[string, string]>, 
/**
 * Who learns.
 */
learning: string | null, comparison: ComparisonState | null, };

/**
 * What a player believes, and how far it has learnt.
 */
export type OpenerState = { player: string, size: number, games: number, of: number, 
/**
 * Its learning curve: games so far, by how many points it was wrong about the results of the last ones, and by how
 * many it would have been if it had always expected a draw on the board.
 */
curve: Array<[number, number, number]>, 
/**
 * What Black can expect of each first move, in points without komi, from the top left.
 */
values: Array<number | null>, 
/**
 * How it opens against itself.
 */
line: Array<string>, };

/**
 * An opening against a player.
 */
export type OpeningState = { player: string, size: number, you: Colour, 
/**
 * Moves of each side in an opening.
 */
of: number, moves: Array<string>, 
/**
 * Every point from the top left: `.`, `X` or `O`.
 */
stones: string, 
/**
 * Black's lead that the player expects now, in points without komi.
 */
expects: number, komi: number, 
/**
 * What it thinks you can expect of each of your moves; empty when the opening is over.
 */
values: Array<number | null>, 
/**
 * Black's mean lead, in points without komi, in many quick games from the end of the opening.
 */
played_out: number | null, };

/**
 * From the page.
 */
export type ClientMessage = { "do": "new" } & NewGame | { "do": "open", game: string, } | { "do": "play", at: string, } | { "do": "undo", } | { "do": "resign", } | { "do": "let-resign", } | { "do": "hint", } | { "do": "look", on: boolean, } | { "do": "dead", at: string, } | { "do": "agree", } | { "do": "play-on", } | { "do": "go-ahead", } | { "do": "teach", on: boolean, } | { "do": "danger", on: boolean, } | { "do": "go", to: number | null, } | { "do": "games", } | { "do": "delete", game: string, } | { "do": "restore", game: string, } | { "do": "review", game: string, start: boolean, } | { "do": "close-review", } | { "do": "explore", after: number, moves: Array<string>, number: number, } | { "do": "stop-exploring", } | { "do": "play-from" } & PlayFrom | { "do": "territory", on: boolean, } | { "do": "exercise", exercise: Exercise, moves: Array<string>, } | { "do": "openings" } & OpeningsRequest;

/**
 * To the page.
 */
export type ServerMessage = { "is": "game" } & GameState | { "is": "thinking" } & Thinking | { "is": "danger" } & Danger | { "is": "hint", at: string, sentence: string, } | { "is": "games", games: Array<ListedGame>, } | { "is": "trouble", text: string, } | { "is": "explored" } & Explored | { "is": "exercise" } & ExerciseState | { "is": "openers" } & OpenersState | { "is": "opener" } & OpenerState | { "is": "opening" } & OpeningState | { "is": "not-explored", number: number, text: string, };

export type Sign = { "sign": "triangle" } | { "sign": "square" } | { "sign": "circle" } | { "sign": "cross" } | { "sign": "selected" } | { "sign": "label", "text": string };

/**
 * A mark on a point, as a record has it after a move.
 */
export type Mark = { 
/**
 * Moves before it.
 */
after: number, at: string, } & ({ "sign": "triangle" } | { "sign": "square" } | { "sign": "circle" } | { "sign": "cross" } | { "sign": "selected" } | { "sign": "label", "text": string });

/**
 * A variation: moves in place of those that follow in the line it leaves. Numbers count from the start of the game.
 */
export type RecordLine = { 
/**
 * The variation that it leaves; the main line where there is none.
 */
of: number | null, 
/**
 * Moves before its first.
 */
after: number, moves: Array<[Colour, string]>, comments: Array<[number, string]>, marks: Array<Mark>, };

/**
 * A game as it was played.
 */
export type ToldGame = { width: number, height: number, komi: number, rules: string, handicap: number, black: string, white: string, black_rank: string | null, white_rank: string | null, result: string | null, date: string | null, event: string | null, 
/**
 * Moves of the record before the first of these.
 */
moves_before: number, 
/**
 * Every point at the start from the top left: `.`, `X` or `O`.
 */
start: string, moves: Array<[Colour, string]>, 
/**
 * What the record itself says after that many moves.
 */
comments: Array<[number, string]>, 
/**
 * The record's own marks on the main line, and its variations.
 */
marks: Array<Mark>, lines: Array<RecordLine>, 
/**
 * What is odd about the record.
 */
warnings: Array<string>, };

/**
 * What was thought of a position.
 */
export type PositionAnalysis = { win_rate: number, 
/**
 * Komi included.
 */
lead: number, 
/**
 * What the best move promised. The position itself is worth a little less to who moves, because the search looked at
 * worse moves as well.
 */
best_win_rate: number, best_lead: number, visits: number, 
/**
 * How it would go on, the move to play first.
 */
sequence: Array<Move>, };

/**
 * A move that lost something, and a better one.
 */
export type Mistake = { 
/**
 * Moves before it.
 */
after: number, colour: Colour, played: Move, 
/**
 * Points that it cost.
 */
points: number, 
/**
 * The win rates and the leads before and after it.
 */
chance_before: number, chance_after: number, lead_before: number, lead_after: number, 
/**
 * How the game would have gone on with the better move, which is the first.
 */
better: Array<Move>, 
/**
 * How it may go on after the move that was played.
 */
answer: Array<Move>, reason: Reason | null, 
/**
 * From here on the loser was behind.
 */
is_turning_point: boolean, };

export type ToldMistake = { sentence: string, 
/**
 * Moves before it.
 */
after: number, colour: Colour, played: Move, 
/**
 * Points that it cost.
 */
points: number, 
/**
 * The win rates and the leads before and after it.
 */
chance_before: number, chance_after: number, lead_before: number, lead_after: number, 
/**
 * How the game would have gone on with the better move, which is the first.
 */
better: Array<Move>, 
/**
 * How it may go on after the move that was played.
 */
answer: Array<Move>, reason: Reason | null, 
/**
 * From here on the loser was behind.
 */
is_turning_point: boolean, };

export type ToldFound = { colour: Colour, played: Move, sentence: string, 
/**
 * Moves before it.
 */
after: number, rank: string, 
/**
 * How often players of that rank find it or something about as good, from 0 to 1.
 */
own: number, 
/**
 * Points that they lose here on average.
 */
saved: number, };

/**
 * A fight as it stood after that many moves.
 */
export type FightLook = { after: number, 
/**
 * Points between winning and losing it.
 */
worth: number, 
/**
 * How likely each side is to win it; kept as Black's.
 */
chance: number, points: Array<Point>, 
/**
 * What the playouts' search would play there.
 */
sequence: Array<Move>, };

/**
 * A fight from where it was first seen to where it was last.
 */
export type FightStory = { place: Place, 
/**
 * In the order of the game, never empty.
 */
looks: Array<FightLook>, 
/**
 * After that many moves most was at stake.
 */
peak: number, 
/**
 * Who has most of it in the end; nobody where it was divided or is still open.
 */
winner: Colour | null, };

export type ToldFight = { sentence: string, place: Place, 
/**
 * In the order of the game, never empty.
 */
looks: Array<FightLook>, 
/**
 * After that many moves most was at stake.
 */
peak: number, 
/**
 * Who has most of it in the end; nobody where it was divided or is still open.
 */
winner: Colour | null, };

/**
 * A player's moves, all together.
 */
export type Summary = { moves: number, 
/**
 * Points lost per move, on average; gains count as nothing lost.
 */
points_lost: number, 
/**
 * Moves that the reviewer would have played too.
 */
agreed: number, 
/**
 * Moves of each grade, the good ones first.
 */
grades: [number, number, number, number], };

export type ToldPlayers = { black: Summary, white: Summary, };

/**
 * A game and what was found about it. Win rates and leads are Black's, komi included; points are named as in GTP. Names
 * and the like come from the record as they are: text, whatever it looks like.
 */
export type Told = { game: ToldGame, judge: string, 
/**
 * After that many moves; the first is the start.
 */
positions: Array<PositionAnalysis>, 
/**
 * What every move cost who played it, in points.
 */
lost: Array<number>, 
/**
 * Those that mattered.
 */
mistakes: Array<ToldMistake>, 
/**
 * Every move that is shown with a better one, those that mattered among them.
 */
costly: Array<ToldMistake>, 
/**
 * The mistakes to look at first, by the moves before them: where ranks are known, what players of these ranks learn
 * most from, the best lesson first.
 */
first: Array<number>, 
/**
 * Good moves that few players of the mover's rank find.
 */
found: Array<ToldFound>, fights: Array<ToldFight>, players: ToldPlayers, };

/**
 * How far a review is.
 */
export type Stage = "none" | "waiting" | "running" | "done" | "failed";

/**
 * To the page: a game, and all that is known of it.
 */
export type ReviewState = { "is": "review", id: string, stage: Stage, done: number, game: ToldGame, 
/**
 * What is known of positions while a review runs.
 */
graph: Array<GraphPoint>, found: Told | null, };

/**
 * To the page: a review has come further.
 */
export type ReviewProgress = { "is": "reviewing", id: string, done: number, graph: Array<GraphPoint>, };

/**
 * What a partner may like: its name, and what to expect of it.
 */
export const characters = {
  "none": { name: "All-round", means: "Plays as the position asks." },
  "centre": { name: "Centre", means: "Likes the centre and builds big." },
  "edge": { name: "Corners and edges", means: "Likes corners and edges, and stays low." },
  "local": { name: "Close by", means: "Answers you where you have just played." },
  "tenuki": { name: "Elsewhere", means: "Leaves your moves alone and plays elsewhere." },
  "fighting": { name: "Fighter", means: "Likes contact and goes after your stones." },
  "peaceful": { name: "Peaceful", means: "Keeps its distance and avoids fights." },
  "territory": { name: "Territory", means: "Likes sure points and secures its own areas." },
  "influence": { name: "Influence", means: "Likes open space and plays high." },
  "opener": { name: "Self-taught", means: "Opens as it has taught itself, not from books." },
  "centre-trained": { name: "Centre, trained", means: "Has learnt that points in the centre count for more." },
  "edge-trained": { name: "Edge, trained", means: "Has learnt that points near the edge count for more." },
  "defence-trained": { name: "Defender, trained", means: "Has learnt to lose no stones." },
  "offence-trained": { name: "Attacker, trained", means: "Has learnt to capture what it can." },
  "optimist": { name: "Optimist", means: "Believes to be ahead." },
  "pessimist": { name: "Pessimist", means: "Believes to be behind." },
};
