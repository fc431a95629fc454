/** Names are cut between graphemes, so that an emoji of several code points stays whole. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

interface Parts {
  start: HTMLElement;
  tail: HTMLElement;
}
const partsOf = (name: Element): Parts => ({ start: name.children[0] as HTMLElement, tail: name.children[1] as HTMLElement });

/** The pixels of `start` that remain empty after its last whole grapheme. */
function leftOver(start: HTMLElement): number {
  const text = start.firstChild as Text;
  const range = document.createRange();
  const widthOf = (end: number): number => {
    range.setStart(text, 0);
    range.setEnd(text, end);
    return range.getBoundingClientRect().width;
  };
  const room = start.getBoundingClientRect().width;
  const ends = [...graphemes.segment(text.data)].map(({ index }) => index);
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(ends[middle]!) <= room) low = middle;
    else high = middle - 1;
  }
  return room - widthOf(ends[low]!);
}

/**
 * Moves the ellipsis next to the last whole character and the tail next to the ellipsis; the leftover space goes to the right end. Only
 * painting moves, so that a name's measured width does not depend on its cut. For many names, all writes and reads are batched into one
 * layout.
 */
export function cutNames(names: readonly Element[]): void {
  for (const name of names) {
    const { start, tail } = partsOf(name);
    name.removeAttribute('data-cut');
    start.style.clipPath = tail.style.transform = '';
  }
  const tooLong = names.filter((name) => partsOf(name).start.scrollWidth > partsOf(name).start.clientWidth);
  for (const name of tooLong) name.setAttribute('data-cut', '');
  const gaps = tooLong.map((name) => leftOver(partsOf(name).start));
  tooLong.forEach((name, index) => {
    const { start, tail } = partsOf(name);
    start.style.clipPath = `inset(0 ${gaps[index]}px 0 0)`;
    tail.style.transform = `translateX(-${gaps[index]}px)`;
  });
}

const resized = new ResizeObserver((entries) => cutNames(entries.map(({ target }) => target)));
/** Updates a name's cut whenever its width changes; returns a function that stops this. */
export function keepCut(name: Element | null): (() => void) | undefined {
  if (!name) return undefined;
  resized.observe(name);
  return () => resized.unobserve(name);
}
