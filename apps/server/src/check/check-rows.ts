/**
 * Whether what is stored hangs together: the tree, the room that is counted as used, and the content behind every file. Read as it is
 * at one moment; nothing is changed.
 */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Findings, mostShown } from './findings.ts';
import type { Finding } from './findings.ts';

/** A group that is being removed for good comes apart on the way: its rows go without being counted down. `i` is an instance. */
const stands = `not exists (select from group_space g where g.space_id = i.space_id and g.removing_at is not null)`;

/** Each answers the ids, and what there is to say of them, of what is wrong. */
const questions: Readonly<Record<string, string>> = {
  'an item whose folder does not exist, or is a file': `
    select i.id::text as row from instance i left join instance p on p.id = i.parent_id where i.parent_id is not null and (p.id is null or p.is_file)`,
  'an item without a folder that is no top folder': `
    select i.id::text as row from instance i where i.parent_id is null and not exists (select from space s where s.root_id = i.id and s.id = i.space_id)`,
  'an item in another space than its folder': `
    select i.id::text as row from instance i join instance p on p.id = i.parent_id where i.space_id <> p.space_id`,
  'items that hold each other in a ring, or hang on nothing': `
    with recursive hung as (
      select root_id as id from space
      union all
      select i.id from hung join instance i on i.parent_id = hung.id
    ) select i.id::text as row from instance i where not exists (select from hung where hung.id = i.id)`,
  'two live items of one name in a folder': `
    select parent_id || ' ' || folded_name as row from instance where deleted_at is null and parent_id is not null group by parent_id, folded_name having count(*) > 1`,
  'a folder deeper than allowed': `
    with recursive level as (
      select root_id as id, 0 as depth from space
      union all
      select i.id, level.depth + 1 from level join instance i on i.parent_id = level.id and not i.is_file and i.deleted_at is null where level.depth < 200
    ) select id || ' level ' || depth as row from level where depth > ${limits.folderDepth}`,
  'a folder whose kept count differs': `
    with counted as (
      select parent_id, count(*) filter (where not is_file) as folders, count(*) filter (where is_file) as files from instance
      where parent_id is not null and deleted_at is null group by parent_id
    ) select coalesce(c.parent_id, k.folder_id) || ' kept ' || coalesce(k.folders, 0) || '+' || coalesce(k.files, 0) || ' has ' || coalesce(c.folders, 0) || '+' || coalesce(c.files, 0) as row
    from counted c full join folder_count k on k.folder_id = c.parent_id join instance i on i.id = coalesce(c.parent_id, k.folder_id)
    where (coalesce(c.folders, 0) <> coalesce(k.folders, 0) or coalesce(c.files, 0) <> coalesce(k.files, 0)) and ${stands}`,
  'a folder whose kept height differs': `
    with highest as (
      select c.parent_id as id, 1 + max(coalesce(h.height, 0)) as height from instance c left join folder_height h on h.folder_id = c.id
      where not c.is_file and c.deleted_at is null and c.parent_id is not null group by c.parent_id
    )
    select i.id || ' kept ' || coalesce(k.height, 0) || ' has ' || coalesce(highest.height, 0) as row
    from instance i left join highest on highest.id = i.id left join folder_height k on k.folder_id = i.id
    where (coalesce(highest.height, 0) <> coalesce(k.height, 0)
        or (k.folder_id is not null and k.counts_for is distinct from case when i.deleted_at is null then i.parent_id end))
      and not i.is_file and ${stands}`,
  'a deleted item that is in no bin, or a live one that is in one': `
    select i.id::text as row from instance i left join recycle r on r.instance_id = i.id
    where i.parent_id is not null and (i.deleted_at is not null) <> (r.id is not null)`,
  'a bin entry that names another space or folder than its item': `
    select r.id::text as row from recycle r join instance i on i.id = r.instance_id where r.space_id <> i.space_id or r.parent_id <> i.parent_id`,
  // Everything counts until it, or what it was deleted with, has left the first bin and that was reckoned up.
  'a space whose used room differs from its versions': `
    with recursive counted as (
      select root_id as id, id as space_id from space
      union all
      select i.id, i.space_id from counted join instance i on i.parent_id = counted.id
      where not exists (select from recycle r where r.instance_id = i.id and r.bytes is not null)
    ), beside as (
      -- what was deleted by itself below something that left the bin has an entry, and is reckoned, of its own
      select r.instance_id as id, r.space_id from recycle r where r.bytes is null
    ), below as (
      select id, space_id from beside
      union all
      select i.id, i.space_id from below join instance i on i.parent_id = below.id
      where not exists (select from recycle r where r.instance_id = i.id)
    ), each as (select id, space_id from counted union select id, space_id from below),
    used as (select each.space_id, sum(v.size) as bytes from each join version v on v.instance_id = each.id group by each.space_id)
    select s.id || ' says ' || s.used_bytes || ' has ' || coalesce(used.bytes, 0) as row from space s left join used on used.space_id = s.id
    where s.used_bytes <> coalesce(used.bytes, 0) and not exists (select from group_space g where g.space_id = s.id and g.removing_at is not null)`,
  'a space whose reserved room differs from what reserves it': `
    with held as (
      select space_id, reserved_bytes from upload where state = 'open' union all select space_id, reserved_bytes from task where space_id is not null
    ), sums as (select space_id, sum(reserved_bytes) as bytes from held group by space_id)
    select s.id || ' says ' || s.reserved_bytes || ' has ' || coalesce(sums.bytes, 0) as row from space s left join sums on sums.space_id = s.id
    where s.reserved_bytes <> coalesce(sums.bytes, 0)`,
  'a file whose newest version is not its content': `
    select i.id::text as row from instance i left join version v on v.instance_id = i.id and v.number = i.version
    where i.is_file and (v.blob_id is distinct from i.blob_id or v.size is distinct from i.size)`,
  'a version whose content is stored nowhere': `
    select v.instance_id || ' version ' || v.number as row from version v where not exists (select from replica r where r.blob_id = v.blob_id)`,
};

/** One after the other, over one unchanging view of the database: what changes meanwhile is no fault. */
export async function checkRows(database: Kysely<Tables>, findings: Findings, signal?: AbortSignal): Promise<void> {
  await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      // These read whole tables, and are planned for it.
      await sql`set local statement_timeout = 0`.execute(transaction);
      for (const way of ['seqscan', 'mergejoin', 'hashjoin']) await sql.raw(`set local enable_${way} = on`).execute(transaction);
      for (const [what, question] of Object.entries(questions)) {
        signal?.throwIfAborted();
        for (const { row, count } of await ask(transaction, question)) findings.add(what, row, count);
      }
    });
}

/** As many as are shown, each with how many there are in all. */
async function ask(transaction: Transaction<Tables>, question: string): Promise<{ row: string; count: number }[]> {
  const { rows } = await sql
    .raw<{ row: string; count: number }>(`select found.row, count(*) over () as count from (${question}) found limit ${mostShown}`)
    .execute(transaction);
  return rows;
}

/** The rows alone. Answers what is wrong; nothing: all is well. */
export async function checkData(database: Kysely<Tables>): Promise<Finding[]> {
  const findings = new Findings();
  await checkRows(database, findings);
  return findings.list();
}
