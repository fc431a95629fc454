/** Calls to bring people and departments of a directory, and to look at what a run would do or has done. */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import type { SyncChange, SyncConflict, SyncDifference, SyncKind, SyncState } from './sync-words.ts';

/** How changes are counted and chosen: `change` also stands for matches, returns and departments that are edited here again. */
export const syncGroups = ['leave', 'conflict', 'change', 'new'] as const;
export type SyncGroup = (typeof syncGroups)[number];

export interface SyncRun {
  runId: string;
  kind: SyncKind;
  state: SyncState;
  /** Everything was read, so that who was missing has left. */
  complete: boolean;
  /** More people than the limit would be frozen, so it waits for an administrator. */
  tooMany: boolean;
  /** How many of the directory's people were not frozen when it was read. */
  active: number;
  counts: Record<SyncGroup, number>;
  same: number;
  /** How many differences have been dealt with. */
  done: number;
  /** Its plan can be applied: it is the latest and not an hour old, and the platform is on and as it was. */
  applicable: boolean;
  /** Why it failed, in the caller's language. */
  failure: string | null;
  /** Who started it; null: nobody, it was time, or they are gone. */
  authorName: string | null;
  startTime: string;
  readTime: string | null;
  endTime: string | null;
}

export interface SyncSettings {
  /** It runs by itself. */
  timedSync: boolean;
  /** Departments come from the directory, too. */
  syncsDepartments: boolean;
}

export interface SyncEntry {
  place: number;
  ofPerson: boolean;
  change: SyncChange;
  conflict: SyncConflict | null;
  /** The person or department here; null: there is none yet. */
  objectId: string | null;
  name: string;
  /** Empty for a department. */
  accountName: string;
  differences: SyncDifference[];
  done: boolean;
}

const views = { caller: 'administrator', adminItem: 'platforms.view' } as const;
const edits = { caller: 'administrator', adminItem: 'platforms.edit' } as const;

export const syncState = call<SyncSettings & { runs: SyncRun[] }>()({
  name: 'adminPlatform.syncState',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/platform/syncState',
  fieldsIn: 'json',
  ...views,
  request: z.strictObject({ platformId: fields.id }),
  log: 'none',
  summary: 'How a directory is synchronised, and its latest runs, the newest first.',
});

export const syncChanges = call<{ items: SyncEntry[]; total: number; page: number; pageSize: number }>()({
  name: 'adminPlatform.syncChanges',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/platform/syncChanges',
  fieldsIn: 'json',
  ...views,
  request: z.strictObject({
    runId: fields.id,
    group: z.enum(syncGroups).optional(),
    page: fields.pageFields.page,
    pageSize: fields.pageFields.pageSize,
  }),
  log: 'none',
  summary: 'What a run would do or has done: who leaves first, then conflicts, changes and newcomers.',
});

/** Responds with the file itself, not an envelope. */
export const exportChanges = call<null>()({
  name: 'adminPlatform.exportChanges',
  method: 'GET',
  path: '/disk/api/admin/platform/exportChanges',
  fieldsIn: 'query',
  ...views,
  request: z.strictObject({ runId: fields.id, t: fields.timestamp }),
  limit: limits.peopleSheets,
  log: { deed: 'download' },
  summary: 'Downloads what a run would do or has done as .xlsx.',
});

export const setSync = call<SyncSettings>()({
  name: 'adminPlatform.setSync',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/platform/setSync',
  fieldsIn: 'json',
  ...edits,
  freshProof: true,
  request: z.strictObject({ platformId: fields.id, timedSync: z.boolean().optional(), syncsDepartments: z.boolean().optional() }),
  log: { deed: 'change', of: { platform: 'platformId' }, details: ['timedSync', 'syncsDepartments'], before: true },
  summary: 'Says whether a directory is synchronised by itself, and whether departments come from it.',
});

export const dryRun = call<{ runId: string }>()({
  name: 'adminPlatform.dryRun',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/platform/dryRun',
  fieldsIn: 'json',
  ...edits,
  limit: { times: 60, seconds: 600, per: 'caller' },
  request: z.strictObject({ platformId: fields.id }),
  log: { deed: 'change', of: { platform: 'platformId' } },
  summary: 'Reads a directory and finds out what a run would change, without changing it.',
});

export const sync = call<{ runId: string }>()({
  name: 'adminPlatform.sync',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/platform/sync',
  fieldsIn: 'json',
  ...edits,
  freshProof: true,
  limit: { times: 60, seconds: 600, per: 'caller' },
  /** With `runId`, exactly the plan of this run is applied; without, the directory is read first. */
  request: z.strictObject({
    platformId: fields.id,
    runId: fields.id.optional(),
    syncReason: z.string().trim().max(limits.syncReasonLength).optional(),
  }),
  log: { deed: 'change', of: { platform: 'platformId' }, details: ['syncReason'] },
  summary:
    'Brings people and departments from a directory. A run that would freeze too many waits until somebody applies its plan with a reason.',
});

export const cancelSync = call<null>()({
  name: 'adminPlatform.cancelSync',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/platform/cancelSync',
  fieldsIn: 'json',
  ...edits,
  request: z.strictObject({ platformId: fields.id }),
  log: { deed: 'change', of: { platform: 'platformId' } },
  summary: 'Cancels the run of a directory. What it has applied stays.',
});
