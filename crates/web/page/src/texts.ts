// Everything that the page says, by view, so that it can be translated.

import { game } from "./texts/game";
import { glossary } from "./texts/glossary";
import { inside } from "./texts/inside";
import { learn } from "./texts/learn";
import { library } from "./texts/library";
import { newGame } from "./texts/newGame";
import { openings } from "./texts/openings";
import { page } from "./texts/page";
import { partner } from "./texts/partner";
import { review } from "./texts/review";
import { why } from "./texts/why";

export { named } from "./texts/words";

export const texts = { ...page, ...newGame, ...partner, ...game, ...why, ...inside, glossary, learn, library, openings, review };
