import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { inTurns } from '../in-turns.ts';
import { lookSoon } from './check-queries.ts';
import { findFiles } from './file-queries.ts';
import { judge, releaseOf } from './judge.ts';
import type { Release } from './judge.ts';
import { readPolicy } from './rule-queries.ts';

/**
 * Judges these items of a link at the moment of use: each file's present content, name and sensitivity, by the rules of now. Items that are
 * missing in the map are released.
 */
export async function releases(
  database: Kysely<Tables>,
  linkId: string,
  instanceIds: readonly InstanceId[],
): Promise<ReadonlyMap<InstanceId, Release>> {
  const { rules, everything } = await readPolicy(database);
  const judged = new Map<InstanceId, Release>();
  let forgotten = false;
  for await (const file of inTurns(await findFiles(database, linkId, instanceIds))) {
    const release = releaseOf(judge(rules, file), file.decision, everything);
    judged.set(file.id, release);
    forgotten ||= release === 'verifying' && !file.asked;
  }
  if (forgotten) await lookSoon(database, linkId);
  return judged;
}

/** The same as others receive it. */
export type ReadReleases = typeof releases;
