import { lessonSteps } from "../../messages";
import type { LessonStep } from "../../messages";
import { addressOf } from "../../place";
import { texts } from "../../texts";

/** All steps; each can be gone to at any time. */
export function Steps({ step, solved }: { step: LessonStep; solved: string[] }) {
  return (
    <nav aria-label={texts.learn.steps}>
      <ol class="lesson-steps">
        {lessonSteps.map((one, i) => {
          const isSolved = solved.includes(one);
          return (
            <li key={one}>
              <a
                class={isSolved ? "solved" : ""}
                href={addressOf({ view: "learn", step: one })}
                aria-current={one === step ? "step" : undefined}
                aria-label={texts.learn.stepName(i + 1, texts.learn.names[one], isSolved)}
                title={texts.learn.names[one]}
              >
                {one === "play" ? texts.learn.names.play : i + 1}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
