import { useRef } from "preact/hooks";
import { library, useLibrary } from "../library";
import { texts } from "../texts";
import { Button } from "./Button";

/** Chooses a game record. */
export function OpenFile({ chosen = () => {} }: { chosen?: () => void }) {
  const bringing = useLibrary((shelf) => shelf.bringing);
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button kind="quiet" off={bringing} title={texts.library.openFileMeans} act={() => chooser.current?.click()}>
        {texts.library.openFile}
      </Button>
      <input
        ref={chooser}
        hidden
        type="file"
        accept=".sgf,application/x-go-sgf"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again.
          event.currentTarget.value = "";
          chosen();
          if (file) void library.bringAlong(file);
        }}
      />
    </>
  );
}
