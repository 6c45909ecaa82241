import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Tab } from "../tabs";
import { texts } from "../texts";

interface Props {
  tabs: readonly Tab[];
  open: Tab;
  choose: (tab: Tab) => void;
  children: ComponentChildren;
}

/** One view into the engine at a time. Arrow keys go from tab to tab, as everywhere. */
export function Tabs({ tabs, open, choose, children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const turn = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    // The arrows of the board must not hear it.
    event.preventDefault();
    event.stopPropagation();
    const next = (tabs.indexOf(open) + step + tabs.length) % tabs.length;
    choose(tabs[next] ?? open);
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
            aria-controls="tab-panel"
            tabIndex={tab === open ? 0 : -1}
            onClick={() => choose(tab)}
          >
            {texts.tabs[tab]}
          </button>
        ))}
      </div>
      <div class="tab-panel" id="tab-panel" role="tabpanel" aria-labelledby={`tab-${open}`}>
        {children}
      </div>
    </section>
  );
}
