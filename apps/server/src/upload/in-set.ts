/**
 * What is done for several items of a call at the same time. Each item goes its own way, but what they all ask the database is one statement,
 * and what they all change is one commit.
 */
import type { EachAnswer } from '@alcove/contract';
import { refusalOf } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import type { UploadDeps } from './deps.ts';

/** Asks or changes something for several items. The answers are in the order of the items. An answer that is an error is thrown, for its item alone. */
export type Statement<Part, Answer> = (deps: UploadDeps, parts: readonly Part[]) => Promise<readonly (Answer | Error)[]>;

/** The set that an item belongs to. */
export interface OfSet {
  /**
   * Waits until every item of the set waits or is done, then sends one statement for those who wait for it, in the order of the items: of two
   * with one name the first gets it, however long their stores took.
   */
  together<Part, Answer>(statement: Statement<Part, Answer>, part: Part): Promise<Exclude<Answer, Error>>;
  /** For what must not take many connections at once: one item after the other. No item may wait for the set in it. */
  inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer>;
}

interface Waiting {
  /** The place of its item in the set. */
  at: number;
  part: unknown;
  resolve(answer: never): void;
  reject(error: unknown): void;
}

export async function inSet<Item, Answer>(
  deps: UploadDeps,
  items: readonly Item[],
  work: (item: Item, set: OfSet) => Promise<Answer>,
): Promise<PromiseSettledResult<Answer>[]> {
  const waiting = new Map<Statement<never, unknown>, Waiting[]>();
  let running = items.length;
  let last: Promise<unknown> = Promise.resolve();

  async function send(statement: Statement<never, unknown>, unordered: readonly Waiting[]): Promise<void> {
    const those = unordered.toSorted((one, other) => one.at - other.at);
    try {
      const answers = await statement(deps, those.map(({ part }) => part) as never[]);
      those.forEach(({ resolve, reject }, at) => (answers[at] instanceof Error ? reject(answers[at]) : resolve(answers[at] as never)));
    } catch (error) {
      for (const { reject } of those) reject(error);
    }
  }
  function sendIfAllWait(): void {
    if (running > 0) return;
    const sets = [...waiting];
    waiting.clear();
    for (const [, those] of sets) running += those.length;
    for (const [statement, those] of sets) void send(statement, those);
  }
  const setOf = (at: number): OfSet => ({
    together: (statement, part) =>
      new Promise((resolve, reject) => {
        const key = statement as Statement<never, unknown>;
        const those = waiting.get(key) ?? [];
        waiting.set(key, [...those, { at, part, resolve, reject }]);
        running -= 1;
        sendIfAllWait();
      }),
    inTurn(turn) {
      const answer = last.then(turn);
      last = answer.catch(() => {});
      return answer;
    },
  });
  return Promise.allSettled(
    items.map(async (item, at) => {
      try {
        return await work(item, setOf(at));
      } finally {
        running -= 1;
        sendIfAllWait();
      }
    }),
  );
}

/** The same for one item. */
export async function alone<Item, Answer>(
  deps: UploadDeps,
  item: Item,
  work: (item: Item, set: OfSet) => Promise<Answer>,
): Promise<Answer> {
  const [only] = await inSet(deps, [item], work);
  if (only!.status === 'rejected') throw only!.reason;
  return only!.value;
}

/** A refusal becomes the answer of its item. An unexpected error fails the whole call, which can be repeated. */
export async function eachAnswered<Item, Answer>(
  deps: UploadDeps,
  items: readonly Item[],
  { language }: UserContext,
  work: (item: Item, set: OfSet) => Promise<Answer>,
): Promise<EachAnswer<Answer>[]> {
  return (await inSet(deps, items, work)).map((one) =>
    one.status === 'fulfilled' ? { done: true, data: one.value } : { done: false, ...refusalOf(one.reason, language) },
  );
}
