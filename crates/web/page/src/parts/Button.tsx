import type { ComponentChildren } from "preact";
import { useShortcuts } from "../shortcuts";

interface Props {
  children: ComponentChildren;
  act: () => void;
  /** Cannot be used now. It stays focusable, so that the focus does not vanish while the partner thinks. */
  off?: boolean;
  /** For a switch: whether it is on. */
  on?: boolean;
  shortcut?: string;
  title?: string;
  kind?: "main" | "plain" | "quiet";
}

export function Button({ children, act, off = false, on, shortcut, title, kind = "plain" }: Props) {
  const key = useShortcuts() ? shortcut : undefined;
  return (
    <button
      type="button"
      class={`button ${kind}`}
      aria-disabled={off}
      aria-pressed={on}
      aria-keyshortcuts={key}
      title={title}
      onClick={() => {
        if (!off) act();
      }}
    >
      {children}
      {key && <kbd aria-hidden="true">{key}</kbd>}
    </button>
  );
}
