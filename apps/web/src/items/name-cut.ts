/** Where names may be cut: before a whole character as people see it, an emoji of several signs among them. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

interface Parts {
  start: HTMLElement;
  tail: HTMLElement;
}
const partsOf = (name: Element): Parts => ({ start: name.children[0] as HTMLElement, tail: name.children[1] as HTMLElement });

/** How much of the room of `start` is left over beside the last of its characters that is whole. Pixels. */
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
 * The dots of a name that does not fit stand close to its last whole character, and the end close to the dots: what is left of
 * the room goes to the right of all. Only painted elsewhere, so that the measure of the name does not depend on its cut. Of
 * many names at once everything is written, read, then written: one layout for all.
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
/** Keeps a name cut as its room changes; the answer ends that. */
export function keepCut(name: Element | null): (() => void) | undefined {
  if (!name) return undefined;
  resized.observe(name);
  return () => resized.unobserve(name);
}
