/** Files with what is known of their texts and what reviewers decided of them, for the rules to judge. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { BlobId, InstanceId, Sensitivity } from '@alcove/contract';
import type { Tables, TextState } from '../database/index.ts';
import type { Decision, JudgedFile, KnownText } from './judge.ts';

export interface LinkFile extends JudgedFile {
  id: InstanceId;
  /** False: a folder, of which only the name is judged. */
  isFile: boolean;
  blobId: BlobId | null;
  version: number;
  category: number;
  decision: Decision;
  /** Something that was approved had this name, so it is no secret. */
  named: boolean;
  /** A reviewer is looking at exactly this content, name and sensitivity. */
  asked: boolean;
}

export interface FoundRow {
  id: InstanceId;
  name: string;
  is_file: boolean;
  size: number;
  blob_id: BlobId | null;
  version: number;
  category: number;
  sensitivity: Sensitivity;
  text_state: TextState | 'waiting';
  cut: boolean | null;
  judged: number[] | null;
  found: number[] | null;
  unread: boolean | null;
  decision: Decision;
  named: boolean;
  asked: boolean;
}

/** Of these levels, the highest. */
export const highest = (levels: RawBuilder<unknown>): RawBuilder<Sensitivity> =>
  sql`case when 'high' = any(${levels}) then 'high' when 'internal' = any(${levels}) then 'internal' else 'normal' end`;

/** The level `l.level` of the item `i`, with the folders above it, and whether it is in a bin. */
export const itsLevel: RawBuilder<unknown> = sql`lateral (
    with recursive up as (
      select i.parent_id, i.sensitivity, i.deleted_at union all select p.parent_id, p.sensitivity, p.deleted_at from up join instance p on p.id = up.parent_id
    ) select ${highest(sql`array_agg(up.sensitivity)`)} as level, bool_or(up.deleted_at is not null) as deleted from up
  ) l`;

/** The columns of `FoundRow`, over `judgedJoins`. */
export const judgedColumns = sql`i.id, i.name, i.is_file, i.size, i.blob_id, i.version, i.category, l.level as sensitivity,
  case when i.blob_id is null then 'none' when b.verified_at is null then 'waiting' else coalesce(b.text_state, 'waiting') end as text_state,
  t.cut, h.judged, h.found, h.unread, d.decision, coalesce(d.named, false) as named, coalesce(d.asked, false) as asked`;

/**
 * Joins for the item `i` with its level `l`. Decisions count for this link as long as the file is what was decided on. `linkId` null: of no link.
 */
export const judgedJoins = (linkId: string | null): RawBuilder<unknown> => sql`
  left join blob b on b.id = i.blob_id left join blob_text t on t.blob_id = b.id left join dlp_hits h on h.blob_id = b.id
  left join lateral (
    select (array_agg(r.state order by r.decided_at desc, r.id desc) filter (where r.state in ('approved', 'refused') and r.holds and s.same))[1] as decision,
      bool_or(r.state = 'waiting' and s.same) as asked, bool_or(r.state = 'approved' and r.holds) as named
    from review_file f join review r on r.id = f.review_id
      cross join lateral (select f.blob_id is not distinct from i.blob_id and f.sensitivity = l.level as same) s
    where f.instance_id = i.id and r.link_id = ${linkId}::uuid and f.name = i.name
  ) d on true`;

export function fileOf(row: FoundRow): LinkFile {
  return {
    id: row.id,
    isFile: row.is_file,
    name: row.name,
    size: row.size,
    blobId: row.blob_id,
    version: row.version,
    category: row.category,
    sensitivity: row.sensitivity,
    text: textOf(row),
    decision: row.decision,
    named: row.named,
    asked: row.asked,
  };
}

function textOf({ text_state: state, judged, found, cut, unread }: FoundRow): KnownText {
  switch (state) {
    case 'none':
    case 'unread':
      return state;
    case 'read':
      return { judged: judged ?? [], found: found ?? [], whole: cut !== true && unread !== true };
    case 'later':
    case 'slow':
    case 'waiting':
      return 'waiting';
  }
}

/** The files among these items, wherever they are. */
export async function findFiles(database: Kysely<Tables>, linkId: string, instanceIds: readonly InstanceId[]): Promise<LinkFile[]> {
  const { rows } = await sql<FoundRow>`
    select ${judgedColumns}
    from instance i cross join ${itsLevel} ${judgedJoins(linkId)}
    where i.id = any(${instanceIds}::uuid[]) and i.is_file`.execute(database);
  return rows.map(fileOf);
}
