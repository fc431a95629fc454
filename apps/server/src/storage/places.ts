/** Names are forgotten beyond this, if none of their places is taken. */
const fewNames = 1000;

/**
 * Counts concurrent work per name, so that nobody occupies everything. Free names stay for a while: a map that gains and loses a name with
 * every request makes a new table every few requests, and V8 keeps all of these tables until it collects its whole heap.
 */
export class Places {
  readonly #taken = new Map<string, number>();
  #mostNames = fewNames;

  /** Takes one place under each name. Returns false and takes none if one of the names has reached its limit. */
  take(wanted: readonly { name: string; most: number }[]): boolean {
    if (wanted.some(({ name, most }) => this.of(name) >= most)) return false;
    for (const { name } of wanted) this.#taken.set(name, this.of(name) + 1);
    if (this.#taken.size > this.#mostNames) this.#forgetFree();
    return true;
  }

  /** How many places are taken under a name. */
  of(name: string): number {
    return this.#taken.get(name) ?? 0;
  }

  giveBack(wanted: readonly { name: string }[]): void {
    for (const { name } of wanted) this.#taken.set(name, this.of(name) - 1);
  }

  #forgetFree(): void {
    for (const [name, taken] of this.#taken) if (taken === 0) this.#taken.delete(name);
    this.#mostNames = Math.max(fewNames, 2 * this.#taken.size);
  }
}
