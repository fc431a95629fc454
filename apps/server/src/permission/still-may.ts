import type { Kysely } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Asker } from '../http/index.ts';
import { Failure } from '../http/index.ts';
import { findItemAlso, isActiveAndThere } from './item-queries.ts';
import { judge } from './authorise.ts';

/** Whether what was allowed earlier is allowed still: by the right, because the person may still sign in, and as that version is there. */
export async function stillMay(
  database: Kysely<Tables>,
  asker: Asker,
  instanceId: string,
  items: readonly PermissionItem[],
  version: number | null = null,
): Promise<boolean> {
  const found = await findItemAlso(database, asker, instanceId, isActiveAndThere(asker.userId, version));
  return found !== undefined && found.also && items.every((item) => !(judge(found.place, item) instanceof Failure));
}
