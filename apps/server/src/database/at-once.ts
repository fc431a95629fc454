interface Limits {
  /** Is asked when work comes and when some has ended. */
  most(): number;
  /** Who waited for so long is refused. */
  mostMs: number;
  tooLate(): Error;
}

/** Does so many pieces of work at once. The others wait, in the order in which they came. */
export class AtOnce {
  readonly #limits: Limits;
  readonly #waiting = new Set<() => void>();
  #underWay = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** Throws what `tooLate` makes before the work begins. */
  async run<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#waiting.size > 0 || this.#underWay >= this.#limits.most()) await this.#turn();
    else this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (const begin of this.#waiting) {
      if (this.#underWay >= this.#limits.most()) return;
      begin();
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(begin);
        this.#underWay += 1;
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(this.#limits.tooLate());
      }, this.#limits.mostMs);
      this.#waiting.add(begin);
    });
  }
}
