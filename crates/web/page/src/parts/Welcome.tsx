import { useState } from "preact/hooks";
import type { Experience } from "../experience";
import { ranks } from "../levels";
import { texts } from "../texts";
import { Button } from "./Button";
import { Pick } from "./Pick";

/** A rank to begin the choice from: that of many who play now and then. */
const usualRank = "15k";

/** The first visit: where to begin. */
export function Welcome({ answer }: { answer: (experience: Experience) => void }) {
  const [rank, setRank] = useState<string | null>(null);
  return (
    <section class="new-game welcome" aria-labelledby="welcome-title">
      <h2 id="welcome-title">{texts.welcome.question}</h2>
      <div class="buttons">
        <Button kind={rank === null ? "main" : "plain"} act={() => answer("new")}>
          {texts.welcome.new}
        </Button>
        <Button act={() => answer("a-little")}>{texts.welcome.aLittle}</Button>
        <Button on={rank !== null} act={() => setRank(rank === null ? usualRank : null)}>
          {texts.welcome.ranked}
        </Button>
      </div>
      {rank !== null && (
        <>
          <Pick label={texts.welcome.rank} value={rank} among={ranks} name={texts.rankName} choose={setRank} />
          <div class="buttons">
            <Button kind="main" act={() => answer(rank)}>
              {texts.welcome.begin}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
