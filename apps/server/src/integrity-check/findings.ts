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

  add(what: string, row: string): void {
    this.addMany(what, [row], 1);
  }

  /** `shown`: some of the `count` that there are. */
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
