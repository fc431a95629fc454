import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { BlobId } from '@alcove/contract';
import { lockServable } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import type { Pixels, Refusal, RenditionKind } from './converter.ts';

export type RenditionState =
  | { state: 'waiting'; progress: number | null; ahead: number | null }
  | { state: 'ready'; objectKey: string; contentType: string; size: number; pixels: Pixels | null }
  | { state: 'refused'; reason: Refusal };

interface Row {
  state: RenditionState['state'];
  progress: number | null;
  object_key: string;
  content_type: string;
  size: number;
  width: number | null;
  height: number | null;
  reason: Refusal;
}

/** The worker renews its two-minute lease every twenty seconds. A lease that was not renewed for forty seconds is abandoned. */
const progressNow = sql`case when leased_until > now() + interval '80 seconds' then progress end as progress`;

/** The state of each. New ones are queued; repeated requests keep their place. */
export async function askFor(
  database: Kysely<Tables>,
  blobIds: readonly BlobId[],
  kind: RenditionKind,
  askedBy: string | null,
): Promise<Map<string, RenditionState>> {
  const { rows } = await sql<Row & { blob_id: BlobId }>`
    insert into rendition (blob_id, kind, asked_by) select id, ${kind}, ${askedBy}::text from (${lockServable(blobIds)}) as content
    on conflict (blob_id, kind) do update set asked_at = case rendition.state when 'waiting' then rendition.asked_at else now() end
    returning blob_id, state, ${progressNow}, object_key, content_type, size, width, height, reason`.execute(database);
  return new Map(rows.map((row) => [row.blob_id, stateOf(row)]));
}

export async function lookAt(database: Kysely<Tables>, blobId: BlobId, kind: RenditionKind): Promise<RenditionState | null> {
  const { rows } = await sql<Row>`
    select state, ${progressNow}, object_key, content_type, size, width, height, reason from rendition
    where blob_id = ${blobId} and kind = ${kind}`.execute(database);
  return rows[0] ? stateOf(rows[0]) : null;
}

const lane = sql`split_part(kind, ':', 1)`;
/** Renditions that the server makes on its own belong to one asker. */
const who = sql`coalesce(asked_by, '')`;

/** `asker`: everyone with something waiting in these lanes, one index step per asker, however much is waiting. */
const askers = (kinds: readonly string[]) => sql`asker (lane, who) as (
  select l.lane, f.who from unnest(${[...kinds]}::text[]) as l (lane) cross join lateral (
    select ${who} as who from rendition where state = 'waiting' and ${lane} = l.lane order by 1 limit 1
  ) f
  union all
  select a.lane, n.who from asker a cross join lateral (
    select ${who} as who from rendition where state = 'waiting' and ${lane} = a.lane and ${who} > a.who order by 1 limit 1
  ) n
)`;

export const mostAhead = 100;

/**
 * How many renditions its converter makes before this one, taking turns among askers, at most `mostAhead`. Null if it is being made, or
 * ready.
 */
export async function aheadOf(
  database: Kysely<Tables>,
  { blobId, kind, kinds }: { blobId: BlobId; kind: RenditionKind; kinds: readonly string[] },
): Promise<number | null> {
  const { rows } = await sql<{ ahead: number }>`
    with recursive mine as (
      select ${lane} as lane, ${who} as who, asked_at from rendition
      where blob_id = ${blobId} and kind = ${kind} and state = 'waiting' and (leased_until is null or leased_until < now())
    ), own as (
      select count(*) as ahead from (
        select from mine join rendition on state = 'waiting' and ${lane} = mine.lane and ${who} = mine.who and rendition.asked_at < mine.asked_at limit ${mostAhead}
      ) as before
    ), ${askers(kinds)}
    select least(${mostAhead}, own.ahead + (
      select coalesce(sum((select count(*) from (
        select from rendition where state = 'waiting' and ${lane} = other.lane and ${who} = other.who limit own.ahead + 1
      ) as theirs)), 0) from (select * from asker where asker.who <> mine.who limit ${mostAhead}) as other
    ))::int as ahead from mine cross join own`.execute(database);
  return rows[0]?.ahead ?? null;
}

/** Which of these contents already have such a rendition. */
export async function readyOf(database: Kysely<Tables>, blobIds: readonly BlobId[], kind: RenditionKind): Promise<Set<string>> {
  const { rows } = await sql<{ blob_id: BlobId }>`
    select blob_id from rendition where blob_id = any(${[...blobIds]}::uuid[]) and kind = ${kind} and state = 'ready'`.execute(database);
  return new Set(rows.map((row) => row.blob_id));
}

function stateOf({ state, progress, object_key: objectKey, content_type: contentType, size, width, height, reason }: Row): RenditionState {
  if (state === 'waiting') return { state, progress, ahead: null };
  if (state === 'refused') return { state, reason };
  return { state, objectKey, contentType, size: Number(size), pixels: width === null || height === null ? null : { width, height } };
}

