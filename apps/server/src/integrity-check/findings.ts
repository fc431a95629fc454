export interface Finding {
  /** What is wrong, in a few words. */
  what: string;
  /** Examples, at most `mostShown`. */
  shown: string[];
  /** The total number. */
  count: number;
}

export const mostShown = 10;

/** The findings of a check, by kind. It keeps only as many examples of each kind as are shown. */
export class Findings {
  readonly #found = new Map<string, Finding>();

  add(what: string, row: string): void {
    this.addMany(what, [row], 1);
  }

  /** `shown` are some of the `count` findings. */
  addMany(what: string, shown: readonly string[], count: number): void {
    const finding = this.#found.get(what) ?? { what, shown: [], count: 0 };
    this.#found.set(what, finding);
    finding.count += count;
    finding.shown.push(...shown.slice(0, mostShown - finding.shown.length));
  }

  list(): Finding[] {
    return [...this.#found.values()];
  }
}
