import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/index.ts';

export type AuditRow = Selectable<Tables['audit_log']>;

/** The entries that `work` leaves, oldest first. Those of refusals are written a moment after their answers. */
export async function entriesOf(database: Kysely<Tables>, work: () => Promise<unknown>, waitMs = 300): Promise<AuditRow[]> {
  const newest = await database
    .selectFrom('audit_log')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  await work();
  await new Promise((resolve) => void setTimeout(resolve, waitMs));
  return database
    .selectFrom('audit_log')
    .selectAll()
    .where('id', '>', newest?.id ?? 0)
    .orderBy('id')
    .execute();
}

export const shown = ({ action, result, object_name: name }: AuditRow): [string, number, string | null] => [action, result, name];
