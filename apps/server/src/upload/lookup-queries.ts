/** Reads what the steps of an upload need together with the permission check: for one item in one round trip, for several in two. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { foldName } from '@alcove/contract';
import type { BlobId, InstanceId } from '@alcove/contract';
import { staysFor } from '../contents/index.ts';
import { isNamed } from '../database/index.ts';
import { makerOf } from '../http/index.ts';
import type { Caller, Failure } from '../http/index.ts';
import { authoriseAlso, authoriseEach } from '../permission/index.ts';
import type { Authorised } from '../permission/index.ts';
import { fitsQuota } from '../spaces/index.ts';
import type { UploadDeps } from './deps.ts';
import { ticketLifeMs } from './signed-tickets.ts';
import type { UploadRow } from './upload-queries.ts';

export interface CheckFacts {
  /** The existing child with this name, not deleted. */
  taken: { isFile: boolean } | null;
  /**
   * Verified content with this size and MD5, and with this SHA-256 if the client sent one, that stays as long as a ticket. None if its bytes are damaged: new
   * ones repair it.
   */
  known: { blobId: BlobId; objectKey: string } | null;
  /** Whether the upload fits into the space. */
  fits: boolean;
  /** For `judgeArrival`. */
  isJudged: boolean;
}

type LookUpDeps = Pick<UploadDeps, 'database' | 'store' | 'arrivalsAreJudged'>;

/** What a set asks of several items: the verdict on each, and what it needs to know. Undefined: there is no such thing. */
type Found<Facts> = { verdict: Authorised | Failure; also: Facts } | undefined;

/** Whether the callers may upload to these folders: one statement for each share through which they come. */
async function mayUploadTo(
  database: UploadDeps['database'],
  asks: readonly { caller: Caller; parentId: InstanceId }[],
): Promise<(Authorised | Failure | undefined)[]> {
  const verdicts = new Map<string | undefined, Map<InstanceId, Authorised | Failure>>();
  for (const [share, those] of Map.groupBy(asks, ({ caller }) => caller.fileSharingId)) {
    const folders = new Set(those.map(({ parentId }) => parentId));
    verdicts.set(share, await authoriseEach(database, those[0]!.caller, [...folders], 'upload'));
  }
  return asks.map(({ caller, parentId }) => verdicts.get(caller.fileSharingId)!.get(parentId));
}

interface CheckAsk {
  caller: Caller;
  parentId: InstanceId;
  name: string;
  size: number;
  md5: string;
  sha256: string | undefined;
}

/** Over the folder `i` and its space `s`. */
const checkFacts = (
  { store, arrivalsAreJudged }: LookUpDeps,
  of: Record<'foldedName' | 'size' | 'md5' | 'sha256', RawBuilder<unknown>>,
): RawBuilder<CheckFacts> => sql`json_build_object(
    'taken', (select json_build_object('isFile', t.is_file) from instance t where ${isNamed('t', sql`i.id`, of.foldedName)}),
    'known', (select json_build_object('blobId', b.id, 'objectKey', r.object_key) from blob b join replica r on r.blob_id = b.id and r.bucket = ${store.bucket} where b.md5 = ${of.md5} and b.size = ${of.size} and b.verified_at is not null and b.quarantined_at is null
      and ${staysFor(ticketLifeMs)} and b.sha256 = coalesce(${of.sha256}::text, b.sha256)
      and not exists (select from damaged_content d where d.blob_id = b.id) limit 1),
    'fits', ${fitsQuota(of.size)}, 'isJudged', ${arrivalsAreJudged})`;

