import type { ComponentChildren } from "preact";
import { costNames } from "../costs";
import { fightColour } from "../danger";
import { texts } from "../texts";
import { InfoDialog } from "./InfoDialog";

/** What the colours and marks on the board mean, each drawn as it is there. */
export function Legend({ close }: { close: () => void }) {
  return (
    <InfoDialog title={texts.legend.title} close={close}>
      <div class="legend-list">
        <Part title={texts.legend.candidates}>
          <Sample words={texts.legend.best} stone="none">
            <div class="thought best" style={{ "--heat": 1 }}>
              <strong>57</strong>
              <span>2.1k</span>
            </div>
          </Sample>
          {costNames.map((cost, i) => (
            <Sample key={cost} words={texts.legend.costs[i] ?? ""} stone="none">
              <div class={`thought ${cost}`} style={{ "--heat": 0.7 }} />
            </Sample>
          ))}
          <p class="faint">{texts.legend.numbers}</p>
        </Part>
        <Part title={texts.legend.moves}>
          <Sample words={texts.legend.cost} stone="black">
            <div class="cost-mark mistake" />
          </Sample>
          <Sample words={texts.legend.better} stone="none">
            <div class="better-mark" />
          </Sample>
          <Sample words={texts.legend.last} stone="white">
            <div class="legend-circle" />
          </Sample>
          <Sample words={texts.legend.hint} stone="none">
            <div class="legend-triangle">△</div>
          </Sample>
        </Part>
        <Part title={texts.showOwners}>
          <Sample words={texts.legend.blacks} stone="none">
            <div class="legend-owner black" />
          </Sample>
          <Sample words={texts.legend.whites} stone="none">
            <div class="legend-owner white" />
          </Sample>
        </Part>
        <Part title={texts.danger}>
          <Sample words={texts.legend.fight} stone="none">
            <div class="fight-point" style={{ "--fight": fightColour(0) }} />
          </Sample>
          <Sample words={texts.legend.weak} stone="black">
            <div class="weak-mark" />
          </Sample>
        </Part>
      </div>
    </InfoDialog>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h3>{title}</h3>
      <div class="legend-samples">{children}</div>
    </section>
  );
}

function Sample({ words, stone, children }: { words: string; stone: "black" | "white" | "none"; children: ComponentChildren }) {
  return (
    <div class="legend-sample">
      <span class="legend-point over" aria-hidden="true">
        {stone !== "none" && <span class={`stone ${stone}`} />}
        {children}
      </span>
      {words}
    </div>
  );
}
