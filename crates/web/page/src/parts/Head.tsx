import { useState } from "preact/hooks";
import { compact, useMedia } from "../media";
import { addressOf } from "../place";
import { texts } from "../texts";
import type { Theme } from "../theme";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { Nav } from "./Nav";
import { OpenFile } from "./OpenFile";

interface Props {
  theme: Theme;
  turnTheme: () => void;
  sounds: boolean;
  setSounds: (on: boolean) => void;
  openHelp: () => void;
}

export function Head({ theme, turnTheme, sounds, setSounds, openHelp }: Props) {
  const isCompact = useMedia(compact);
  const [menu, setMenu] = useState(false);
  const close = () => setMenu(false);
  const settings = (
    <>
      <a class="button quiet" href={addressOf({ view: "learn", step: "capture" })} onClick={close}>
        {texts.learn.open}
      </a>
      <OpenFile chosen={close} />
      <Button kind="quiet" act={turnTheme}>
        {texts.theme[theme]}
      </Button>
      <Button kind="quiet" on={sounds} act={() => setSounds(!sounds)}>
        {texts.sounds}
      </Button>
      <Button
        kind="quiet"
        shortcut="?"
        act={() => {
          close();
          openHelp();
        }}
      >
        {texts.help}
      </Button>
    </>
  );
  return (
    <header class="head">
      <h1>
        {texts.name} <small>{texts.tagline}</small>
      </h1>
      <Nav />
      {isCompact ? (
        <Button kind="quiet" act={() => setMenu(true)}>
          {texts.menu}
        </Button>
      ) : (
        settings
      )}
      {menu && (
        <Dialog title={texts.menu} close={close}>
          <div class="sheet">
            {settings}
            <Button kind="quiet" act={close}>
              {texts.close}
            </Button>
          </div>
        </Dialog>
      )}
    </header>
  );
}
