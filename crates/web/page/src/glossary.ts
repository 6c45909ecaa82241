// Words that pupils learn. The first time that one appears in a game, it can be clicked, and is explained with a picture.

export const terms = [
  "liberty", "atari", "capture", "ladder", "eye", "alive", "dead", "seki", "cut", "connect", "shape", "race", "ko",
  "territory", "neutral", "endgame", "approach", "sente", "gote", "komi",
] as const;
export type Term = (typeof terms)[number];

/** How a word appears in a sentence. */
const forms: Record<Term, string> = {
  liberty: "libert(?:y|ies)", atari: "atari", capture: "captur(?:e|es|ed|ing)", ladder: "ladder", eye: "eyes?", alive: "alive", dead: "dead",
  seki: "seki", cut: "cut(?:s|ting)?", connect: "connect(?:s|ed)?", shape: "shape", race: "race", ko: "ko", territory: "territory",
  neutral: "neutral points?|dame", endgame: "endgame", approach: "approach(?:es|ed)?", sente: "sente", gote: "gote", komi: "komi",
};

export interface Picture {
  /** Five by five points from the top left: `.`, `X` or `O`. */
  stones: string;
  /** Points that it is about. */
  marks: readonly number[];
}

const picture = (rows: string, ...marks: number[]): Picture => ({ stones: rows.replaceAll(" ", ""), marks });

export const pictures: Record<Term, Picture> = {
  liberty: picture("..... ..... ..X.. ..... .....", 7, 11, 13, 17),
  atari: picture("..... ..O.. .OX.. ..O.. .....", 13),
  ladder: picture(".O... OXO.. OXXO. .O... .....", 17),
  eye: picture("..... OOOOO XXXXO .X.XO XXXXO", 15, 17),
  cut: picture("..... ..O.. .XOX. ..O.. .....", 12),
  connect: picture("..... ..O.. .X.X. ..O.. .....", 12),
  race: picture("OOXX. OXOX. OXOX. OXOX. O..X.", 21, 22),
  ko: picture("..... .XO.. X.XO. .XO.. .....", 11),
  capture: picture("..... ..X.. .XOX. ..... .....", 17),
  alive: picture("..... OOOOO XXXXO .X.XO XXXXO", 15, 17),
  dead: picture("..XO. .OXO. ..XO. XXXO. OOOO.", 6),
  seki: picture("..... XXXXX OOOOX OXXOX .X.OX", 20, 22),
  shape: picture("..... .X.X. .X.X. ..... .....", 7, 12),
  territory: picture("..XO. ..XO. XXXO. OOOO. .....", 0, 1, 5, 6),
  neutral: picture(".X.O. .X.O. .X.O. .X.O. .X.O.", 2, 7, 12, 17, 22),
  endgame: picture(".X.O. .XXO. .X.O. .X.O. .....", 12, 17, 22),
  approach: picture("..... ..... ...O. .X... .....", 13),
  sente: picture("..... ..X.. .XOX. ..... .....", 13),
  gote: picture(".X.O. .XXO. .X.O. .X.O. .X.O.", 7),
  komi: picture("..... ..... ..X.. ..... .....", 12),
};

export interface Piece {
  text: string;
  /** The word that this is a form of. */
  term: Term | null;
}

const pattern = new RegExp(`\\b(?:${terms.map((term) => `(${forms[term]})`).join("|")})\\b`, "gi");

/** A sentence in pieces, each word that is explained by itself. */
export function piecesOf(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of sentence.matchAll(pattern)) {
    const term = terms[match.slice(1).findIndex((form) => form !== undefined)] ?? null;
    if (match.index > from) pieces.push({ text: sentence.slice(from, match.index), term: null });
    pieces.push({ text: match[0], term });
    from = match.index + match[0].length;
  }
  if (from < sentence.length) pieces.push({ text: sentence.slice(from), term: null });
  return pieces;
}

/** Which sentence of a game had a word first. */
export class Firsts {
  private game: string | null = null;
  private readonly sentences = new Map<Term, string>();

  isFirst(game: string, term: Term, sentence: string): boolean {
    if (this.game !== game) this.sentences.clear();
    this.game = game;
    const first = this.sentences.get(term) ?? sentence;
    this.sentences.set(term, first);
    return first === sentence;
  }
}
