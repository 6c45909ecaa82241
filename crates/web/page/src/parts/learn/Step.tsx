import { useEffect, useRef } from "preact/hooks";
import { exercises, lessonSteps } from "../../messages";
import type { LessonStep, Practice } from "../../messages";
import { addressOf, goTo } from "../../place";
import { useTable } from "../../table";
import { texts } from "../../texts";
import { tutorial } from "../../tutorial";
import { Button } from "../Button";

interface Props {
  exercise: Practice["exercise"];
  number: number;
  practice: Practice | null;
  /** The board is played on with the keyboard. */
  byKeys: boolean;
}

/** One thing to do on the board, and what came of it. */
export function Step({ exercise, number, practice, byKeys }: Props) {
  const connected = useTable((view) => view.link === "open");
  const stage = practice?.stage ?? "open";
  const tried = stage !== "open" || (practice?.moves.length ?? 0) > 0;
  const panel = useRef<HTMLDivElement>(null);
  // Who plays without a mouse goes on with Enter.
  useEffect(() => {
    if (stage !== "open" && byKeys) panel.current?.querySelector<HTMLElement>(".button.main")?.focus({ preventScroll: true });
  }, [stage]);
  const next: LessonStep = lessonSteps[number] ?? "play";
  return (
    <div ref={panel} class="step">
      <p class="faint">{texts.learn.stepOf(number, exercises.length)}</p>
      <h2 id="learn-title">{texts.learn.names[exercise]}</h2>
      <p>{texts.learn.tasks[exercise]}</p>
      <p class={`step-comment ${stage}`} aria-live="polite">
        {connected || practice ? practice?.comment : texts.connecting}
      </p>
      <div class="buttons">
        {stage === "failed" ? (
          <Button kind="main" act={() => tutorial.open(exercise)}>
            {texts.learn.tryAgain}
          </Button>
        ) : (
          <Button kind={stage === "solved" ? "main" : "plain"} act={() => goTo({ view: "learn", step: next })}>
            {stage === "solved" ? texts.learn.next : texts.learn.skip}
          </Button>
        )}
        {stage === "failed" && (
          <Button act={() => goTo({ view: "learn", step: next })}>{texts.learn.skip}</Button>
        )}
        {stage !== "failed" && (
          <Button off={!tried} act={() => tutorial.open(exercise)}>
            {texts.learn.again}
          </Button>
        )}
        <a class="button quiet leave" href={addressOf({ view: "play" })}>
          {texts.learn.leave}
        </a>
      </div>
    </div>
  );
}
