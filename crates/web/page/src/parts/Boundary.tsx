import { Component } from "preact";
import type { ComponentChildren } from "preact";
import { texts } from "../texts";
import { Button } from "./Button";

/** Where something below it breaks, the page says so and how to go on, instead of going blank. */
export class Boundary extends Component<{ children: ComponentChildren }, { broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main class="broken" role="alert">
        <h1>{texts.broken}</h1>
        <p>{texts.brokenHow}</p>
        <Button kind="main" act={() => location.reload()}>
          {texts.reload}
        </Button>
      </main>
    );
  }
}
