/**
 * The invariants of the rows. Each is a query that checks one portion: items by their own ids, or everything in some folders. It returns
 * the ids of the rows that violate the invariant, and what to report about them. It follows references by index and never reads a whole
 * table, so its cost depends only on the portion.
 */
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import { bins } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** The ids greater than `after`, up to and including `until`. */
export interface Portion {
  after: string;
  until: string;
}

export type Question = (portion: Portion) => RawBuilder<{ row: string }>;

export const inPortion = (column: string, { after, until }: Portion): RawBuilder<boolean> =>
  sql`(${sql.ref(column)} > ${after}::uuid and ${sql.ref(column)} <= ${until}::uuid)`;

/** The ids that the check walks through in portions, in index order. */
const idsOf = {
  items: sql`select id from instance`,
  'items in their folders': sql`select parent_id as id from instance`,
  spaces: sql`select id from space`,
};

export type Walk = keyof typeof idsOf;

/** The last id of a portion that has this many rows and begins after an id. Undefined if fewer are left. */
export async function endOfPortion(
  transaction: Transaction<Tables>,
  walk: Walk,
  after: string,
  rowsAtOnce: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select walked.id from (${idsOf[walk]}) walked where walked.id > ${after}::uuid order by walked.id offset ${rowsAtOnce - 1} limit 1`.execute(
    transaction,
  );
  return rows[0]?.id;
}

/** At most `most` findings of a portion, and their total count. */
export async function findWrong(
  transaction: Transaction<Tables>,
  question: Question,
  portion: Portion,
  most: number,
): Promise<{ found: string[]; count: number }> {
  const { rows } = await sql<{ row: string; count: number }>`
    select found.row, count(*) over () as count from (${question(portion)}) found limit ${most}`.execute(transaction);
  return { found: rows.map(({ row }) => row), count: rows[0]?.count ?? 0 };
}

/**
 * A group, the space of somebody who left, or an item of the second bin that is being deleted permanently loses its rows step by step, without updating counts. `i` is an
 * instance.
 */
const isKept = sql`not exists (select from group_space g where g.space_id = i.space_id and g.removing_at is not null)
  and not exists (
    select from space s join offboarding o on o.user_id = s.owner_id where s.id = i.space_id and s.kind = 1 and o.removing_at is not null and o.removed_at is null)
  and not exists (
    with recursive up as (select i.id, i.parent_id union select p.id, p.parent_id from up join instance p on p.id = up.parent_id)
    select from up join recycle r on r.instance_id = up.id where r.bin = ${bins.going})`;

/** The folders of a portion, each with itself and all its ancestors. A cycle ends because no folder is visited twice. */
const upFromFolders = (portion: Portion): RawBuilder<unknown> => sql`
  recursive up as (
    select i.id as folder, i.id, i.parent_id, i.deleted_at is null as live from instance i where ${inPortion('i.id', portion)} and not i.is_file
    union
    select up.folder, p.id, p.parent_id, up.live and p.deleted_at is null from up join instance p on p.id = up.parent_id
  )`;

/** The queries over items whose ids are in the portion, by what they find. */
export const questionsOfItems: Readonly<Record<string, Question>> = {
  'an item whose folder does not exist, or is a file': (portion) => sql`
    select i.id::text as row from instance i left join instance p on p.id = i.parent_id
    where ${inPortion('i.id', portion)} and i.parent_id is not null and (p.id is null or p.is_file)`,
  'an item without a folder that is no top folder': (portion) => sql`
    select i.id::text as row from instance i
    where ${inPortion('i.id', portion)} and i.parent_id is null and not exists (select from space s where s.root_id = i.id and s.id = i.space_id)`,
  'an item in another space than its folder': (portion) => sql`
    select i.id::text as row from instance i join instance p on p.id = i.parent_id where ${inPortion('i.id', portion)} and i.space_id <> p.space_id`,
  'folders that hold each other in a ring, or hang on nothing': (portion) => sql`
    with ${upFromFolders(portion)}
    select up.folder::text as row from up left join space s on s.root_id = up.id group by up.folder having not bool_or(s.id is not null)`,
  'a folder deeper than allowed': (portion) => sql`
    with ${upFromFolders(portion)}
    select folder || ' level ' || count(*) - 1 as row from up group by folder having bool_and(live) and count(*) - 1 > ${limits.folderDepth}::int`,
  'a folder whose kept count differs': (portion) => sql`
    select k.folder_id || ' kept ' || k.folders || '+' || k.files || ' has 0+0' as row from folder_count k join instance i on i.id = k.folder_id
    where ${inPortion('k.folder_id', portion)} and (k.folders <> 0 or k.files <> 0)
      and not exists (select from instance c where c.parent_id = k.folder_id and c.deleted_at is null) and ${isKept}`,
  'a folder whose kept height differs': (portion) => sql`
    select i.id || ' kept ' || k.height || ' has 0' as row from folder_height k join instance i on i.id = k.folder_id
    where ${inPortion('k.folder_id', portion)} and not i.is_file
      and not exists (select from instance c where c.parent_id = k.folder_id and not c.is_file and c.deleted_at is null) and ${isKept}`,
  'a deleted item that is in no bin, or a live one that is in one': (portion) => sql`
    select i.id::text as row from instance i left join recycle r on r.instance_id = i.id
    where ${inPortion('i.id', portion)} and i.parent_id is not null and (i.deleted_at is not null) <> (r.id is not null)`,
  'a bin entry that names another space or folder than its item': (portion) => sql`
    select r.id::text as row from recycle r join instance i on i.id = r.instance_id
    where ${inPortion('r.instance_id', portion)} and (r.space_id <> i.space_id or r.parent_id <> i.parent_id)`,
  'a file whose newest version is not its content': (portion) => sql`
    select i.id::text as row from instance i left join version v on v.instance_id = i.id and v.number = i.version
    where ${inPortion('i.id', portion)} and i.is_file and (v.blob_id is distinct from i.blob_id or v.size is distinct from i.size)`,
  'a version whose content is stored nowhere': (portion) => sql`
    select v.instance_id || ' version ' || v.number as row from version v
    where ${inPortion('v.instance_id', portion)} and not exists (select from replica r where r.blob_id = v.blob_id)`,
};

/** The queries over the folders whose ids are in the portion and everything in them, by what they find. */
export const questionsOfFolders: Readonly<Record<string, Question>> = {
  'two live items of one name in a folder': (portion) => sql`
    select c.parent_id || ' ' || c.folded_name as row from instance c
    where ${inPortion('c.parent_id', portion)} and c.deleted_at is null group by c.parent_id, c.folded_name having count(*) > 1`,
  'a folder whose kept count differs': (portion) => sql`
    with counted as (
      select c.parent_id, count(*) filter (where not c.is_file) as folders, count(*) filter (where c.is_file) as files from instance c
      where ${inPortion('c.parent_id', portion)} and c.deleted_at is null group by c.parent_id
    ) select i.id || ' kept ' || coalesce(k.folders, 0) || '+' || coalesce(k.files, 0) || ' has ' || counted.folders || '+' || counted.files as row
    from counted join instance i on i.id = counted.parent_id left join folder_count k on k.folder_id = counted.parent_id
    where (counted.folders <> coalesce(k.folders, 0) or counted.files <> coalesce(k.files, 0)) and ${isKept}`,
  'a folder whose kept height differs': (portion) => sql`
    with highest as (
      select c.parent_id, 1 + max(coalesce(h.height, 0)) as height from instance c left join folder_height h on h.folder_id = c.id
      where ${inPortion('c.parent_id', portion)} and not c.is_file and c.deleted_at is null group by c.parent_id
    ) select i.id || ' kept ' || coalesce(k.height, 0) || ' has ' || highest.height as row
    from highest join instance i on i.id = highest.parent_id left join folder_height k on k.folder_id = highest.parent_id
    where (k.height is distinct from highest.height or k.counts_for is distinct from case when i.deleted_at is null then i.parent_id end)
      and not i.is_file and ${isKept}`,
};
