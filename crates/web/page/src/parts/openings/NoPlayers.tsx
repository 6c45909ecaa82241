import { addressOf } from "../../place";
import { texts } from "../../texts";

/** Nobody has learnt yet: where to begin. */
export function NoPlayers() {
  return (
    <>
      <p>{texts.openings.noPlayers}</p>
      <p>
        <a class="button main" href={addressOf({ view: "openings", part: "learn" })}>
          {texts.openings.toLearn}
        </a>
      </p>
    </>
  );
}
