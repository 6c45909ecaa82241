import { library, useLibrary } from "../../library";
import type { Listed } from "../../libraryMessages";
import { unreviewed } from "../../ownGames";
import { texts } from "../../texts";
import { Button } from "../Button";

/** Has all own games reviewed, so that progress can be seen. */
export function ReviewAll({ games, name }: { games: Listed[]; name: string }) {
  const left = useLibrary((shelf) => shelf.queue.length);
  const all = useLibrary((shelf) => shelf.queued);
  const done = useLibrary((shelf) => shelf.review?.done ?? 0);
  const waiting = unreviewed(games, name);
  if (left > 0) {
    return (
      <div class="progress-line">
        <progress max={all} value={all - left + done} aria-label={texts.library.reviewingAll(all - left + 1, all)} />
        <span role="status">{texts.library.reviewingAll(all - left + 1, all)}</span>
        <Button kind="quiet" act={() => library.stopReviews()}>
          {texts.library.stop}
        </Button>
      </div>
    );
  }
  if (waiting.length === 0) return null;
  return (
    <Button act={() => library.reviewAll(waiting.map(({ id }) => id))}>{texts.library.reviewAll(waiting.length)}</Button>
  );
}
