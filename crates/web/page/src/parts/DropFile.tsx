import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { texts } from "../texts";

/** Files may be dropped anywhere on the page. */
export function DropFile({ dropped, children }: { dropped: (files: File[]) => void; children: ComponentChildren }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const drag = (event: DragEvent) => {
      if (!hasFile(event)) return;
      // Without this the browser would leave the page and show the file.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) dropped(files);
    };
    addEventListener("dragover", drag);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", drag);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return (
    <>
      {children}
      {over && <div class="drop-here">{texts.library.dropHere}</div>}
    </>
  );
}
