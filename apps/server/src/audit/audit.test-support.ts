import assert from 'node:assert/strict';
import type { Kysely, Selectable } from 'kysely';
import { actionNames } from '@alcove/contract/action-names';
import { detailField } from '@alcove/contract/log-detail-names';
import type { Tables } from '../database/index.ts';

export type AuditRow = Selectable<Tables['audit_log']>;

/**
 * The entries that `work` leaves, oldest first. Those of refusals are written a moment after their answers. The test fails if one has
 * something without a name, which nobody could read.
 */
export async function entriesOf(database: Kysely<Tables>, work: () => Promise<unknown>, waitMs = 300): Promise<AuditRow[]> {
  const newest = await database
    .selectFrom('audit_log')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  await work();
  await new Promise((resolve) => void setTimeout(resolve, waitMs));
  const entries = await database
    .selectFrom('audit_log')
    .selectAll()
    .where('id', '>', newest?.id ?? 0)
    .orderBy('id')
    .execute();
  assert.deepEqual(entries.flatMap(nameless), []);
  return entries;
}

function nameless({ action, detail }: AuditRow): string[] {
  const { before } = detail ?? {};
  const was = typeof before === 'object' && before !== null && !Array.isArray(before) ? Object.keys(before) : [];
  const fields = [...Object.keys(detail ?? {}), ...was].filter((name) => !detailField(action, name));
  return [...(action in actionNames ? [] : [action]), ...fields.map((name) => `${action} ${name}`)];
}

export const shown = ({ action, result, object_name: name }: AuditRow): [string, number, string | null] => [action, result, name];
