import type { Vertex } from "@sabaki/shudan";
import { useEffect, useState } from "preact/hooks";
import { cursorWords, useCursor } from "../../cursor";
import { isTruth, useKept } from "../../kept";
import { useKeys } from "../../keys";
import { exercises } from "../../messages";
import type { LessonStep } from "../../messages";
import { nameOf } from "../../points";
import { useTheme } from "../../theme";
import { tutorial, usePractice } from "../../tutorial";
import { Head } from "../Head";
import { Help } from "../Help";
import { Notice } from "../Notice";
import { FirstGame } from "./FirstGame";
import { LearnBoard } from "./LearnBoard";
import { Step } from "./Step";
import { Steps } from "./Steps";

const isSteps = (value: unknown): value is string[] => Array.isArray(value) && value.every((step) => typeof step === "string");

/** The board of every exercise, and of the first game after them. */
const usualSize = 7;
const firstSize = 5;

/** The rules for those who are new to Go, a step at a time. */
export function LearnPage({ step }: { step: LessonStep }) {
  const practice = usePractice();
  const [theme, turnTheme] = useTheme();
  const [sounds, setSounds] = useKept("sounds", false, isTruth);
  const [solved, setSolved] = useKept<string[]>("learnt", [], isSteps);
  const [help, setHelp] = useState(false);
  const exercise = step === "play" ? null : step;
  useEffect(() => {
    if (exercise) tutorial.open(exercise);
    return () => tutorial.close();
  }, [exercise]);
  const shown = practice?.exercise === exercise ? practice : null;
  const isSolved = shown?.stage === "solved";
  useEffect(() => {
    if (isSolved && !solved.includes(step)) setSolved([...solved, step]);
  }, [isSolved, step]);

  const size = shown?.size ?? (exercise ? usualSize : firstSize);
  const cursor = useCursor(size);
  useEffect(() => cursor.hide(), [step]);
  const onPoint = (vertex: Vertex) => tutorial.play(nameOf(vertex, size));
  useKeys({
    ArrowLeft: () => cursor.move(-1, 0),
    ArrowRight: () => cursor.move(1, 0),
    ArrowUp: () => cursor.move(0, -1),
    ArrowDown: () => cursor.move(0, 1),
    Enter: cursor.at ? () => cursor.at && onPoint(cursor.at) : undefined,
    Escape: () => cursor.hide(),
    "?": () => setHelp(true),
  });
  return (
    <>
      <Head {...{ theme, turnTheme, sounds, setSounds }} openHelp={() => setHelp(true)} />
      <Notice />
      <main class="table fresh learning">
        <div class="board-side">
          <LearnBoard
            size={size}
            practice={shown}
            cursor={cursor.at}
            onPoint={(vertex) => {
              cursor.hide();
              onPoint(vertex);
            }}
          />
        </div>
        <div class="play-side">
          <section class="learn" aria-labelledby="learn-title">
            <Steps step={step} solved={solved} />
            {exercise ? (
              <Step key={exercise} exercise={exercise} number={exercises.indexOf(exercise) + 1} practice={shown} byKeys={cursor.at !== null} />
            ) : (
              <FirstGame />
            )}
          </section>
        </div>
      </main>
      <p class="heard" aria-live="polite">
        {cursorWords(cursor.at, size, shown)}
      </p>
      {help && <Help close={() => setHelp(false)} />}
    </>
  );
}
