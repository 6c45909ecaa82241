import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Tab } from "../tabs";
import { texts } from "../texts";

interface Props {
  tabs: readonly Tab[];
  /** Nothing is seen until somebody wants to. */
  open: Tab | null;
  choose: (tab: Tab) => void;
  /** The open one is closed by a second click, where it can be. */
  close: (() => void) | null;
  children: ComponentChildren;
}

/** One view into the engine at a time. Arrow keys go from tab to tab, as everywhere. */
export function Tabs({ tabs, open, choose, close, children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const inReach = open ?? tabs[0] ?? "moves";
  const turn = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    // The arrows of the board must not hear it.
    event.preventDefault();
    event.stopPropagation();
    const next = (tabs.indexOf(inReach) + step + tabs.length) % tabs.length;
    choose(tabs[next] ?? inReach);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <section class="inside" aria-label={texts.tabsLabel}>
      <div class="tabs" role="tablist" ref={list} onKeyDown={turn}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`tab-${tab}`}
            aria-selected={tab === open}
            aria-controls={open ? "tab-panel" : undefined}
            tabIndex={tab === inReach ? 0 : -1}
            onClick={() => (tab === open && close ? close() : choose(tab))}
          >
            {texts.tabs[tab]}
          </button>
        ))}
      </div>
      {open && (
        // It may scroll, and the keyboard can do so only where it has the focus.
        <div class="tab-panel" id="tab-panel" role="tabpanel" aria-labelledby={`tab-${open}`} tabIndex={0}>
          {children}
        </div>
      )}
    </section>
  );
}
