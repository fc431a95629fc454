import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { foldersOf, spaceOf } from './in-one-statement.ts';
import type { Addition } from './in-one-statement.ts';

/**
 * The items `f` that something is added to: locks them against removal, in this order. A subquery that locks is done for each id. A join would
 * read the whole table with a plan that was made while it was small.
 */
export const lockedFolders = (added: readonly Addition[]): RawBuilder<unknown> => sql`
  unnest(${foldersOf(added)}::uuid[]) as asked (id) cross join lateral (
    select i.id, i.name, i.is_file from instance i where i.id = asked.id and i.space_id = ${spaceOf(added)} and i.deleted_at is null
    for key share
  ) f`;
