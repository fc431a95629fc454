import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { turns } from '../in-turns.ts';
import { findFolderDecisions, findWays } from './folder-queries.ts';
import type { ItemOnWay } from './folder-queries.ts';
import { judgeNames, releaseOfFolder } from './judge-names.ts';
import { looksIntoText } from './judge.ts';
import type { Judgement, Rule } from './judge.ts';

export interface HeldByFolders {
  /** Items that are not there for visitors because of their own name, if they are folders, or that of a folder above. */
  held: ReadonlyMap<InstanceId, 'hidden' | 'refused'>;
  /** Nobody looks at one of the folders. */
  forgotten: boolean;
}

/** What the names of folders hold back of these items of a link: everything below a folder whose name visitors may not read. */
export async function heldByFolders(
  database: Kysely<Tables>,
  linkId: string,
  rules: readonly Rule[],
  instanceIds: readonly InstanceId[],
): Promise<HeldByFolders> {
  if (!rules.some(looksIntoText) || instanceIds.length === 0) return { held: new Map(), forgotten: false };
  const othersTurn = turns();
  const items = new Map<InstanceId, ItemOnWay>();
  const found = new Map<InstanceId, Judgement>();
  for (const item of await findWays(database, linkId, instanceIds)) {
    await othersTurn();
    items.set(item.id, item);
    const judgement = item.isFile ? null : judgeNames(rules, [item.name]);
    if (judgement && (judgement.refusedBy !== null || judgement.found.length > 0)) found.set(item.id, judgement);
  }
  if (found.size === 0) return { held: new Map(), forgotten: false };
  const decisions = await findFolderDecisions(database, linkId, [...found.keys()]);
  const held = new Map<InstanceId, 'hidden' | 'refused'>();
  let forgotten = false;
  for (const [id, judgement] of found) {
    const { decision = null, asked = false } = decisions.get(id) ?? {};
    const release = releaseOfFolder(judgement, decision);
    if (release !== 'released') held.set(id, release);
    forgotten ||= release === 'hidden' && !asked;
  }
  const above = (id: InstanceId): 'hidden' | 'refused' | undefined => {
    let worst: 'hidden' | 'refused' | undefined;
    for (let at = items.get(id); at && worst !== 'refused'; at = at.parentId === null ? undefined : items.get(at.parentId))
      worst = held.get(at.id) ?? worst;
    return worst;
  };
  const all = instanceIds.flatMap((id) => {
    const why = above(id);
    return why ? [[id, why] as const] : [];
  });
  return { held: new Map(all), forgotten };
}
