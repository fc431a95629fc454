import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { endSharesOn } from '../sharing/index.ts';
import { amongst, chunks } from './chunks.ts';
import type { Pair } from './merge-plan.ts';

/**
 * The folders whose content came into others, and that hold nothing any more, are no items of their own from now on: no bin shows them,
 * and their rows go a few days later, when nothing points to them (`removeMergedAway`). Their grants and shares end with them, for who
 * sees the content now is for the folder that it came into to say; their comments and stars go on to that one, its tags are its own.
 * What was deleted in them is restored to `home` of each. Answers which went.
 */
export async function goAway(
  transaction: Transaction<Tables>,
  pairs: readonly Pair[],
  home: (pair: Pair) => string,
  caller: Caller,
): Promise<string[]> {
  const gone: string[] = [];
  const byDepth = [...Map.groupBy(pairs, (pair) => pair.depth)].sort(([one], [other]) => other - one);
  for (const [, level] of byDepth)
    for (const some of chunks(level)) {
      const { rows } = await sql<{ id: string }>`
        with emptied as (
          update instance i set deleted_at = coalesce(i.deleted_at, now()) where i.id = ${amongst(some.map(({ id }) => id))}
            and not exists (select from instance c where c.parent_id = i.id and c.deleted_at is null)
          returning i.id, i.space_id, i.parent_id
        )
        insert into recycle (id, instance_id, space_id, parent_id, deleted_by, expires_at, bin, left_at, bytes)
        select n.row_id, e.id, e.space_id, e.parent_id, ${caller.userId}, now(), 3, now(), 0
        from emptied e join unnest(${some.map(() => newId())}::uuid[], ${some.map(({ id }) => id)}::uuid[]) as n (row_id, id) on n.id = e.id
        on conflict (instance_id) do update set bin = 3, left_at = now(), bytes = 0 returning instance_id as id`.execute(transaction);
      const ids = new Set(rows.map(({ id }) => id));
      await carryOver(
        transaction,
        some.filter((pair) => ids.has(pair.id)),
        home,
        caller,
      );
      gone.push(...ids);
    }
  return gone;
}

async function carryOver(
  transaction: Transaction<Tables>,
  gone: readonly Pair[],
  home: (pair: Pair) => string,
  caller: Caller,
): Promise<void> {
  const ids = gone.map(({ id }) => id);
  const to = (ends: readonly string[]) => sql`unnest(${ids}::uuid[], ${ends}::uuid[]) as n (id, into_id)`;
  await sql`
    with deleted as (
      update instance c set parent_id = n.into_id from ${to(gone.map(home))} where c.parent_id = n.id and c.deleted_at is not null returning c.id, c.parent_id
    ) update recycle r set parent_id = deleted.parent_id from deleted where r.instance_id = deleted.id`.execute(transaction);
  const into = to(gone.map((pair) => pair.into.instanceId));
  await sql`update comment c set instance_id = n.into_id from ${into} where c.instance_id = n.id`.execute(transaction);
  await sql`
    insert into favourite (user_id, instance_id, created_at)
    select f.user_id, n.into_id, min(f.created_at) from favourite f join ${into} on n.id = f.instance_id where f.file_sharing_id is null group by f.user_id, n.into_id
    on conflict do nothing`.execute(transaction);
  await endSharesOn(transaction, ids, { userId: caller.userId, name: caller.realName });
  await sql`delete from file_grant where instance_id in (select id from instance where id = ${amongst(ids)} and granted)`.execute(
    transaction,
  );
}
