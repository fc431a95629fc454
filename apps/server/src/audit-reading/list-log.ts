import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { AnswerOf, calls, LogEntry, RequestOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { namesOf, readEntries } from './log-queries.ts';
import type { ListedRow } from './log-queries.ts';
import { searchOf } from './search-queries.ts';
import type { LogFilter, LogSearch } from './search-queries.ts';
import { regionFinder } from './region-of.ts';
import { findRegion, findRegions } from './region-queries.ts';
import { walk } from './walk.ts';

type Calls = typeof calls.adminLog;

/** Throws what `searchOf` throws, and REGION_GONE. */
export async function readSearch(database: Kysely<Tables>, filter: LogFilter): Promise<LogSearch> {
  if (filter.regionId === undefined) return searchOf(filter, null);
  const region = await findRegion(database, filter.regionId);
  if (!region) throw new Failure('REGION_GONE', { field: 'regionId' });
  return searchOf(filter, region.networks);
}

/** Throws what `readSearch` throws. */
export async function pageOfLog(database: Kysely<Tables>, request: RequestOf<Calls['page']>): Promise<AnswerOf<Calls['page']>> {
  const { page, pageSize, upTo } = request;
  const search = await readSearch(database, request);
  const { ids, newest } = await walk(database, search, { most: limits.logRows + 1, upTo });
  const total = Math.min(ids.length, limits.logRows);
  const shown = ids.slice((page - 1) * pageSize, Math.min(page * pageSize, total));
  const [rows, regions] = await Promise.all([readEntries(database, shown), findRegions(database)]);
  const regionOf = regionFinder(regions);
  return {
    total,
    ...(ids.length > total && { more: true as const }),
    page,
    pageSize,
    upTo: newest,
    items: rows.map((row) => entryOf(row, regionOf)),
    names: await namesOf(database, [...new Set(rows.flatMap(({ detail }) => idsIn(detail)))].slice(0, mostNames)),
  };
}

const mostNames = 1000;
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return isId.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}

export function entryOf(row: ListedRow, regionOf: ReturnType<typeof regionFinder>): LogEntry {
  const place = (id: string | null, name: string | null): { id: string; name: string | null } | null => (id === null ? null : { id, name });
  const { person_id: userId, actor_name: accountName, real_name: realName } = row;
  return {
    id: row.id,
    time: row.at.toISOString(),
    actorKind: row.actor_kind,
    who: userId === null && accountName === null ? null : { userId, accountName, realName },
    action: row.action,
    deed: row.deed,
    object:
      row.object_kind === null
        ? null
        : {
            kind: row.object_kind,
            id: row.object_id,
            name: row.object_name,
            space: place(row.space_id, row.space_name),
            folder: place(row.folder_id, row.folder_name),
          },
    result: row.result,
    address: row.address,
    region: regionOf(row.address),
    device: row.device,
    agent: row.agent,
    traceId: row.trace_id,
    detail: row.detail,
    ...(row.hash !== null && { hash: row.hash }),
    ...(row.previous_hash !== null && { previousHash: row.previous_hash }),
  };
}
