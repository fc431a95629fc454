import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { RolePreview } from '@alcove/contract';
import { inTransaction } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { pathsOf } from '../departments/index.ts';
import { countAffected } from './affected-queries.ts';
import { summaryOf } from './change-rules.ts';
import type { RoleChange } from './role-changes.ts';

/** Counts who gains and who loses what, item by item. Nobody is read if nothing changes. */
export async function previewOf<Item extends string>(database: Kysely<Tables>, change: RoleChange<Item>): Promise<RolePreview<Item>> {
  const { every, difference } = change;
  const mostListed = limits.previewedPeople;
  if (difference.added.length + difference.removed.length === 0) return { people: 0, gain: 0, lose: 0, items: [], listed: [] };
  return inTransaction(database, async (transaction) => {
    const counted = await countAffected(transaction, await change.affected(transaction), mostListed);
    const departmentIds = new Set(counted.first.slice(0, mostListed).flatMap(({ departmentId }) => departmentId ?? []));
    const paths = await pathsOf(transaction, [...departmentIds]);
    const pathOf = (departmentId: string | null): string[] => (departmentId === null ? [] : (paths.get(departmentId) ?? []));
    return summaryOf(every, difference, counted, { mostListed, pathOf });
  });
}
