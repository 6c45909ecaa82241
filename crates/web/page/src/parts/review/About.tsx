import { library } from "../../library";
import type { Review } from "../../libraryMessages";
import type { Colour } from "../../colour";
import { texts } from "../../texts";
import { Button } from "../Button";
import { Stone } from "../Stone";

/** Who played, how it ended, and how far the review is. */
export function About({ review }: { review: Review }) {
  const { game, id, stage, done } = review;
  const facts = [
    game.event, game.date, texts.gameFacts(game.rules, game.komi, game.handicap), texts.review.moves(game.moves_before + game.moves.length),
  ];
  const file = (name: string) => `/games/${id}/${name}`;
  return (
    <section class="about" aria-label={texts.review.about}>
      <Player colour="black" name={game.black} rank={game.black_rank} />
      <Player colour="white" name={game.white} rank={game.white_rank} />
      {game.result !== null && <p class="result">{texts.result(game.result)}</p>}
      <p class="facts">{facts.filter((fact) => fact !== null && fact !== "").join(" · ")}</p>
      {game.warnings.map((warning) => (
        <p key={warning} class="facts">
          {texts.review.warning(warning)}
        </p>
      ))}
      {(stage === "running" || stage === "waiting") && (
        <div class="progress-line">
          <progress max={1} value={stage === "waiting" ? undefined : done} aria-label={texts.review.running(done)} />
          <span role="status">{stage === "waiting" ? texts.review.waiting : texts.review.running(done)}</span>
        </div>
      )}
      <div class="buttons">
        {(stage === "none" || stage === "failed") && (
          <Button kind="main" act={() => library.review()}>
            {texts.review.start}
          </Button>
        )}
        {stage === "done" && (
          <>
            <a class="button quiet" href={file("reviewed.sgf")} download>
              {texts.review.saveSgf}
            </a>
            <a class="button quiet" href={file("report.html")} download>
              {texts.review.saveReport}
            </a>
          </>
        )}
        {stage !== "done" && (
          <a class="button quiet" href={file("game.sgf")} download>
            {texts.library.saveSgf}
          </a>
        )}
      </div>
    </section>
  );
}

function Player({ colour, name, rank }: { colour: Colour; name: string; rank: string | null }) {
  return (
    <p class="player">
      <Stone colour={colour} />
      <strong class="name">{name || texts.colours[colour]}</strong>
      {rank !== null && <span class="rank">{rank}</span>}
    </p>
  );
}
