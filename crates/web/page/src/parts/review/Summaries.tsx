import type { Found, ReviewedGame } from "../../libraryMessages";
import { texts } from "../../texts";
import { Stone } from "../Stone";

/** How well both sides played. */
export function Summaries({ game, found }: { game: ReviewedGame; found: Found }) {
  return (
    <section class="summaries" aria-labelledby="summaries-title">
      <h2 id="summaries-title">{texts.review.players}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.review.player}</th>
            <th scope="col">{texts.review.lostEach}</th>
            <th scope="col">{texts.review.agreed}</th>
            {texts.review.grades.map((grade) => (
              <th key={grade} scope="col">
                {grade}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(["black", "white"] as const).map((colour) => {
            const { moves, points_lost, agreed, grades } = found.players[colour];
            return (
              <tr key={colour}>
                <th scope="row">
                  <Stone colour={colour} />
                  <span class="heard">{game[colour] || texts.colours[colour]}</span>
                </th>
                <td>{points_lost.toFixed(2)}</td>
                <td>{texts.percent(moves > 0 ? agreed / moves : 0)}</td>
                {grades.slice(1).map((count, i) => (
                  <td key={i}>{count}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="faint">{texts.review.judge(found.judge)}</p>
    </section>
  );
}
