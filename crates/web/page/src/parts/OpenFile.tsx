import { useRef } from "preact/hooks";
import { library, useLibrary } from "../library";
import { texts } from "../texts";
import { Button } from "./Button";

/** Chooses game records. */
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
        multiple
        accept=".sgf,application/x-go-sgf"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file may be chosen again.
          event.currentTarget.value = "";
          chosen();
          if (files.length > 0) void library.bringAlong(files);
        }}
      />
    </>
  );
}
