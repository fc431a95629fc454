/** Counts what is at work under a name, so that nobody takes everything. */
export class Places {
  readonly #taken = new Map<string, number>();

  /** Takes one place under each name; false, and none taken, when one of them has as many as it may. */
  take(wanted: readonly { name: string; most: number }[]): boolean {
    if (wanted.some(({ name, most }) => this.of(name) >= most)) return false;
    for (const { name } of wanted) this.#taken.set(name, this.of(name) + 1);
    return true;
  }

  /** How many are taken under a name. */
  of(name: string): number {
    return this.#taken.get(name) ?? 0;
  }

  giveBack(wanted: readonly { name: string }[]): void {
    for (const { name } of wanted) {
      const left = this.of(name) - 1;
      if (left > 0) this.#taken.set(name, left);
      else this.#taken.delete(name);
    }
  }
}
