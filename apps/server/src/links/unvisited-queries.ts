/** Links that nobody visits. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { among } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { NamedLink } from './links-queries.ts';

/** A visit counts from its beginning; a link that was never visited counts from when it opened or was changed last. */
const isUnvisited = (days: number): RawBuilder<boolean> =>
  sql<boolean>`l.state = 'valid' and greatest(l.changed_at, l.visited_at) < now() - make_interval(days => ${days})`;

export interface UnvisitedLink extends NamedLink {
  path: string;
}

/** Open links that nobody visited for so many days, those that wait longest first. */
export async function findUnvisited(
  database: Kysely<Tables>,
  { days, limit }: { days: number; limit: number },
): Promise<{ id: string; instance_id: InstanceId }[]> {
  const { rows } = await sql<{ id: string; instance_id: InstanceId }>`
    select l.id, l.instance_id from link l where ${isUnvisited(days)} order by greatest(l.changed_at, l.visited_at) limit ${limit}`.execute(
    database,
  );
  return rows;
}

/** Locks those of the links that are still unvisited, in the order of ids. A visit that begins at the same moment comes before or after. */
export async function lockUnvisited(
  transaction: Transaction<Tables>,
  { linkIds, days }: { linkIds: readonly string[]; days: number },
): Promise<UnvisitedLink[]> {
  const { rows } = await sql<UnvisitedLink>`
    select l.id, l.creator_id, l.path, l.name, i.name as instance_name from link l join instance i on i.id = l.instance_id
    where l.id = ${among(linkIds)} and ${isUnvisited(days)} order by l.id for update of l`.execute(transaction);
  return rows;
}
