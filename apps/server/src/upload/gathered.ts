/**
 * Statements that requests of one moment share. What is asked while a statement is under way waits, and goes together with the next one. So
 * gathering grows with the load, somebody who is alone waits for nobody, and those who want the same space's row do not wait for each other's
 * commits.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '../http/index.ts';
import { isOfValue } from './in-one-statement.ts';
import type { UploadDeps } from './deps.ts';
import type { Statement } from './in-set.ts';

/** A larger statement would hold its locks too long. */
const mostTogether = 64;

/**
 * Those whom one statement answered come back at almost the same time, so the next one waits so many turns of the event loop for them. Somebody who
 * is alone does not wait. A turn in which nothing happens takes some microseconds.
 */
const turnsForOthers = 5;

/** What begins here belongs to several requests, so to none. */
const outside = AsyncLocalStorage.snapshot();

/** Parts with the same key go together. */
export function gathered<Part, Answer>(statement: Statement<Part, Answer>, keyOf: (part: Part) => string): Statement<Part, Answer> {
  const lines = new WeakMap<object, Map<string, Line<Part, Answer>>>();
  const last: LastSent = { together: 1 };
  return async (deps, parts) => {
    let ofDatabase = lines.get(deps.database);
    if (!ofDatabase) lines.set(deps.database, (ofDatabase = new Map()));
    const open = ofDatabase;
    return Promise.all(
      parts.map((part) => {
        const key = keyOf(part);
        let line = open.get(key);
        if (!line) open.set(key, (line = new Line(statement, deps, last, () => open.delete(key))));
        return line.ask(part);
      }),
    );
  };
}

/** Who asks: the same rights and the same uploads. */
export const askerOf = ({ caller: { userId, visitor, look } }: { caller: Caller }): string =>
  [userId, visitor?.linkId, visitor?.person?.userId, look?.lookId].join(' ');

interface Waiting<Part, Answer> {
  part: Part;
  resolve(answer: Answer | Error): void;
  reject(error: unknown): void;
}

/** How many the last statement of its kind answered. */
interface LastSent {
  together: number;
}

class Line<Part, Answer> {
  readonly #statement: Statement<Part, Answer>;
  readonly #deps: UploadDeps;
  readonly #last: LastSent;
  readonly #end: () => void;
  #waiting: Waiting<Part, Answer>[] = [];
  #isBusy = false;

  constructor(statement: Statement<Part, Answer>, deps: UploadDeps, last: LastSent, end: () => void) {
    [this.#statement, this.#deps, this.#last, this.#end] = [statement, deps, last, end];
  }

  ask(part: Part): Promise<Answer | Error> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ part, resolve, reject });
      if (this.#isBusy) return;
      this.#isBusy = true;
      outside(() => setImmediate(() => void this.#sendAll()));
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (this.#last.together > 1) for (let turn = 0; turn < turnsForOthers; turn++) await nextTurn();
      const those = this.#waiting.splice(0, mostTogether);
      this.#last.together = those.length;
      await this.#send(those);
    }
    this.#end();
  }

  async #send(those: readonly Waiting<Part, Answer>[]): Promise<void> {
    const parts = those.map(({ part }) => part);
    try {
      const answers = await this.#statement(this.#deps, parts);
      those.forEach(({ resolve }, at) => resolve(answers[at]!));
    } catch (error) {
      // One part's value made the statement fail. Alone, it fails for that one.
      if (isOfValue(error) && those.length > 1) for (const one of those) await this.#send([one]);
      else for (const { reject } of those) reject(error);
    }
  }
}
