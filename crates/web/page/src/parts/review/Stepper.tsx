import { texts } from "../../texts";
import { Button } from "../Button";

interface Props {
  at: number;
  last: number;
  /** Moves of the record before the first that is shown. */
  before: number;
  step: (to: number) => void;
  toMistake: ((forward: boolean) => void) | null;
}

export function Stepper({ at, last, before, step, toMistake }: Props) {
  return (
    <div class="stepper">
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={texts.review.moveOf(before + at, before + last)}
        onInput={(event) => step(Number(event.currentTarget.value))}
      />
      <div class="steps">
        <Step sign="«" words={texts.review.toStart} off={at === 0} act={() => step(0)} />
        <Step sign="‹" words={texts.review.back} off={at === 0} act={() => step(at - 1)} />
        <span class="at">{texts.review.moveOf(before + at, before + last)}</span>
        <Step sign="›" words={texts.review.forward} off={at === last} act={() => step(at + 1)} />
        <Step sign="»" words={texts.review.toEnd} off={at === last} act={() => step(last)} />
        <Button kind="quiet" off={!toMistake} title={texts.review.nextMistakeMeans} act={() => toMistake?.(true)}>
          {texts.review.nextMistake}
        </Button>
      </div>
    </div>
  );
}

function Step({ sign, words, off, act }: { sign: string; words: string; off: boolean; act: () => void }) {
  return (
    <Button kind="quiet" off={off} title={words} act={act}>
      <span aria-hidden="true">{sign}</span>
      <span class="heard">{words}</span>
    </Button>
  );
}