export interface Claim {
  blobId: BlobId;
  kind: RenditionKind;
  objectKey: string;
  attempts: number;
}

const lease = sql`now() + interval '2 minutes'`;

/** As many per asker are considered; rows that others are taking at the same moment are skipped. */
const mostOfEach = 16;

/**
 * Leases the next waiting rendition for two minutes, the first of every asker before anybody's second. The object's key is stored in the
 * row before the object is written, and leftovers of an interrupted attempt are removed.
 */
export async function claim(database: Kysely<Tables>, kinds: readonly string[]): Promise<Claim | null> {
  const objectKey = `${newId()}-${randomBytes(9).toString('hex')}`;
  const { rows } = await sql<{ blob_id: BlobId; kind: RenditionKind; attempts: number }>`
    with recursive ${askers(kinds)}, made as materialized (
      -- what is being made counts as its asker's first turns
      select ${lane} as lane, ${who} as who, count(*) as making from rendition where state = 'waiting' and leased_until > now() group by 1, 2
    ), turns as materialized (
      select w.blob_id, w.kind, w.asked_at, coalesce(m.making, 0) + row_number() over (partition by a.lane, a.who order by w.asked_at) as turn
      from asker a cross join lateral (
        select blob_id, kind, asked_at from rendition where state = 'waiting' and ${lane} = a.lane and ${who} = a.who
          and (leased_until is null or leased_until < now()) order by asked_at limit ${mostOfEach}
      ) w left join made m on m.lane = a.lane and m.who = a.who
    ), next as (
      select r.blob_id, r.kind, r.object_key from turns t join rendition r on r.blob_id = t.blob_id and r.kind = t.kind
      where r.state = 'waiting' and (r.leased_until is null or r.leased_until < now())
      order by t.turn, t.asked_at limit 1 for update of r skip locked
    ), left_over as (insert into object_removal (object_key) select object_key from next where object_key is not null)
    update rendition r set leased_until = ${lease}, attempts = r.attempts + 1, object_key = ${objectKey}, progress = null
    from next where r.blob_id = next.blob_id and r.kind = next.kind
    returning r.blob_id, r.kind, r.attempts`.execute(database);
  const [row] = rows;
  return row ? { blobId: row.blob_id, kind: row.kind, objectKey, attempts: row.attempts } : null;
}

/** False if the lease was lost: the row was removed, or another worker took it. */
export async function renew(database: Kysely<Tables>, { blobId, kind, objectKey }: Claim, progress: number | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update rendition set leased_until = ${lease}, progress = ${progress}
    where blob_id = ${blobId} and kind = ${kind} and object_key = ${objectKey} and state = 'waiting'`.execute(database);
  return numAffectedRows === 1n;
}

/** Queues it again: after an internal error with a delay of some seconds, otherwise as if it had not been tried. */
export async function giveBack(database: Kysely<Tables>, { blobId, kind, objectKey }: Claim, { tried }: { tried: boolean }): Promise<void> {
  await sql`
    update rendition set leased_until = ${tried ? sql`now() + interval '5 seconds'` : null}, progress = null, attempts = attempts - ${tried ? 0 : 1}
    where blob_id = ${blobId} and kind = ${kind} and object_key = ${objectKey} and state = 'waiting'`.execute(database);
}

export type Settled = { state: 'ready'; contentType: string; size: number; pixels: Pixels | null } | { state: 'refused'; reason: Refusal };

/** False if the lease was lost. The object that was written for nothing is removed. */
export async function settle(database: Kysely<Tables>, { blobId, kind, objectKey }: Claim, settled: Settled): Promise<boolean> {
  const ready = settled.state === 'ready' ? settled : null;
  const { rows } = await sql<{ kept: boolean }>`
    with settled as (
      update rendition set state = ${settled.state}, leased_until = null, progress = null, reason = ${settled.state === 'refused' ? settled.reason : null},
        object_key = ${ready && objectKey}, content_type = ${ready && ready.contentType}, size = ${ready && ready.size},
        width = ${ready?.pixels?.width ?? null}, height = ${ready?.pixels?.height ?? null}
      where blob_id = ${blobId} and kind = ${kind} and object_key = ${objectKey} and state = 'waiting' returning 1
    ), for_nothing as (
      insert into object_removal (object_key) select ${objectKey} where ${ready === null} or not exists (select from settled) on conflict do nothing
    )
    select exists (select from settled) as kept`.execute(database);
  return rows[0]!.kept;
}

/** Renditions that failed for lack of a program or of disk space are queued again when they are requested. */
export async function forgetMissing(database: Kysely<Tables>): Promise<void> {
  await database.deleteFrom('rendition').where('state', '=', 'refused').where('reason', 'in', ['missing', 'noRoom']).execute();
}

/** Whether the preview of a document is being made or waits; background work lets it go first. */
export async function someoneWaitsForDocument(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from rendition where state = 'waiting' and (kind = 'document' or kind like 'entry:%:document')
      and asked_at > now() - interval '10 minutes' limit 1`.execute(database);
  return rows.length > 0;
}
