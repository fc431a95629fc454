/**
 * A small upload has no row before it is saved (docs/decisions/0108), so what nobody saves is a stray object. How many of them there are is counted, because the brake
 * (`brake.ts`) is meant for those that nobody can explain.
 */
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { dayOfPlan } from '../plan-key.ts';
import { addExpected, findExpected } from './expected-stray-queries.ts';
import type { PerDay } from './expected-stray-queries.ts';

/** What this process knows and the database does not yet. A crash loses it: then a few more or fewer count for the brake. */
export class ExpectedStrays {
  #more: PerDay = new Map();

  /** The bytes of a small upload with this key may arrive. */
  planned(objectKey: string): void {
    this.#add(objectKey, 1);
  }

  /** It is saved, or its removal is scheduled. */
  settled(objectKey: string): void {
    this.#add(objectKey, -1);
  }

  /** Returns 0, so the next turn comes at the usual time. */
  async flush(database: Kysely<Tables>): Promise<0> {
    const more = this.#more;
    this.#more = new Map();
    if (more.size > 0) await addExpected(database, more);
    return 0;
  }

  #add(objectKey: string, count: number): void {
    const day = dayOfPlan(objectKey);
    if (day !== null) this.#more.set(day, (this.#more.get(day) ?? 0) + count);
  }
}

/** Which strays are those that were expected, and which nobody can explain. */
export function divideStrays(keys: readonly string[], expected: ReadonlyMap<string, number>): { expected: string[]; others: string[] } {
  const left = new Map(expected);
  const divided = { expected: [] as string[], others: [] as string[] };
  for (const key of keys) {
    const day = dayOfPlan(key);
    const count = day === null ? 0 : (left.get(day) ?? 0);
    if (day !== null && count > 0) left.set(day, count - 1);
    divided[count > 0 ? 'expected' : 'others'].push(key);
  }
  return divided;
}

/** The same, with what the database expects. */
export const explainStrays = async (database: Kysely<Tables>, keys: readonly string[]): Promise<ReturnType<typeof divideStrays>> =>
  divideStrays(keys, await findExpected(database));
