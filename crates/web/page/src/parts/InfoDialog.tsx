import type { ComponentChildren } from "preact";
import { texts } from "../texts";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

/** A dialog to read and close. */
export function InfoDialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  return (
    <Dialog title={title} close={close}>
      {children}
      <div class="buttons">
        <Button kind="main" act={close}>
          {texts.close}
        </Button>
      </div>
    </Dialog>
  );
}
