/** Reads what the steps of an upload need together with the permission check: for items of one folder in one round trip, else in two. */
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

/** What is found for one item: the verdict on it, and what else it needs. Undefined: there is no such thing. */
type Found<Facts> = { verdict: Authorised | Failure; also: Facts } | undefined;

interface Ask {
  caller: Caller;
  parentId: InstanceId;
}

/**
 * Whether the callers may upload to these folders, and `facts` about all of them. Those of one moment mostly have one folder and come through one
 * share: then it is one statement, as for somebody who is alone.
 */
async function verdictsAlso<Facts>(
  database: UploadDeps['database'],
  asks: readonly [Ask, ...Ask[]],
  facts: RawBuilder<Facts>,
): Promise<{ verdicts: (Authorised | Failure | undefined)[]; facts: Facts | undefined }> {
  const [{ caller, parentId }] = asks;
  if (asks.every((ask) => ask.parentId === parentId && ask.caller.fileSharingId === caller.fileSharingId)) {
    const found = await authoriseAlso<Facts>(database, caller, parentId, 'upload', facts);
    return { verdicts: asks.map(() => found?.verdict), facts: found?.also };
  }
  const [verdicts, { rows }] = await Promise.all([
    mayUploadTo(database, asks),
    sql<{ facts: Facts }>`select ${facts} as facts`.execute(database),
  ]);
  return { verdicts, facts: rows[0]!.facts };
}

/** One statement for each share through which the callers come. */
async function mayUploadTo(database: UploadDeps['database'], asks: readonly Ask[]): Promise<(Authorised | Failure | undefined)[]> {
  const verdicts = new Map<string | undefined, Map<InstanceId, Authorised | Failure>>();
  for (const [share, those] of Map.groupBy(asks, ({ caller }) => caller.fileSharingId)) {
    const folders = new Set(those.map(({ parentId }) => parentId));
    verdicts.set(share, await authoriseEach(database, those[0]!.caller, [...folders], 'upload'));
  }
  return asks.map(({ caller, parentId }) => verdicts.get(caller.fileSharingId)!.get(parentId));
}

interface CheckAsk extends Ask {
  name: string;
  size: number;
  md5: string;
  sha256: string | undefined;
}

/** Of the items in `given`, whose folder is `i` and its space `s`. */
const checkFacts = ({ store, arrivalsAreJudged }: LookUpDeps): RawBuilder<CheckFacts> => sql`json_build_object(
    'taken', (select json_build_object('isFile', t.is_file) from instance t where ${isNamed('t', sql`i.id`, sql`given.folded_name`)}),
    'known', (select json_build_object('blobId', b.id, 'objectKey', r.object_key) from blob b join replica r on r.blob_id = b.id and r.bucket = ${store.bucket} where b.md5 = given.md5 and b.size = given.size and b.verified_at is not null and b.quarantined_at is null
      and ${staysFor(ticketLifeMs)} and b.sha256 = coalesce(given.sha256, b.sha256)
      and not exists (select from damaged_content d where d.blob_id = b.id) limit 1),
    'fits', ${fitsQuota(sql`given.size`)}, 'isJudged', ${arrivalsAreJudged})`;

export async function lookUpChecks(deps: LookUpDeps, asks: readonly CheckAsk[]): Promise<Found<CheckFacts>[]> {
  const given = asks.map(({ parentId, name, size, md5, sha256 }, at) => ({
    at,
    parent_id: parentId,
    folded_name: foldName(name),
    size,
    md5,
    sha256: sha256 ?? null,
  }));
  const byPlace = sql<Record<number, CheckFacts> | null>`(
    select json_object_agg(given.at, ${checkFacts(deps)})
    from json_to_recordset(${JSON.stringify(given)}::json) as given (at int, parent_id uuid, folded_name text, size bigint, md5 text, sha256 text),
      instance i, space s where i.id = given.parent_id and s.id = i.space_id)`;
  if (!isSome(asks)) return [];
  const { verdicts, facts } = await verdictsAlso(deps.database, asks, byPlace);
  return verdicts.map((verdict, at) => foundOf(verdict, facts?.[at]));
}

const isSome = <Of>(list: readonly Of[]): list is readonly [Of, ...Of[]] => list.length > 0;

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
  asks: readonly (Ask & { objectKey: string })[],
): Promise<Found<PlannedFacts>[]> {
  if (!isSome(asks)) return [];
  const keys = asks.map(({ objectKey }) => objectKey);
  const { verdicts, facts } = await verdictsAlso(
    database,
    asks,
    sql<{ isJudged: boolean; saved: Record<string, InstanceId | null> }>`json_build_object('isJudged', ${arrivalsAreJudged}, 'saved', (
      select coalesce(json_object_agg(key, instance_id), '{}') from saved_upload where key = any(${keys}::text[])))`,
  );
  return asks.map(({ objectKey }, at) =>
    foundOf(verdicts[at], facts && { isJudged: facts.isJudged, savedId: facts.saved[objectKey] ?? null }),
  );
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

/** What came of these tickets and is there of their contents, and whether the callers may upload to their folders. */
export async function lookUpTickets(
  { database, store, arrivalsAreJudged }: LookUpDeps,
  asks: readonly (Ask & { ticket: string; blobId: BlobId })[],
): Promise<Found<TicketFacts>[]> {
  if (!isSome(asks)) return [];
  const keys = asks.map(({ ticket }) => ticket);
  const ids = [...new Set(asks.map(({ blobId }) => blobId))];
  const { verdicts, facts } = await verdictsAlso(
    database,
    asks,
    sql<{
      isJudged: boolean;
      used: Record<string, TicketFacts['used']>;
      contents: Record<BlobId, TicketFacts['content']>;
    }>`json_build_object(
      'isJudged', ${arrivalsAreJudged},
      'used', (select coalesce(json_object_agg(key, ${outcome}), '{}') from saved_upload where key = any(${keys}::text[])),
      'contents', (select coalesce(json_object_agg(b.id, ${offeredContent}), '{}') from blob b join replica r on r.blob_id = b.id
        where b.id = any(${ids}::uuid[]) and r.bucket = ${store.bucket} and b.quarantined_at is null))`,
  );
  return asks.map(({ ticket, blobId }, at) =>
    foundOf(verdicts[at], facts && { isJudged: facts.isJudged, used: facts.used[ticket] ?? null, content: facts.contents[blobId] ?? null }),
  );
}
