import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { inTurns } from '../in-turns.ts';
import { lookSoon } from './check-queries.ts';
import { findFiles } from './file-queries.ts';
import { heldByFolders } from './held-by-folders.ts';
import { isNameHeld, judge, releaseOf } from './judge.ts';
import type { Release } from './judge.ts';
import { readPolicy } from './rule-queries.ts';

/** An item of a link. With `version`, the content of this version is meant. */
export interface Leaving {
  instanceId: InstanceId;
  version?: number;
}

/**
 * Judges these items of a link at the moment of use: each file's present content, name and sensitivity, by the rules of now. A version that is not the
 * newest any more is `verifying`: the judgement of another content says nothing of it. Folders, and what is below them, are judged by their names. Items that are missing in the map are released.
 */
export async function releases(
  database: Kysely<Tables>,
  linkId: string,
  items: readonly Leaving[],
): Promise<ReadonlyMap<InstanceId, Release>> {
  const { rules, everything } = await readPolicy(database);
  const judged = new Map<InstanceId, Release>();
  let forgotten = false;
  const meant = new Map(items.map(({ instanceId, version }) => [instanceId, version]));
  for await (const file of inTurns(await findFiles(database, linkId, [...meant.keys()]))) {
    const release = releaseOf(judge(rules, file), file.decision, everything);
    const hidden = release === 'verifying' && !file.named && isNameHeld(rules, file.name, everything);
    const version = meant.get(file.id) ?? file.version;
    const isOther = release === 'released' && version !== file.version;
    judged.set(file.id, hidden ? 'hidden' : isOther ? 'verifying' : release);
    forgotten ||= release === 'verifying' && !file.asked;
  }
  const folders = await heldByFolders(database, linkId, rules, [...meant.keys()]);
  for (const [id, why] of folders.held) if (judged.get(id) !== 'refused') judged.set(id, why);
  forgotten ||= folders.forgotten;
  if (forgotten) await lookSoon(database, linkId);
  return judged;
}

/** The same as others receive it. */
export type ReadReleases = typeof releases;
