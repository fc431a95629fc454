/**
 * A limit on removals. A bug that makes everything look unneeded must not empty the store before somebody can read the log. In any 24
 * hours, at most the larger of a fixed number and a share of all contents is removed. The rest waits, and the log says so.
 */
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { countForBrake } from './brake-queries.ts';
import type { RemovalKind } from './brake-queries.ts';

const defaults: Record<RemovalKind, { least: number; share: number }> = {
  content: { least: 10_000, share: 0.1 },
  stray: { least: 1000, share: 0.01 },
};

export interface Allowance {
  /** How many may still be removed now. */
  left: number;
  mostADay: number;
}

/** `mostADay` is the operator's limit; null: the default. */
export async function allowanceOf(database: Kysely<Tables>, kind: RemovalKind, mostADay: number | null): Promise<Allowance> {
  const { least, share } = defaults[kind];
  const { contents, removed } = await countForBrake(database, kind);
  const most = mostADay ?? Math.max(least, Math.floor(contents * share));
  return { left: Math.max(0, most - removed), mostADay: most };
}
