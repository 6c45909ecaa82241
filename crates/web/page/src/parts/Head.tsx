import { texts } from "../texts";
import type { Theme } from "../theme";
import { Button } from "./Button";
import { Nav } from "./Nav";

interface Props {
  theme: Theme;
  turnTheme: () => void;
  sounds: boolean;
  setSounds: (on: boolean) => void;
  openHelp: () => void;
}

export function Head({ theme, turnTheme, sounds, setSounds, openHelp }: Props) {
  return (
    <header class="head">
      <h1>
        {texts.name} <small>{texts.tagline}</small>
      </h1>
      <Nav />
      <Button kind="quiet" act={turnTheme}>
        {texts.theme[theme]}
      </Button>
      <Button kind="quiet" on={sounds} act={() => setSounds(!sounds)}>
        {texts.sounds}
      </Button>
      <Button kind="quiet" shortcut="?" act={openHelp}>
        {texts.help}
      </Button>
    </header>
  );
}
