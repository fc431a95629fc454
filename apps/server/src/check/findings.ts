export interface Finding {
  /** What is wrong, in a few words. */
  what: string;
  /** What shows it, at most `mostShown`. */
  shown: string[];
  /** How many there are in all. */
  count: number;
}

export const mostShown = 10;

/** What a check found, by kind. Holds no more of each than is shown. */
export class Findings {
  readonly #found = new Map<string, Finding>();

  /** `count`: how many of the kind there are, where that is known; otherwise each is counted as it is told. */
  add(what: string, row: string, count?: number): void {
    const finding = this.#found.get(what) ?? { what, shown: [], count: 0 };
    this.#found.set(what, finding);
    finding.count = count ?? finding.count + 1;
    if (finding.shown.length < mostShown) finding.shown.push(row);
  }

  list(): Finding[] {
    return [...this.#found.values()];
  }
}
