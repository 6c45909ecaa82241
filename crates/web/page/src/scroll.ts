// Scrolling what is inside the page, and never the page itself: the board must not move away.

/** Brings an element into sight within everything around it that scrolls. */
export function scrollInside(element: HTMLElement): void {
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around);
    if (![overflowX, overflowY].some((overflow) => overflow === "auto" || overflow === "scroll")) continue;
    const [inner, outer] = [element.getBoundingClientRect(), around.getBoundingClientRect()];
    around.scrollTop += outside(inner.top, inner.bottom, outer.top, outer.bottom);
    around.scrollLeft += outside(inner.left, inner.right, outer.left, outer.right);
  }
}

/** How far a stretch lies outside of another, in the direction of scrolling. */
export function outside(from: number, to: number, least: number, most: number): number {
  if (from < least) return from - least;
  return to > most ? Math.min(to - most, from - least) : 0;
}