export async function lookUpChecks(deps: LookUpDeps, asks: readonly CheckAsk[]): Promise<Found<CheckFacts>[]> {
  const { database } = deps;
  const [only, ...others] = asks;
  if (only && others.length === 0) {
    const { caller, parentId, name, size, md5, sha256 } = only;
    const of = { foldedName: sql`${foldName(name)}`, size: sql`${size}`, md5: sql`${md5}`, sha256: sql`${sha256 ?? null}` };
    return [await authoriseAlso<CheckFacts>(database, caller, parentId, 'upload', checkFacts(deps, of))];
  }
  const given = asks.map(({ parentId, name, size, md5, sha256 }, at) => ({
    at,
    parent_id: parentId,
    folded_name: foldName(name),
    size,
    md5,
    sha256: sha256 ?? null,
  }));
  const of = { foldedName: sql`given.folded_name`, size: sql`given.size`, md5: sql`given.md5`, sha256: sql`given.sha256` };
  const [verdicts, { rows }] = await Promise.all([
    mayUploadTo(database, asks),
    sql<{ at: number; also: CheckFacts }>`
      select given.at, ${checkFacts(deps, of)} as also
      from json_to_recordset(${JSON.stringify(given)}::json) as given (at int, parent_id uuid, folded_name text, size bigint, md5 text, sha256 text),
        instance i, space s where i.id = given.parent_id and s.id = i.space_id`.execute(database),
  ]);
  const facts = new Map(rows.map(({ at, also }) => [at, also]));
  return verdicts.map((verdict, at) => foundOf(verdict, facts.get(at)));
}

const foundOf = <Facts>(verdict: Authorised | Failure | undefined, also: Facts | undefined): Found<Facts> =>
  verdict === undefined || also === undefined ? undefined : { verdict, also };

export type FoundUpload = Omit<UploadRow, 'created_at' | 'expires_at'>;

interface SaveFacts {
  upload: FoundUpload;
  /** For `judgeArrival`. */
  isJudged: boolean;
}

/**
 * An upload is found by its key, and only then its person is compared: a plan that was made while there were few would look through all
 * of that person's (docs/decisions/0108). So the key is asked in a subquery with `offset 0`.
 */
