import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { RolePreview } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { pathsOf } from '../departments/index.ts';
import { inTurns } from '../in-turns.ts';
import { countEffects } from './change-rules.ts';
import { eachHolder } from './holder-queries.ts';
import type { RoleChange } from './role-changes.ts';

/** Counts who gains and who loses what, item by item. Nobody is read if nothing changes. */
export async function previewOf<Item extends string>(database: Kysely<Tables>, change: RoleChange<Item>): Promise<RolePreview<Item>> {
  const { every, difference, holders, effectOn } = change;
  const count = countEffects(every, difference, limits.previewedPeople);
  if (difference.added.length + difference.removed.length > 0)
    await eachHolder(database, holders, async (some) => {
      for await (const holder of inTurns(some)) count.add(holder, effectOn(holder));
    });
  const departmentIds = new Set(count.listed.flatMap(({ departmentId }) => departmentId ?? []));
  const paths = await pathsOf(database, [...departmentIds]);
  return count.result((departmentId) => (departmentId === null ? [] : (paths.get(departmentId) ?? [])));
}
