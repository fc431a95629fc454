/** Counts concurrent work per name, so that nobody occupies everything. */
export class Places {
  readonly #taken = new Map<string, number>();

  /** Takes one place under each name. Returns false and takes none if one of the names has reached its limit. */
  take(wanted: readonly { name: string; most: number }[]): boolean {
    if (wanted.some(({ name, most }) => this.of(name) >= most)) return false;
    for (const { name } of wanted) this.#taken.set(name, this.of(name) + 1);
    return true;
  }

  /** How many places are taken under a name. */
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