const uploadBy = (keyed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from upload where object_key = ${keyed} offset 0) upload`;

/** The caller's uploads with these keys, and whether the caller may upload to their folders. */
export async function lookUpSaves(
  { database, arrivalsAreJudged }: LookUpDeps,
  asks: readonly { caller: Caller; objectKey: string }[],
): Promise<Found<SaveFacts>[]> {
  const [only, ...others] = asks;
  if (!only) return [];
  const { userId, visitorId } = makerOf(only.caller);
  const own = (keyed: RawBuilder<unknown>) =>
    sql`from ${uploadBy(keyed)} where user_id = ${userId} and visitor_id is not distinct from ${visitorId}::uuid`;
  const facts = sql<SaveFacts>`json_build_object('upload', to_json(upload), 'isJudged', ${arrivalsAreJudged})`;
  if (others.length === 0) {
    const one = own(sql`${only.objectKey}`);
    return [await authoriseAlso<SaveFacts>(database, only.caller, sql`(select parent_id ${one})`, 'upload', sql`(select ${facts} ${one})`)];
  }
  const keys = asks.map(({ objectKey }) => objectKey);
  const { rows } = await sql<{ facts: SaveFacts }>`select ${facts} as facts ${own(sql`any(${keys}::text[])`)}`.execute(database);
  const byKey = new Map(rows.map(({ facts: of }) => [of.upload.object_key, of]));
  const found = asks.flatMap(({ caller, objectKey }, at) => {
    const of = byKey.get(objectKey);
    return of ? [{ at, of, caller, parentId: of.upload.parent_id }] : [];
  });
  const verdicts = await mayUploadTo(database, found);
  const answers = new Map(found.map(({ at, of }, index) => [at, foundOf(verdicts[index], of)]));
  return asks.map((_, at) => answers.get(at));
}

/** What is known of a small upload, which has no row. */
interface PlannedFacts {
  /** The file that it was saved as. */
  savedId: InstanceId | null;
  /** For `judgeArrival`. */
  isJudged: boolean;
}

/** Whether small uploads were saved before, and whether the callers may upload to their folders. */
export async function lookUpPlanned(
  { database, arrivalsAreJudged }: LookUpDeps,
  asks: readonly { caller: Caller; objectKey: string; parentId: InstanceId }[],
): Promise<Found<PlannedFacts>[]> {
  const [only, ...others] = asks;
  if (!only) return [];
  if (others.length === 0) {
    const facts = sql<PlannedFacts>`json_build_object('isJudged', ${arrivalsAreJudged}, 'savedId', (
      select instance_id from saved_upload where key = ${only.objectKey}))`;
    return [await authoriseAlso<PlannedFacts>(database, only.caller, only.parentId, 'upload', facts)];
  }
  const keys = asks.map(({ objectKey }) => objectKey);
  const [verdicts, { rows }] = await Promise.all([
    mayUploadTo(database, asks),
    sql<{ isJudged: boolean; saved: Record<string, InstanceId | null> }>`select ${arrivalsAreJudged} as "isJudged",
      (select coalesce(json_object_agg(key, instance_id), '{}') from saved_upload where key = any(${keys}::text[])) as saved`.execute(
      database,
    ),
  ]);
  const { isJudged, saved } = rows[0]!;
  return asks.map(({ objectKey }, at) => foundOf(verdicts[at], { isJudged, savedId: saved[objectKey] ?? null }));
}

export interface TicketFacts {
  /** What came of the ticket: a file, or none because a wrong proof used it up. */
  used: { instanceId: InstanceId | null } | null;
  /** For `judgeArrival`. */
  isJudged: boolean;
  /** Null if it is gone or quarantined. */
  content: { id: BlobId; size: number; sha256: string | null; confuse: UploadRow['confuse']; objectKey: string } | null;
}

const outcome = sql`json_build_object('instanceId', instance_id)`;
const offeredContent = sql`json_build_object('id', b.id, 'size', b.size, 'sha256', b.sha256, 'confuse', b.confuse, 'objectKey', r.object_key)`;
const offered = ({ store }: LookUpDeps, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`from blob b join replica r on r.blob_id = b.id where b.id = ${ids} and r.bucket = ${store.bucket} and b.quarantined_at is null`;

/** What came of these tickets and is there of their contents, and whether the callers may upload to their folders. */
export async function lookUpTickets(
  deps: LookUpDeps,
  asks: readonly { caller: Caller; ticket: string; blobId: BlobId; parentId: InstanceId }[],
): Promise<Found<TicketFacts>[]> {
  const { database, arrivalsAreJudged } = deps;
  const [only, ...others] = asks;
  if (!only) return [];
  if (others.length === 0) {
    const facts = sql<TicketFacts>`json_build_object('isJudged', ${arrivalsAreJudged},
      'used', (select ${outcome} from saved_upload where key = ${only.ticket}),
      'content', (select ${offeredContent} ${offered(deps, sql`${only.blobId}`)}))`;
    return [await authoriseAlso<TicketFacts>(database, only.caller, only.parentId, 'upload', facts)];
  }
  const keys = asks.map(({ ticket }) => ticket);
  const ids = [...new Set(asks.map(({ blobId }) => blobId))];
  const [verdicts, { rows }] = await Promise.all([
    mayUploadTo(database, asks),
    sql<{ isJudged: boolean; used: Record<string, TicketFacts['used']>; contents: Record<BlobId, TicketFacts['content']> }>`
      select ${arrivalsAreJudged} as "isJudged",
        (select coalesce(json_object_agg(key, ${outcome}), '{}') from saved_upload where key = any(${keys}::text[])) as used,
        (select coalesce(json_object_agg(b.id, ${offeredContent}), '{}') ${offered(deps, sql`any(${ids}::uuid[])`)}) as contents`.execute(
      database,
    ),
  ]);
  const { isJudged, used, contents } = rows[0]!;
  return asks.map(({ ticket, blobId }, at) =>
    foundOf(verdicts[at], { isJudged, used: used[ticket] ?? null, content: contents[blobId] ?? null }),
  );
}
