import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Props {
  title: string;
  close: () => void;
  children: ComponentChildren;
}

/** A real dialog: the browser keeps the focus inside and gives it back afterwards. */
export function Dialog({ title, close, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="dialog-title" onCancel={close}>
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}
