/** Calls for administrators to read the audit log (specification 2 section 2, "Log management"). */
import { z } from 'zod';
import { call } from './call.ts';
import type { LoggedDeed } from './call-log.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { limits } from './limits.ts';
import { normalised } from './normalised.ts';

export const loggedDeeds = ['change', 'read', 'preview', 'download', 'session'] as const satisfies readonly LoggedDeed[];
export const logResults = ['done', 'refused'] as const;
export type LogResult = (typeof logResults)[number];
export type LogActor = 'person' | 'visitor' | 'unknown' | 'system';

/** What an entry is about, named as it was then. */
export interface LogObject {
  kind: string;
  id: string | null;
  name: string | null;
  space: { id: string; name: string | null } | null;
  folder: { id: string; name: string | null } | null;
}

export interface LogEntry {
  id: number;
  time: string;
  actorKind: LogActor;
  /** `accountName` is that of then, `realName` that of now. Null: nobody known, or the system. */
  who: { userId: string | null; accountName: string | null; realName: string | null } | null;
  /** The name of a call, or `system.` and what a job did. */
  action: string;
  deed: LoggedDeed;
  object: LogObject | null;
  /** 0, or the number of the failure. */
  result: number;
  address: string | null;
  /** The narrowest named network that the address is in now. */
  region: { regionId: string; name: string } | null;
  device: string | null;
  agent: string | null;
  traceId: string | null;
  /** Further fields of the request; `before` has the values that were replaced. */
  detail: Record<string, unknown> | null;
  /** The hash of this entry and the one before it in the chain, hexadecimal, once it is sealed. */
  hash?: string;
  previousHash?: string;
}

/** Names of now, by the ids in details. */
export type NamesById = Record<string, string>;

export interface LogBar {
  /** When the bar begins. */
  time: string;
  refused: number;
  changes: number;
  /** Everything else that succeeded, such as reads and sign-ins. */
  others: number;
}
export interface LogChart {
  unit: 'twoHours' | 'day';
  /** From the first to the last of the range, also those without entries. */
  bars: LogBar[];
  /** The filter finds so much that only the entries from this moment on were counted. */
  countedFrom?: string;
}

const moment = z.iso.datetime();
const filter = {
  from: moment.optional(),
  /** The first moment after the range. */
  to: moment.optional(),
  /** Words that are each in the name of the object, its folder, its space, or the account; or an address, a network or a trace id. */
  keyword: z
    .string()
    .max(limits.logKeywordLength)
    .transform((text) => normalised(text).trim())
    .optional(),
  userId: fields.id.optional(),
  action: z
    .string()
    .regex(/^[A-Za-z]+\.[A-Za-z]+$/)
    .max(100)
    .optional(),
  deed: z.enum(loggedDeeds).optional(),
  /** The id of an object. */
  object: fields.id.optional(),
  result: z.enum(logResults).optional(),
  /** An address, or a network such as `10.8.0.0/16`. */
  address: z.string().max(60).optional(),
  regionId: fields.id.optional(),
};
/** Minutes east of UTC, in which days begin and times are written. */
const utcOffset = z.coerce.number().int().min(-720).max(840).default(0);
const named = ['from', 'to', 'userId', 'action', 'deed', 'object', 'result', 'address', 'regionId'] as const;

/** The latest 10,000 of what a filter finds can be paged through; `more` says that there are others. */
export const page = call<Page<LogEntry> & { names: NamesById; /** For further pages of the same list. */ upTo: number }>()({
  name: 'adminLog.page',
  method: 'GET',
  path: '/disk/api/admin/log/page',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'logs.view',
  request: z.strictObject({
    ...filter,
    /** Leaves out entries that came after the first page was read. */
    upTo: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    page: z.coerce.number().int().min(1).max(limits.logRows).default(1),
    pageSize: z.coerce
      .number()
      .refine((size) => (limits.pageSizes as readonly number[]).includes(size))
      .default(limits.defaultPageSize),
    t: fields.timestamp,
  }),
  log: 'none',
  summary: 'Entries of the audit log, newest first. No more than the latest 10,000 that the filter finds.',
});

export const chart = call<LogChart>()({
  name: 'adminLog.chart',
  method: 'GET',
  path: '/disk/api/admin/log/chart',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'logs.view',
  request: z.strictObject({ ...filter, utcOffset, t: fields.timestamp }),
  log: 'none',
  summary:
    'How many entries there are over time: each two hours up to a range of 7 days, else each day. Without a range, the last 30 days.',
});

/** Responds with the file itself, not an envelope. */
export const exportLog = call<null>()({
  name: 'adminLog.export',
  method: 'GET',
  path: '/disk/api/admin/log/export',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'logs.export',
  freshProof: true,
  limit: limits.peopleSheets,
  request: z.strictObject({ ...filter, part: z.enum(['latest', 'earliest']).default('latest'), utcOffset, t: fields.timestamp }),
  log: { deed: 'download', details: [...named] },
  summary: 'Downloads entries as an Excel file: at most 10,000, the latest or the earliest that the filter finds.',
});
