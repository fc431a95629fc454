/** The administrators' recycle bin: what left the bins of people, groups and departments, before it goes for good. */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import type { Refusal } from './failures.ts';
import type { Instance } from './files.ts';
import type { InstanceId } from './ids.ts';
import { limits } from './limits.ts';
import { normalised } from './normalised.ts';

export interface SecondBinItem {
  recycleId: string;
  instanceId: InstanceId;
  instanceName: string;
  classifierId: 'File' | 'Folder';
  /** A dissolved group, with everything in it and its members. It is restored as a whole. */
  wholeGroup: boolean;
  /** Its leader has left the company: whoever restores it names another. */
  leaderLeft: boolean;
  category: number;
  /** Bytes of all versions of everything in it, which a restoration charges again; null until counted. */
  fileSize: number | null;
  files: number | null;
  /** '1' personal, '2' group, '3' department. */
  instanceType: Instance['instanceType'];
  spaceId: string;
  spaceName: string;
  /** The folders that it was in, from the top of the space down. */
  originalPath: string[];
  /** Those that are still there, from the top folder of the space down, to restore it to. Only the top folder has no name. */
  places: { instanceId: InstanceId; name: string }[];
  /** Its folder is deleted or its space is closed: it can only be restored elsewhere. */
  placeGone: boolean;
  deletedBy: { userId: string; name: string };
  deleteTime: string;
  leftTime: string;
  /** When it goes for good by itself. */
  expireTime: string;
  /** Whole days until then, rounded up. */
  daysLeft: number;
  /** Somebody marked it to be deleted for good, and it goes at this time; null: nobody did. */
  removeTime: string | null;
  /** The brake holds it: it has more files than may go in 24 hours. */
  held: boolean;
}

export type SecondBinOutcome = { recycleId: string; done: true; instanceId?: InstanceId } | ({ recycleId: string; done: false } & Refusal);

/** A task that marks what is in the administrators' bin to be deleted for good. Its progress counts entries. */
export interface ClearingTask {
  kind: 'secondBinClearing';
  marked: number;
}

const views = { caller: 'administrator', adminItem: 'secondBin.view' } as const;
const restores = { caller: 'administrator', adminItem: 'secondBin.restore' } as const;
const removes = { caller: 'administrator', adminItem: 'secondBin.remove' } as const;
const recycleIds = z.array(fields.id).min(1).max(limits.itemsPerCall);

/** `from`, `to`: when it was deleted. */
const filter = {
  keyword: z
    .string()
    .max(128)
    .transform((text) => normalised(text).trim())
    .optional(),
  spaceId: fields.id.optional(),
  deletedBy: fields.id.optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
};
/** Specification 2 section 5: the end is not before the start. */
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);
const wrongOrder = { path: ['to'] };

export const page = call<Page<SecondBinItem> & { /** Days that an item stays here. */ days: number }>()({
  name: 'adminRecycle.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/recycle/page',
  fieldsIn: 'json',
  ...views,
  request: z.strictObject({ ...fields.pageFields, sortOrder: fields.sortOrder.default('desc'), ...filter }).refine(inOrder, wrongOrder),
  log: 'none',
  summary: 'A page of the administrators’ recycle bin, by the time of deletion. At most 10,000 entries are counted and listed.',
});

export const restore = call<SecondBinOutcome[]>()({
  name: 'adminRecycle.restore',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/recycle/restore',
  fieldsIn: 'json',
  mostBytes: limits.callBytes.manyIds,
  ...restores,
  /** `leaderId`: who leads the groups among them whose leader has left. */
  request: z.strictObject({ recycleIds, targetParentId: fields.instanceId.optional(), leaderId: fields.id.optional() }),
  log: { deed: 'change', of: { binEntry: 'recycleIds' }, before: true, details: ['targetParentId', 'leaderId'] },
  summary: 'Restores items to their original folder, or to another folder of their space. They count against its quota again.',
});

export const remove = call<SecondBinOutcome[]>()({
  name: 'adminRecycle.remove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/recycle/remove',
  fieldsIn: 'json',
  freshProof: true,
  mostBytes: limits.callBytes.manyIds,
  ...removes,
  request: z.strictObject({ recycleIds }),
  log: { deed: 'change', of: { binEntry: 'recycleIds' } },
  summary: 'Marks items to be deleted for good. A job deletes them some hours later; until then they can be kept or restored.',
});

export const keep = call<SecondBinOutcome[]>()({
  name: 'adminRecycle.keep',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/recycle/keep',
  fieldsIn: 'json',
  mostBytes: limits.callBytes.manyIds,
  ...removes,
  request: z.strictObject({ recycleIds }),
  log: { deed: 'change', of: { binEntry: 'recycleIds' } },
  summary: 'Takes back the mark of items that are to be deleted for good. They stay until their term ends.',
});

export const clear = call<{ taskId: string }>()({
  name: 'adminRecycle.clear',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/recycle/clear',
  fieldsIn: 'json',
  freshProof: true,
  ...removes,
  request: z.strictObject(filter).refine(inOrder, wrongOrder),
  log: { deed: 'change', made: { task: 'taskId' } },
  summary: 'Marks everything that is in the bin now, or what a filter finds, to be deleted for good. It is a task, which can be canceled.',
});
